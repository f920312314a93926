// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

std::string executable(const Results& results) {
  const Json words = results.program.value("command_line", Json::array());
  return words.is_array() && !words.empty() && words[0].is_string() ? words[0].get<std::string>()
                                                                    : "tilebridge";
}

Json processors(const Results& results) {
  const Json count = results.host.value("processors", Json());
  return count.is_number_integer() ? count : Json(0);
}

std::string build_type(const Results& results) {
  return text_at(results.builds, "build_type") == "Release" ? "release" : "debug";
}

/// A result file does not record the host's clock and load: 0 and empty, as Google Benchmark writes
/// unknown values.
Json context(const Results& results) {
  return {{"date", text_at(results.program, "started")},
          {"host_name", text_at(results.host, "name")},
          {"executable", executable(results)},
          {"num_cpus", processors(results)},
          {"mhz_per_cpu", 0},
          {"cpu_scaling_enabled", false},
          {"caches", Json::array()},
          {"load_avg", Json::array()},
          {"library_version", "tilebridge " + text_at(results.program, "version")},
          {"library_build_type", build_type(results)},
          {"json_schema_version", 1},
          {"device", text_at(results.device, "name")},
          {"driver", text_at(results.device, "driver")},
          {"runtime", text_at(results.device, "runtime")},
          {"kokkos", text_at(build_of(results, controlled), "release")},
          {"git", text_at(results.program, "git")}};
}

/// "transpose/tile/kokkos/rows:1024/cols:1024/cache:cold": the model is one component of the path,
/// and the names of a case's models differ only there.
std::string benchmark_name(const judge::Cell& entry) {
  const CaseResult& c = *entry.of;
  std::string name = fmt::format("{}/{}/{}", c.experiment, c.variant, model_name(entry));
  for (const auto& [parameter, value] : c.parameters)
    std::visit([&](const auto& v) { name += fmt::format("/{}:{}", parameter, v); }, value);
  return one_printable_line(name + "/cache:" + c.cache);
}

/// The entries of one benchmark: a family with its repetitions and aggregates.
class Benchmark {
 public:
  Benchmark(const judge::Cell& entry, int family)
      : entry_(entry),
        case_(*entry.of),
        name_(benchmark_name(entry)),
        family_(family),
        samples_(entry.result->timing->samples),
        count_(sample_count(*entry.result->timing, case_.sampling.rounds)) {}

  void append_to(Json& benchmarks) const {
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      Json json = entry(name_, "iteration", samples_[i]);
      json["repetition_index"] = i;
      benchmarks.push_back(std::move(json));
    }
    benchmarks.push_back(estimate());
    if (samples_.size() < 2) return;
    const double deviation = standard_deviation();
    benchmarks.push_back(aggregate("mean", mean()));
    benchmarks.push_back(aggregate("median", median(samples_)));
    benchmarks.push_back(aggregate("stddev", deviation));
    Json variation = aggregate("cv", 1);
    variation["aggregate_unit"] = "percentage";
    variation["real_time"] = variation["cpu_time"] = deviation / mean();
    benchmarks.push_back(std::move(variation));
  }

 private:
  double mean() const {
    return std::accumulate(samples_.begin(), samples_.end(), 0.0) /
           static_cast<double>(samples_.size());
  }

  double standard_deviation() const {
    const double squares = std::accumulate(
        samples_.begin(), samples_.end(), 0.0,
        [m = mean()](double sum, double sample) { return sum + (sample - m) * (sample - m); });
    return std::sqrt(squares / static_cast<double>(samples_.size() - 1));
  }

  /// The time and the ratios with their 95% intervals, which do not follow from samples taken as
  /// independent.
  Json estimate() const {
    const KernelResult& result = *entry_.result;
    const Interval& seconds = result.timing->seconds;
    Json json = aggregate("estimate", seconds.median);
    json["real_time_low"] = 1e9 * seconds.low;
    json["real_time_high"] = 1e9 * seconds.high;
    if (case_.work.bytes() > 0) json["bytes_per_second"] = case_.work.bytes() / seconds.median;
    if (case_.work.flops > 0) json["flops_per_second"] = case_.work.flops / seconds.median;
    if (result.share_of_ceiling > 0) json["ceiling_share"] = result.share_of_ceiling;
    add_ratio(json, "ratio", entry_.against_native);
    add_ratio(json, "own_ratio", entry_.against_own);
    return json;
  }

  static void add_ratio(Json& json, const std::string& name,
                        const std::optional<judge::JudgedRatio>& judged) {
    if (!judged) return;
    json[name] = judged->ratio.median;
    json[name + "_low"] = judged->ratio.low;
    json[name + "_high"] = judged->ratio.high;
  }

  Json entry(const std::string& name, const char* run_type, double seconds) const {
    Json json = {{"name", name},
                 {"family_index", family_},
                 {"per_family_instance_index", 0},
                 {"run_name", name_},
                 {"run_type", run_type},
                 {"repetitions", count_},
                 {"threads", 1},
                 {"iterations", std::max(case_.sampling.repeats, 1)},
                 {"real_time", 1e9 * seconds},
                 {"cpu_time", 1e9 * seconds},
                 {"time_unit", "ns"}};
    if (*run_type == 'i' && case_.work.bytes() > 0)
      json["bytes_per_second"] = case_.work.bytes() / seconds;
    return json;
  }

  Json aggregate(const std::string& aggregate_name, double seconds) const {
    Json json = entry(name_ + "_" + aggregate_name, "aggregate", seconds);
    json["iterations"] = count_;
    json["aggregate_name"] = aggregate_name;
    json["aggregate_unit"] = "time";
    return json;
  }

  judge::Cell entry_;
  const CaseResult& case_;
  std::string name_;
  int family_;
  const std::vector<double>& samples_;  // empty in a compact file
  std::size_t count_;
};

}  // namespace

std::string model_name(const judge::Cell& entry) {
  const ModelForm& kernel = entry.kernel;
  std::string name(entry.is_first_build ? kernel.model.name() : kernel.model.key());
  const bool is_named = kernel.model.is_native() || name_of(kernel.form) != entry.of->form;
  if (kernel.form == Form::vendor || (is_named && entry.result != entry.reference))
    name.append("-").append(name_of(kernel.form));
  return name;
}

/// Includes native code that is in a case only for comparison: `compare.py filters` pairs by name.
std::string to_gbench(const judge::Cells& cells) {
  Json benchmarks = Json::array();
  int family = 0;
  for (const judge::Cell& cell : cells.all())
    if (cell.result->timing) Benchmark(cell, family++).append_to(benchmarks);
  // No white space: a full run has tens of thousands of repetitions.
  return Json{{"context", context(cells.results())}, {"benchmarks", std::move(benchmarks)}}.dump() +
         "\n";
}

}  // namespace tilebridge::write
