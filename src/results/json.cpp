// SPDX-License-Identifier: Apache-2.0
#include "results/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <variant>

#include "base/error.hpp"
#include "catalogue/real.hpp"
#include "results/schema_1.hpp"

namespace tilebridge {
namespace {

constexpr std::array statuses = {Status::ok, Status::invalid, Status::skipped,
                                 Status::no_equivalent};
constexpr std::array verdicts = {Verdict::parity, Verdict::slower, Verdict::faster,
                                 Verdict::inconclusive};

template <class Enum, std::size_t n>
Enum from_name(const std::array<Enum, n>& all, const std::string& name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](Enum value) { return name_of(value) == name; });
  if (found == all.end()) throw UsageError("'" + name + "' is not known here");
  return *found;
}

Json kernel_to_json(const ModelForm& kernel) {
  return {{"model", kernel.model.key()}, {"form", name_of(kernel.form)}};
}
ModelForm kernel_from_json(const Json& json) try {
  return {Model(json.at("model").get<std::string>()),
          from_name(all_forms, json.at("form").get<std::string>())};
} catch (const std::length_error& error) {
  throw UsageError(error.what());
}

/// JSON has no NaN or infinity: they are written as null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
double to_number(const Json& json) { return json.is_null() ? std::nan("") : json.get<double>(); }
double number_at(const Json& json, const char* name) { return to_number(json.at(name)); }

/// Samples are rounded to six digits: a timer with nanosecond resolution has no more, and the file
/// of a full run is a third of the size.
Json samples_to_json(std::vector<double> samples) {
  for (double& sample : samples) {
    const std::string text = fmt::format("{:.5e}", sample);
    std::from_chars(text.data(), text.data() + text.size(), sample);
  }
  return samples;
}

Json interval_to_json(const Interval& interval, const char* name) {
  return {{name, interval.median}, {"low", interval.low}, {"high", interval.high}};
}
Interval interval_from_json(const Json& json, const char* name) {
  return {json.at(name).get<double>(), number_at(json, "low"), number_at(json, "high")};
}

Parameters parameters_from_json(const Json& json) {
  Parameters parameters;
  for (const auto& [name, value] : json.items()) {
    if (name == "cache") continue;
    if (value.is_string())
      parameters.set(name, value.get<std::string>());
    else
      parameters.set(name, value.get<std::int64_t>());
  }
  return parameters;
}

Json validation_to_json(const Validation& v) {
  Json json = {{"max_error", number(v.max_error)},
               {"bound", number(v.bound)},
               {"elements", v.elements},
               {"wrong", v.wrong}};
  if (v.ok()) return json;
  json["first_wrong"] = v.first_wrong;
  json["expected"] = number(v.expected);
  json["got"] = number(v.got);
  return json;
}
Validation validation_from_json(const Json& json) {
  Validation v;
  v.max_error = number_at(json, "max_error");
  v.bound = number_at(json, "bound");
  v.elements = json.at("elements").get<std::size_t>();
  v.wrong = json.at("wrong").get<std::size_t>();
  if (v.ok()) return v;
  v.first_wrong = json.at("first_wrong").get<std::size_t>();
  v.expected = number_at(json, "expected");
  v.got = number_at(json, "got");
  return v;
}

