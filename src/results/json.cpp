// SPDX-License-Identifier: Apache-2.0
#include "results/json.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <variant>

#include "base/error.hpp"
#include "catalogue/parameters.hpp"
#include "results/fields.hpp"

namespace tilebridge {

template <>
inline constexpr std::array values_of<Status> = {Status::ok, Status::invalid, Status::skipped,
                                                 Status::no_equivalent};
template <>
inline constexpr std::array values_of<Verdict> = {Verdict::parity, Verdict::slower, Verdict::faster,
                                                  Verdict::inconclusive};

// The members of each struct in the file.

template <IsA<ModelForm> Self, class Visit>
void fields(Self& kernel, const Visit& visit) {
  visit("model", kernel.model);
  visit("form", kernel.form);
}

/// Times have a median; ratios stand in its place, under their own name.
template <IsA<Interval> Self, class Visit>
void fields(Self& interval, const Visit& visit, const char* median = "median") {
  visit(median, interval.median);
  visit("low", interval.low);
  visit("high", interval.high);
}

template <IsA<Validation> Self, class Visit>
void fields(Self& v, const Visit& visit) {
  visit("max_error", v.max_error);
  visit("bound", v.bound);
  visit("elements", v.elements);
  visit("wrong", v.wrong);
  if (v.ok()) return;
  visit("first_wrong", v.first_wrong);
  visit("expected", v.expected);
  visit("got", v.got);
}

template <IsA<GlobalTraffic> Self, class Visit>
void fields(Self& t, const Visit& visit) {
  visit("requests", t.requests);
  visit("sectors", t.sectors);
  visit.derived("sectors_per_request", t.sectors_per_request());
  visit("bytes_asked", t.bytes_asked);
  if constexpr (!std::is_const_v<Self>) t.bytes_used = t.bytes_asked;  // in older files
  visit.kept("bytes_used", t.bytes_used);
  visit.derived("use", t.use());
}

template <IsA<SharedTraffic> Self, class Visit>
void fields(Self& t, const Visit& visit) {
  visit("requests", t.requests);
  visit("wavefronts", t.wavefronts);
  visit.derived("wavefronts_per_request", t.wavefronts_per_request());
}

template <IsA<ArrayTraffic> Self, class Visit>
void fields(Self& array, const Visit& visit) {
  visit("loaded_sectors", array.loaded);
  visit("stored_sectors", array.stored);
}

template <IsA<SamplingResult> Self, class Visit>
void fields(Self& s, const Visit& visit) {
  visit("rounds", s.rounds);
  visit("repeats", s.repeats);
  visit("stop", s.stop);
  visit("discarded_for_clock", s.discarded_for_clock);
  visit("discarded_as_early", s.discarded_as_early);
  visit("waits_for_host", s.waits_for_host);
  visit("clock_hz", s.clock_hz);
  visit("throttle_reasons", s.throttle_reasons);
  visit.kept("blocks", s.blocks);
  visit.optional("timer_step_s", s.timer_step);
}

/// Without the work's doubles, which follow from the parameters.
template <IsA<Work> Self, class Visit>
void fields(Self& work, const Visit& visit) {
  visit("bytes_read", work.bytes_read);
  visit("bytes_written", work.bytes_written);
  visit("flops", work.flops);
  visit.kept("bytes_to_device", work.to_device);
  visit.kept("bytes_to_host", work.to_host);
  visit.kept("steps", work.steps);
  visit("on_chip", work.on_chip);
}

template <IsA<Ceilings> Self, class Visit>
void fields(Self& c, const Visit& visit) {
  visit.scaled("read_GB_per_s", c.read_bytes_per_s, 1e9);
  visit.scaled("write_GB_per_s", c.write_bytes_per_s, 1e9);
  visit.scaled("copy_GB_per_s", c.copy_bytes_per_s, 1e9);
  visit.scaled("TFLOP_per_s", c.flops, 1e12);
  visit.scaled("to_device_GB_per_s", c.to_device_bytes_per_s, 1e9, false);
  visit.scaled("to_host_GB_per_s", c.to_host_bytes_per_s, 1e9, false);
  visit.scaled("l2_GB_per_s", c.l2_bytes_per_s, 1e9, false);
  visit.scaled("launch_us", c.launch_seconds, 1e-6, false);
}

template <IsA<LaunchShape> Self, class Visit>
void fields(Self& launch, const Visit& visit) {
  visit("grid", launch.grid);
  visit("block", launch.block);
  visit("shared_bytes", launch.shared_bytes);
}

template <IsA<KernelResult> Self, class Visit>
void fields(Self& result, const Visit& visit) {
  visit("status", result.status);
  visit.optional("reason", result.reason);
  visit.optional("validation", result.validation);
  visit.optional("launches", result.launches);
}

template <IsA<ComparisonResult> Self, class Visit>
void fields(Self& comparison, const Visit& visit) {
  visit("kernel", comparison.kernel);
  visit("against", comparison.against);
  fields(comparison.ratio, visit, "ratio");
  visit("verdict", comparison.verdict);
}

template <IsA<CaseResult> Self, class Visit>
void fields(Self& c, const Visit& visit) {
  visit("experiment", c.experiment);
  visit("variant", c.variant);
  visit("form", c.form);
  visit("compared_with", c.compared_with);
  visit("platform", c.platform);
  fields(c.work, visit);
  visit("sampling", c.sampling);
}

template <IsA<SelfComparison> Self, class Visit>
void fields(Self& c, const Visit& visit) {
  visit("experiment", c.experiment);
  visit("variant", c.variant);
  visit("seconds", c.seconds);
  fields(c.ratio, visit, "ratio");
  visit("verdict", c.verdict);
  visit.kept("blocks", c.blocks);
}

namespace {

template <class T>
T value_of(const Json& json) {
  T value;
  read(json, value);
  return value;
}

/// Samples are rounded to six digits: a timer with nanosecond resolution has no more, and the file
/// of a full run is a third of the size.
Json samples_to_json(std::vector<double> samples) {
  for (double& sample : samples) {
    const std::string text = fmt::format("{:.5e}", sample);
    std::from_chars(text.data(), text.data() + text.size(), sample);
  }
  return samples;
}

void read_parameters(const Json& json, Parameters& parameters, std::string& cache) {
  for (const auto& [name, value] : json.items()) {
    if (name == "cache") continue;
    if (value.is_string())
      parameters.set(name, value.get<std::string>());
    else
      parameters.set(name, value.get<std::int64_t>());
  }
  read(json.at("cache"), cache);
}

/// Calls visit(name, part of `traffic`) for each kind of instruction.
template <class Traffic, class Visit>
void for_each_kind(Traffic& traffic, const Visit& visit) {
  visit("load", traffic.load);
  visit("store", traffic.store);
  visit("atomic", traffic.atomic);
  visit("shared_load", traffic.shared_load);
  visit("shared_store", traffic.shared_store);
  visit("shared_atomic", traffic.shared_atomic);
}

/// Omits kinds of instruction that a kernel does not have.
Json prediction_to_json(const Prediction& prediction, const Work& work) {
  const Traffic& traffic = prediction.traffic;
  Json json = Json::object();
  for_each_kind(traffic, [&](const char* kind, const auto& of_kind) {
    if (of_kind.requests > 0) json[kind] = json_of(of_kind);
  });
  json["arrays"] = Json::object();
  for (const auto& [array, sectors] : traffic.arrays) json["arrays"][array] = json_of(sectors);
  json["bytes_moved"] = traffic.bytes_moved();
  json["l1_passes"] = traffic.l1_passes;
  json["exact"] = traffic.exact;
  if (prediction.seconds == 0) return json;
  json["seconds"] = prediction.seconds;
  json["GB_per_s"] = work.bytes() / prediction.seconds / 1e9;
  return json;
}
Prediction prediction_from_json(const Json& json) {
  Prediction prediction;
  Traffic& traffic = prediction.traffic;
  for_each_kind(traffic, [&](const char* kind, auto& of_kind) {
    if (json.contains(kind)) read(json[kind], of_kind);
  });
  for (const auto& [array, sectors] : json.at("arrays").items())
    read(sectors, traffic.arrays[array]);
  read(json.at("l1_passes"), traffic.l1_passes);
  read(json.at("exact"), traffic.exact);
  prediction.seconds = json.value("seconds", 0.0);
  return prediction;
}

Json counters_to_json(const Counters& counters) {
  Json json = {{"kernels", counters.kernels}};
  for (const CounterInfo& info : counter_infos())
    if (const auto value = counters.of(info.counter)) json[std::string(info.name)] = *value;
  return json;
}
Counters counters_from_json(const Json& json) {
  Counters counters = {json.at("kernels").get<int>()};
  for (const CounterInfo& info : counter_infos())
    if (const std::string name(info.name); json.contains(name))
      counters.values[info.counter] = json[name].get<double>();
  return counters;
}

void add_timing(Json& json, const KernelResult& result, const Work& work) {
  const Timing& timing = *result.timing;
  const double seconds = timing.seconds.median;
  json["seconds"] = json_of(timing.seconds);
  json["seconds"]["samples"] = samples_to_json(timing.samples);
  if (timing.wall_seconds > 0) json["wall_seconds"] = timing.wall_seconds;
  for (const double hertz : timing.clocks_hz)
    json["clocks_MHz"].push_back(std::lround(hertz / 1e6));
  json["bytes"] = work.bytes();
  json["flops"] = work.flops;
  json["GB_per_s"] = work.bytes() / seconds / 1e9;
  json["GFLOP_per_s"] = work.flops / seconds / 1e9;
  if (work.steps > 0) json["ns_per_step"] = 1e9 * seconds / work.steps;
  json["share_of_ceiling"] = result.share_of_ceiling;
  json["share_of_datasheet"] = result.share_of_datasheet;
}
void read_timing(const Json& json, KernelResult& result) {
  Timing& timing = result.timing.emplace();
  read(json.at("seconds"), timing.seconds);
  timing.samples = json["seconds"].at("samples").get<std::vector<double>>();
  timing.wall_seconds = json.value("wall_seconds", 0.0);
  for (const Json& clock : json.value("clocks_MHz", Json::array()))
    timing.clocks_hz.push_back(1e6 * clock.get<double>());
  read(json.at("share_of_ceiling"), result.share_of_ceiling);
  read(json.at("share_of_datasheet"), result.share_of_datasheet);
}

Json result_to_json(const ModelForm& kernel, const KernelResult& result, const Work& work) {
  Json json = json_of(kernel);
  json.update(json_of(result));
  if (result.prediction) json["predicted"] = prediction_to_json(*result.prediction, work);
  if (result.counters) json["counters"] = counters_to_json(*result.counters);
  if (result.timing) add_timing(json, result, work);
  return json;
}
KernelResult result_from_json(const Json& json) {
  auto result = value_of<KernelResult>(json);
  if (json.contains("predicted")) result.prediction = prediction_from_json(json["predicted"]);
  if (json.contains("counters")) result.counters = counters_from_json(json["counters"]);
  if (json.contains("seconds")) read_timing(json, result);
  return result;
}

Json comparison_to_json(const ComparisonResult& comparison) {
  Json json = json_of(comparison);
  if (comparison.within.high > 0)
    json["within"] = {{"low", comparison.within.low}, {"high", comparison.within.high}};
  return json;
}
ComparisonResult comparison_from_json(const Json& json) {
  auto comparison = value_of<ComparisonResult>(json);
  if (json.contains("within")) {
    comparison.within.median = json["ratio"].get<double>();
    read(json["within"].at("low"), comparison.within.low);
    read(json["within"].at("high"), comparison.within.high);
  }
  return comparison;
}

Json self_comparison_to_json(const SelfComparison& c) {
  Json json = json_of(c);
  json["parameters"] = parameters_to_json(c.parameters, c.cache);
  json["samples"] = Json::array();
  for (const std::vector<double>& side : c.samples)
    json["samples"].push_back(samples_to_json(side));
  return json;
}

SelfComparison self_comparison_from_json(const Json& json) {
  auto c = value_of<SelfComparison>(json);
  read_parameters(json.at("parameters"), c.parameters, c.cache);
  c.samples = json.value("samples", std::vector<std::vector<double>>());
  return c;
}

Json self_check_to_json(const SelfCheck& check) {
  Json json = {{"parity_band", check.parity_band},
               {"parity", check.count(Verdict::parity)},
               {"slower", check.count(Verdict::slower)},
               {"faster", check.count(Verdict::faster)},
               {"inconclusive", check.count(Verdict::inconclusive)},
               {"false_verdict_rate", check.false_verdict_rate()},
               {"coverage_of_1", check.coverage()},
               {"error_99_of_100", check.usual_error()},
               {"narrow_share_over_20us", json_of(check.narrow_share())},
               {"comparisons", Json::array()}};
  for (const SelfComparison& c : check.comparisons)
    json["comparisons"].push_back(self_comparison_to_json(c));
  return json;
}
SelfCheck self_check_from_json(const Json& json) {
  SelfCheck check = {json.at("parity_band").get<double>(), {}};
  for (const Json& c : json.at("comparisons"))
    check.comparisons.push_back(self_comparison_from_json(c));
  return check;
}

Json flush_to_json(const FlushCheck& flush) {
  Json json = {{"times", flush.times}, {"checked", Json::array()}};
  for (const auto& [times, seconds] : flush.seconds) {
    json["checked"].push_back(json_of(seconds));
    json["checked"].back()["times"] = times;
  }
  return json;
}
FlushCheck flush_from_json(const Json& json) {
  FlushCheck flush = {json.at("times").get<int>()};
  for (const Json& checked : json.at("checked"))
    read(checked, flush.seconds[checked.at("times").get<int>()]);
  return flush;
}

std::int64_t version_of(const Json& json) {
  if (!json.is_object() || !json.contains("schema_version") ||
      !json["schema_version"].is_number_integer())
    throw UsageError("it is not a tilebridge result file: it has no schema_version");
  const auto version = json["schema_version"].get<std::int64_t>();
  if (version > schema_version)
    throw UsageError(
        fmt::format("it has schema version {}, newer than the {} this program knows; "
                    "read it with a newer tilebridge",
                    version, schema_version));
  if (version < 1)
    throw UsageError(fmt::format("it has schema version {}, which does not exist", version));
  return version;
}

Json object_at(const Json& json, const char* name) {
  if (!json.at(name).is_object()) throw UsageError(fmt::format("'{}' is not an object", name));
  return json[name];
}

/// Throws UsageError for a key that no model can have.
void check_keys(const Json& models) {
  for (const auto& [key, build] : models.items()) value_of<Model>(key);
}

}  // namespace

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json parameters_to_json(const Parameters& parameters, const std::string& cache) {
  Json json = Json::object();
  for (const auto& [name, value] : parameters)
    std::visit([&, &member = name](const auto& v) { json[member] = v; }, value);
  json["cache"] = cache;
  return json;
}

Json to_json(const CaseResult& c) {
  Json json = json_of(c);
  json["parameters"] = parameters_to_json(c.parameters, c.cache);
  json["kernels"] = Json::array();
  for (const auto& [kernel, result] : c.kernels)
    json["kernels"].push_back(result_to_json(kernel, result, c.work));
  json["comparisons"] = Json::array();
  for (const ComparisonResult& comparison : c.comparisons)
    json["comparisons"].push_back(comparison_to_json(comparison));
  return json;
}

CaseResult case_from_json(const Json& json) {
  auto c = value_of<CaseResult>(json);
  read_parameters(json.at("parameters"), c.parameters, c.cache);
  c.work.of_doubles = is_double(c.parameters);
  for (const Json& kernel : json.at("kernels"))
    c.kernels[value_of<ModelForm>(kernel)] = result_from_json(kernel);
  for (const Json& comparison : json.at("comparisons"))
    c.comparisons.push_back(comparison_from_json(comparison));
  return c;
}

Json to_json(const Ceilings& ceilings) { return json_of(ceilings); }
Ceilings ceilings_from_json(const Json& json) { return value_of<Ceilings>(json); }

Json to_json(const Results& results) {
  Json json = {
      {"schema_version", schema_version},
      {"program", results.program},
      {"host", results.host},
      {"device", results.device},
      {"builds", results.builds},
      {"ceilings",
       {{"measured", to_json(results.ceilings)}, {"datasheet", to_json(results.datasheet)}}},
      {"cases", Json::array()}};
  if (!results.flush.seconds.empty()) json["flush"] = flush_to_json(results.flush);
  for (const CaseResult& c : results.cases) json["cases"].push_back(to_json(c));
  if (results.self_check) json["self_check"] = self_check_to_json(*results.self_check);
  return json;
}

Results results_from_json(const Json& json) try {
  if (version_of(json) == 1) return results_from_json(from_schema_1(json));
  Results results;
  results.program = object_at(json, "program");
  results.host = object_at(json, "host");
  results.device = object_at(json, "device");
  results.builds = object_at(json, "builds");
  check_keys(object_at(results.builds, "models"));
  results.ceilings = ceilings_from_json(json.at("ceilings").at("measured"));
  results.datasheet = ceilings_from_json(json.at("ceilings").at("datasheet"));
  if (json.contains("flush")) results.flush = flush_from_json(json["flush"]);
  for (const Json& c : json.at("cases")) results.cases.push_back(case_from_json(c));
  if (json.contains("self_check")) results.self_check = self_check_from_json(json["self_check"]);
  return results;
} catch (const nlohmann::json::exception& error) {
  throw UsageError(fmt::format("it is not a whole result file ({})", error.what()));
}

}  // namespace tilebridge
