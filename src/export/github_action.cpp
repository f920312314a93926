// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>

#include "export/entries.hpp"
#include "export/formats.hpp"
#include "pages/figures.hpp"

namespace tilebridge::exports {
namespace {

/// Half the width of the interval, in the interval's unit.
std::string range(double low, double high) { return fmt::format("± {:.4g}", (high - low) / 2); }

Json entry_of(const std::string& name, const char* unit, const Interval& value,
              const std::string& extra) {
  return {{"name", name},
          {"unit", unit},
          {"value", value.median},
          {"range", range(value.low, value.high)},
          {"extra", extra}};
}

std::string comparison_text(const pages::ShownResult& entry) {
  const auto comparison = pages::against_native(entry);
  if (!comparison) return "";
  return fmt::format("performance against native {:.3f} [{:.3f}, {:.3f}]: {}",
                     comparison->ratio.median, comparison->ratio.low, comparison->ratio.high,
                     name_of(comparison->verdict));
}

void append_ratio(const pages::ShownResult& entry, const char* against,
                  const std::optional<pages::JudgedRatio>& comparison, Json& entries) {
  if (!comparison) return;
  entries.push_back(entry_of(fmt::format("{}/against:{}", benchmark_name(entry), against), "ratio",
                             comparison->ratio, std::string(name_of(comparison->verdict))));
}

Interval scaled(const Interval& interval, double factor) {
  return {factor * interval.median, factor * interval.low, factor * interval.high};
}

/// The rate for `amount` from a time; the longest time gives the lowest rate.
Interval rate(double amount, const Interval& seconds) {
  return {amount / seconds.median, amount / seconds.high, amount / seconds.low};
}

void append_rate(const pages::ShownResult& entry, const Ceilings& ceilings, Json& entries) {
  const Work& work = entry.of->work;
  const bool computes = pages::measure_of(*entry.of, ceilings) == pages::Measure::arithmetic;
  const double amount = (computes ? work.flops : work.bytes()) / 1e9;
  if (amount <= 0) return;
  entries.push_back(entry_of(benchmark_name(entry), computes ? "GFLOP/s" : "GB/s",
                             rate(amount, entry.result->timing->seconds), comparison_text(entry)));
}

}  // namespace

std::string to_gha_smaller(const Results& results) {
  Json entries = Json::array();
  for (const pages::ShownResult& entry : timed_results(results))
    entries.push_back(entry_of(benchmark_name(entry), "us",
                               scaled(entry.result->timing->seconds, 1e6), comparison_text(entry)));
  return json_text(entries);
}

std::string to_gha_bigger(const Results& results) {
  Json entries = Json::array();
  for (const pages::ShownResult& entry : timed_results(results)) {
    append_rate(entry, results.ceilings, entries);
    append_ratio(entry, "native", pages::against_native(entry), entries);
    append_ratio(entry, "kokkos", pages::against_own(entry), entries);
  }
  return json_text(entries);
}

}  // namespace tilebridge::exports