Json traffic_to_json(const GlobalTraffic& t) {
  return {{"requests", t.requests},
          {"sectors", t.sectors},
          {"sectors_per_request", t.sectors_per_request()},
          {"bytes_asked", t.bytes_asked},
          {"bytes_used", t.bytes_used},
          {"use", t.use()}};
}
Json traffic_to_json(const SharedTraffic& t) {
  return {{"requests", t.requests},
          {"wavefronts", t.wavefronts},
          {"wavefronts_per_request", t.wavefronts_per_request()}};
}
void traffic_from_json(const Json& json, GlobalTraffic& t) {
  const double bytes_asked = json.at("bytes_asked").get<double>();
  t = {json.at("requests").get<double>(), json.at("sectors").get<double>(), bytes_asked,
       json.value("bytes_used", bytes_asked)};  // absent from older files
}
void traffic_from_json(const Json& json, SharedTraffic& t) {
  t = {json.at("requests").get<double>(), json.at("wavefronts").get<double>()};
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
    if (of_kind.requests > 0) json[kind] = traffic_to_json(of_kind);
  });
  json["arrays"] = Json::object();
  for (const auto& [array, sectors] : traffic.arrays)
    json["arrays"][array] = {{"loaded_sectors", sectors.loaded},
                             {"stored_sectors", sectors.stored}};
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
    if (json.contains(kind)) traffic_from_json(json[kind], of_kind);
  });
  for (const auto& [array, sectors] : json.at("arrays").items())
    traffic.arrays[array] = {sectors.at("loaded_sectors").get<double>(),
                             sectors.at("stored_sectors").get<double>()};
  traffic.l1_passes = json.at("l1_passes").get<double>();
  traffic.exact = json.at("exact").get<bool>();
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
  Counters counters;
  counters.kernels = json.at("kernels").get<int>();
  for (const CounterInfo& info : counter_infos())
    if (const std::string name(info.name); json.contains(name))
      counters.values[info.counter] = json[name].get<double>();
  return counters;
}

Json clocks_to_json(const std::vector<double>& hertz) {
  Json json = Json::array();
  for (const double clock : hertz) json.push_back(std::lround(clock / 1e6));
  return json;
}
std::vector<double> clocks_from_json(const Json& json) {
  std::vector<double> hertz;
  for (const Json& clock : json) hertz.push_back(1e6 * clock.get<double>());
  return hertz;
}

Json result_to_json(const ModelForm& kernel, const KernelResult& result, const Work& work) {
  Json json = kernel_to_json(kernel);
  json["status"] = name_of(result.status);
  if (!result.reason.empty()) json["reason"] = result.reason;
  if (result.validation) json["validation"] = validation_to_json(*result.validation);
  if (result.prediction) json["predicted"] = prediction_to_json(*result.prediction, work);
  if (result.counters) json["counters"] = counters_to_json(*result.counters);
  if (!result.timing) return json;
  const double seconds = result.timing->seconds.median;
  json["seconds"] = interval_to_json(result.timing->seconds, "median");
  json["seconds"]["samples"] = samples_to_json(result.timing->samples);
  if (result.timing->wall_seconds > 0) json["wall_seconds"] = result.timing->wall_seconds;
  json["launch_index_p"] = result.timing->launch_index_p;
  if (!result.timing->clocks_hz.empty())
    json["clocks_MHz"] = clocks_to_json(result.timing->clocks_hz);
  json["bytes"] = work.bytes();
  json["flops"] = work.flops;
  json["GB_per_s"] = work.bytes() / seconds / 1e9;
  json["GFLOP_per_s"] = work.flops / seconds / 1e9;
  if (work.steps > 0) json["ns_per_step"] = 1e9 * seconds / work.steps;
  json["share_of_ceiling"] = result.share_of_ceiling;
  json["share_of_datasheet"] = result.share_of_datasheet;
  return json;
}
KernelResult result_from_json(const Json& json) {
  KernelResult result;
  result.status = from_name(statuses, json.at("status").get<std::string>());
  result.reason = json.value("reason", "");
  if (json.contains("validation")) result.validation = validation_from_json(json["validation"]);
  if (json.contains("predicted")) result.prediction = prediction_from_json(json["predicted"]);
  if (json.contains("counters")) result.counters = counters_from_json(json["counters"]);
  if (!json.contains("seconds")) return result;
  const Json& seconds = json["seconds"];
  result.timing = {interval_from_json(seconds, "median"),
                   seconds.at("samples").get<std::vector<double>>(),
                   json.value("wall_seconds", 0.0), json.value("launch_index_p", 1.0),
                   clocks_from_json(json.value("clocks_MHz", Json::array()))};
  result.share_of_ceiling = number_at(json, "share_of_ceiling");
  result.share_of_datasheet = number_at(json, "share_of_datasheet");
  return result;
}

