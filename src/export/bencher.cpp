// SPDX-License-Identifier: Apache-2.0
#include "export/entries.hpp"
#include "export/formats.hpp"

namespace tilebridge::exports {
namespace {

Json measure(double value, double lower, double upper) {
  return {{"value", value}, {"lower_value", lower}, {"upper_value", upper}};
}

Json measures(const pages::ShownResult& entry) {
  const Interval& seconds = entry.result->timing->seconds;
  Json json = {{"latency", measure(1e9 * seconds.median, 1e9 * seconds.low, 1e9 * seconds.high)}};
  if (const double gigabytes = entry.of->work.bytes() / 1e9; gigabytes > 0)
    json["bandwidth"] =
        measure(gigabytes / seconds.median, gigabytes / seconds.high, gigabytes / seconds.low);
  if (const auto native = pages::against_native(entry))
    json["ratio"] = measure(native->ratio.median, native->ratio.low, native->ratio.high);
  if (const auto own = pages::against_own(entry))
    json["ratio-to-own-kokkos"] = measure(own->ratio.median, own->ratio.low, own->ratio.high);
  return json;
}

}  // namespace

std::string to_bmf(const Results& results) {
  Json benchmarks = Json::object();
  for (const pages::ShownResult& entry : timed_results(results))
    benchmarks[benchmark_name(entry)] = measures(entry);
  return json_text(benchmarks);
}

}  // namespace tilebridge::exports