Interval within_from_json(const Json& comparison) {
  if (!comparison.contains("within")) return {};
  const Json& ends = comparison["within"];
  return {comparison.at("ratio").get<double>(), number_at(ends, "low"), number_at(ends, "high")};
}

std::vector<Interval> runs_from_json(const Json& json) {
  std::vector<Interval> runs;
  for (const Json& run : json) runs.push_back(interval_from_json(run, "ratio"));
  return runs;
}

Json comparison_to_json(const ComparisonResult& comparison) {
  Json json = {{"kernel", kernel_to_json(comparison.kernel)},
               {"against", kernel_to_json(comparison.against)}};
  json.update(interval_to_json(comparison.ratio, "ratio"));
  json["verdict"] = name_of(comparison.verdict);
  if (comparison.within.high > 0)
    json["within"] = {{"low", comparison.within.low}, {"high", comparison.within.high}};
  for (const Interval& run : comparison.by_run)
    json["by_run"].push_back(interval_to_json(run, "ratio"));
  return json;
}
ComparisonResult comparison_from_json(const Json& json) {
  return {kernel_from_json(json.at("kernel")),
          kernel_from_json(json.at("against")),
          interval_from_json(json, "ratio"),
          from_name(verdicts, json.at("verdict").get<std::string>()),
          within_from_json(json),
          runs_from_json(json.value("by_run", Json::array()))};
}

Json sampling_to_json(const SamplingResult& s) {
  Json json = {{"rounds", s.rounds},
               {"repeats", s.repeats},
               {"stop", s.stop},
               {"discarded_for_clock", s.discarded_for_clock},
               {"discarded_as_early", s.discarded_as_early},
               {"waits_for_host", s.waits_for_host},
               {"clock_hz", s.clock_hz},
               {"throttle_reasons", s.throttle_reasons},
               {"blocks", s.blocks}};
  if (s.timer_step > 0) json["timer_step_s"] = s.timer_step;
  if (!s.runs.empty()) json["runs"] = s.runs;
  return json;
}
SamplingResult sampling_from_json(const Json& json) {
  return {json.at("rounds").get<int>(),
          json.at("repeats").get<int>(),
          json.at("discarded_for_clock").get<int>(),
          json.at("discarded_as_early").get<int>(),
          json.at("waits_for_host").get<bool>(),
          number_at(json, "clock_hz"),
          json.at("stop").get<std::string>(),
          json.at("throttle_reasons").get<std::vector<std::string>>(),
          json.value("blocks", std::vector<int>()),
          json.value("timer_step_s", 0.0),
          json.value("runs", std::vector<int>())};
}

Json rank_kernel_to_json(const ModelForm& kernel, const RankKernel& result) {
  Json json = kernel_to_json(kernel);
  json["status"] = name_of(result.status);
  if (!result.reason.empty()) json["reason"] = result.reason;
  if (result.seconds) json["seconds"] = interval_to_json(*result.seconds, "median");
  if (result.ratio) json["ratio"] = interval_to_json(*result.ratio, "median");
  return json;
}
RankKernel rank_kernel_from_json(const Json& json) {
  RankKernel result;
  result.status = from_name(statuses, json.at("status").get<std::string>());
  result.reason = json.value("reason", "");
  if (json.contains("seconds")) result.seconds = interval_from_json(json["seconds"], "median");
  if (json.contains("ratio")) result.ratio = interval_from_json(json["ratio"], "median");
  return result;
}

}  // namespace

Json to_json(const RankCase& part) {
  Json json = {{"rank", part.rank},
               {"clock_hz", part.clock_hz},
               {"throttle_reasons", part.throttle_reasons},
               {"kernels", Json::array()}};
  for (const auto& [kernel, result] : part.kernels)
    json["kernels"].push_back(rank_kernel_to_json(kernel, result));
  return json;
}

RankCase rank_case_from_json(const Json& json) {
  RankCase part;
  part.rank = json.at("rank").get<int>();
  part.clock_hz = number_at(json, "clock_hz");
  part.throttle_reasons = json.at("throttle_reasons").get<std::vector<std::string>>();
  for (const Json& kernel : json.at("kernels"))
    part.kernels[kernel_from_json(kernel)] = rank_kernel_from_json(kernel);
  return part;
}

Json to_json(const CaseResult& c) {
  Json json = {{"experiment", c.experiment},
               {"variant", c.variant},
               {"form", c.form},
               {"compared_with", c.compared_with},
               {"platform", c.platform},
               {"parameters", parameters_to_json(c.parameters, c.cache)},
               {"bytes_read", c.work.bytes_read},
               {"bytes_written", c.work.bytes_written},
               {"flops", c.work.flops},
               {"bytes_to_device", c.work.to_device},
               {"bytes_to_host", c.work.to_host},
               {"steps", c.work.steps},
               {"on_chip", c.work.on_chip},
               {"kernels", Json::array()},
               {"comparisons", Json::array()},
               {"sampling", sampling_to_json(c.sampling)}};
  for (const auto& [kernel, result] : c.kernels)
    json["kernels"].push_back(result_to_json(kernel, result, c.work));
  for (const ComparisonResult& comparison : c.comparisons)
    json["comparisons"].push_back(comparison_to_json(comparison));
  if (c.by_rank.empty()) return json;
  json["rank"] = c.rank;
  for (const RankCase& part : c.by_rank) json["by_rank"].push_back(to_json(part));
  return json;
}

CaseResult case_from_json(const Json& json) {
  CaseResult c;
  c.experiment = json.at("experiment").get<std::string>();
  c.variant = json.at("variant").get<std::string>();
  c.form = json.at("form").get<std::string>();
  c.compared_with = json.at("compared_with").get<std::string>();
  c.platform = json.at("platform").get<std::string>();
  c.parameters = parameters_from_json(json.at("parameters"));
  c.cache = json.at("parameters").at("cache").get<std::string>();
  c.work = {number_at(json, "bytes_read"),
            number_at(json, "bytes_written"),
            number_at(json, "flops"),
            json.at("on_chip").get<bool>(),
            json.value("bytes_to_device", 0.0),
            json.value("bytes_to_host", 0.0),
            is_double(c.parameters),
            json.value("steps", 0.0)};
  for (const Json& kernel : json.at("kernels"))
    c.kernels[kernel_from_json(kernel)] = result_from_json(kernel);
  for (const Json& comparison : json.at("comparisons"))
    c.comparisons.push_back(comparison_from_json(comparison));
  c.sampling = sampling_from_json(json.at("sampling"));
  if (!json.contains("by_rank")) return c;
  c.rank = json.at("rank").get<int>();
  for (const Json& part : json["by_rank"]) c.by_rank.push_back(rank_case_from_json(part));
  return c;
}

Json to_json(const SelfComparison& c) {
  Json json = {{"experiment", c.experiment},
               {"variant", c.variant},
               {"parameters", parameters_to_json(c.parameters, c.cache)},
               {"seconds", c.seconds}};
  json.update(interval_to_json(c.ratio, "ratio"));
  json["verdict"] = name_of(c.verdict);
  json["blocks"] = c.blocks;
  json["samples"] = Json::array();
  for (const std::vector<double>& side : c.samples)
    json["samples"].push_back(samples_to_json(side));
  return json;
}

SelfComparison self_comparison_from_json(const Json& json) {
  return {json.at("experiment").get<std::string>(),
          json.at("variant").get<std::string>(),
          parameters_from_json(json.at("parameters")),
          json.at("parameters").at("cache").get<std::string>(),
          json.at("seconds").get<double>(),
          interval_from_json(json, "ratio"),
          from_name(verdicts, json.at("verdict").get<std::string>()),
          json.value("samples", std::vector<std::vector<double>>()),
          json.value("blocks", std::vector<int>())};
}

Json to_json(const Ceilings& c) {
  Json json = {{"read_GB_per_s", c.read_bytes_per_s / 1e9},
               {"write_GB_per_s", c.write_bytes_per_s / 1e9},
               {"copy_GB_per_s", c.copy_bytes_per_s / 1e9},
               {"TFLOP_per_s", c.flops / 1e12},
               {"to_device_GB_per_s", c.to_device_bytes_per_s / 1e9},
               {"to_host_GB_per_s", c.to_host_bytes_per_s / 1e9},
               {"l2_GB_per_s", c.l2_bytes_per_s / 1e9}};
  if (c.launch_seconds > 0) json["launch_us"] = c.launch_seconds * 1e6;
  return json;
}
Ceilings ceilings_from_json(const Json& json) {
  return {
      json.at("read_GB_per_s").get<double>() * 1e9, json.at("write_GB_per_s").get<double>() * 1e9,
      json.at("copy_GB_per_s").get<double>() * 1e9, json.at("TFLOP_per_s").get<double>() * 1e12,
      json.value("to_device_GB_per_s", 0.0) * 1e9,  json.value("to_host_GB_per_s", 0.0) * 1e9,
      json.value("l2_GB_per_s", 0.0) * 1e9,         json.value("launch_us", 0.0) * 1e-6};
}

namespace {

Json rank_to_json(const RankInfo& info) {
  Json json = {{"rank", info.rank},
               {"host", info.host},
               {"device", info.device},
               {"pci_bus", info.pci_bus},
               {"status", info.failure.empty() ? "ok" : "failed"}};
  if (!info.failure.empty()) json["reason"] = info.failure;
  json["ceilings"] = to_json(info.ceilings);
  return json;
}
RankInfo rank_from_json(const Json& json) {
  return {json.at("rank").get<int>(),
          json.at("host").get<std::string>(),
          json.at("device").get<std::string>(),
          json.at("pci_bus").get<std::string>(),
          json.value("reason", ""),
          ceilings_from_json(json.at("ceilings"))};
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
               {"narrow_share_over_20us", number(check.narrow_share().value_or(std::nan("")))},
               {"comparisons", Json::array()}};
  for (const SelfComparison& c : check.comparisons) json["comparisons"].push_back(to_json(c));
  return json;
}
SelfCheck self_check_from_json(const Json& json) {
  SelfCheck check;
  check.parity_band = json.at("parity_band").get<double>();
  for (const Json& c : json.at("comparisons"))
    check.comparisons.push_back(self_comparison_from_json(c));
  return check;
}

Json flush_to_json(const FlushCheck& flush) {
  Json json = {{"times", flush.times}, {"checked", Json::array()}};
  for (const auto& [times, seconds] : flush.seconds) {
    Json checked = interval_to_json(seconds, "median");
    checked["times"] = times;
    json["checked"].push_back(checked);
  }
  return json;
}
FlushCheck flush_from_json(const Json& json) {
  FlushCheck flush = {json.at("times").get<int>()};
  for (const Json& checked : json.at("checked"))
    flush.seconds[checked.at("times").get<int>()] = interval_from_json(checked, "median");
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
void check_keys(const Json& models) try {
  for (const auto& [key, build] : models.items()) Model{key};
} catch (const std::length_error& error) {
  throw UsageError(error.what());
}

}  // namespace

Json parameters_to_json(const Parameters& parameters, const std::string& cache) {
  Json json = Json::object();
  for (const auto& [name, value] : parameters)
    std::visit([&, &member = name](const auto& v) { json[member] = v; }, value);
  json["cache"] = cache;
  return json;
}

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
  for (const RankInfo& info : results.ranks) json["ranks"].push_back(rank_to_json(info));
  return json;
}

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
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
  if (json.contains("ranks"))
    for (const Json& info : json["ranks"]) results.ranks.push_back(rank_from_json(info));
  return results;
} catch (const nlohmann::json::exception& error) {
  throw UsageError(fmt::format("it is not a whole result file ({})", error.what()));
}

}  // namespace tilebridge
