// SPDX-License-Identifier: Apache-2.0
#include "results/json.hpp"

#include "base/error.hpp"
#include "catalogue/parameters.hpp"
#include "results/fields.hpp"
#include "results/tuning.hpp"

namespace tilebridge {

template <>
inline constexpr std::array values_of<Status> = {Status::ok, Status::invalid, Status::skipped,
                                                 Status::no_equivalent};
template <>
inline constexpr std::array values_of<Verdict> = {Verdict::parity, Verdict::slower, Verdict::faster,
                                                  Verdict::undecided};

/// Files of this schema call what is undecided inconclusive.
template <>
inline std::string_view file_name_of(Verdict verdict) {
  return verdict == Verdict::undecided ? "inconclusive" : name_of(verdict);
}

// The members of each struct in the file.

template <IsA<ModelForm> Self, class Visit>
void fields(Self& kernel, const Visit& visit) {
  visit("model", kernel.model, "form", kernel.form);
}

/// Times have a median; ratios stand in its place, under their own name.
template <IsA<Interval> Self, class Visit>
void fields(Self& interval, const Visit& visit, const char* median = "median") {
  visit(median, interval.median, "low", interval.low, "high", interval.high);
}

template <IsA<Count> Self, class Visit>
void fields(Self& count, const Visit& visit) {
  visit("number", count.number, "of", count.of, "what", count.what);
}

template <IsA<ElementRun> Self, class Visit>
void fields(Self& run, const Visit& visit) {
  visit("first", run.first, "count", run.count);
}

template <IsA<Misplaced> Self, class Visit>
void fields(Self& misplaced, const Visit& visit) {
  visit("element", misplaced.element, "belongs_to", misplaced.belongs_to);
}

template <IsA<Validation> Self, class Visit>
void fields(Self& v, const Visit& visit) {
  visit("max_error", v.max_error, "bound", v.bound, "elements", v.elements, "wrong", v.wrong);
  visit.optional("count", v.count);
  if (v.ok()) return;
  visit("first_wrong", v.first_wrong, "expected", v.expected, "got", v.got);
  visit.optional("wrong_runs", v.wrong_runs);
  visit.optional("misplaced", v.misplaced);
}

template <IsA<GlobalTraffic> Self, class Visit>
void fields(Self& t, const Visit& visit) {
  visit("requests", t.requests, "sectors", t.sectors);
  visit.derived("sectors_per_request", t.sectors_per_request());
  visit("bytes_asked", t.bytes_asked);
  if constexpr (!std::is_const_v<Self>) t.bytes_used = t.bytes_asked;  // in older files
  visit.kept("bytes_used", t.bytes_used);
  visit.derived("use", t.use());
}

template <IsA<SharedTraffic> Self, class Visit>
void fields(Self& t, const Visit& visit) {
  visit("requests", t.requests, "wavefronts", t.wavefronts);
  visit.derived("wavefronts_per_request", t.wavefronts_per_request());
}

template <IsA<ArrayTraffic> Self, class Visit>
void fields(Self& array, const Visit& visit) {
  visit("loaded_sectors", array.loaded, "stored_sectors", array.stored);
  visit.kept("loaded_sectors_once", array.sectors_once);
  visit.kept("loaded_bursts_once", array.bursts_once);
}

template <IsA<SamplingResult> Self, class Visit>
void fields(Self& s, const Visit& visit) {
  visit("rounds", s.rounds, "repeats", s.repeats, "stop", s.stop);
  visit("discarded_for_clock", s.discarded_for_clock, "discarded_as_early", s.discarded_as_early);
  visit("waits_for_host", s.waits_for_host, "clock_hz", s.clock_hz);
  visit("throttle_reasons", s.throttle_reasons);
  visit.kept("blocks", s.blocks);
  visit.optional("timer_step_s", s.timer_step);
}

/// Without the work's doubles, which follow from the parameters.
template <IsA<Work> Self, class Visit>
void fields(Self& work, const Visit& visit) {
  visit("bytes_read", work.bytes_read, "bytes_written", work.bytes_written, "flops", work.flops);
  visit.kept("bytes_to_device", work.to_device);
  visit.kept("bytes_to_host", work.to_host);
  visit.kept("steps", work.steps);
  visit("on_chip", work.on_chip);
  visit.optional("no_ceiling", work.no_ceiling);
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
  visit("grid", launch.grid, "block", launch.block, "shared_bytes", launch.shared_bytes);
}

/// Without kinds of instruction that a kernel does not have.
template <IsA<Prediction> Self, class Visit>
void fields(Self& prediction, const Visit& visit) {
  auto& traffic = prediction.traffic;
  const auto kind = [&](const char* name, auto& of_kind) {
    visit.part(name, of_kind.requests > 0, [&](const auto& part) { fields(of_kind, part); });
  };
  kind("load", traffic.load);
  kind("store", traffic.store);
  kind("atomic", traffic.atomic);
  kind("shared_load", traffic.shared_load);
  kind("shared_store", traffic.shared_store);
  kind("shared_atomic", traffic.shared_atomic);
  visit("arrays", traffic.arrays);
  visit.derived("bytes_moved", traffic.bytes_moved());
  visit("l1_passes", traffic.l1_passes, "exact", traffic.exact);
  visit.scaled("seconds", prediction.seconds, 1, false);
}

template <IsA<Timing> Self, class Visit>
void fields(Self& timing, const Visit& visit) {
  visit.part("seconds", true, [&](const auto& part) {
    fields(timing.seconds, part);
    part.optional("samples", timing.samples);
    part.optional("block_medians", timing.block_medians);
  });
  visit.optional("waits_for_host", timing.waits_for_host);
  if (!visit.among("back_to_back", timing.back_to_back)) return;
  visit.part("back_to_back", true, [&](const auto& part) {
    fields(*timing.back_to_back, part);
    part.optional("block_medians", timing.back_to_back_medians);
  });
}

template <IsA<Counters> Self, class Visit>
void fields(Self& counters, const Visit& visit) {
  visit("kernels", counters.kernels);
  for (const CounterInfo& info : counter_infos()) {
    std::optional<double> value = counters.of(info.counter);
    visit.optional(info.name.data(), value);
    if constexpr (!std::is_const_v<Self>)
      if (value) counters.values[info.counter] = *value;
  }
}

template <IsA<KernelResult> Self, class Visit>
void fields(Self& result, const Visit& visit) {
  visit("status", result.status);
  visit.optional("reason", result.reason);
  visit.optional("validation", result.validation);
  visit.optional("launches", result.launches);
  visit.optional("predicted", result.prediction);
  if (visit.among("seconds", result.timing)) fields(*result.timing, visit);
  visit.optional("counters", result.counters);
}

/// Behind the rates that follow from the times.
template <class Self, class Visit>
void share_fields(Self& result, const Visit& visit) {
  visit("share_of_ceiling", result.share_of_ceiling);
  visit("share_of_datasheet", result.share_of_datasheet);
}

template <IsA<ComparisonResult> Self, class Visit>
void fields(Self& comparison, const Visit& visit) {
  visit("kernel", comparison.kernel, "against", comparison.against);
  fields(comparison.ratio, visit, "ratio");
  visit.optional("block_medians", comparison.block_medians);
  visit("verdict", comparison.verdict);
  auto& within = comparison.within;
  const bool is_there = visit.part("within", within.high > 0, [&](const auto& part) {
    part("low", within.low, "high", within.high);
  });
  if constexpr (!std::is_const_v<Self>)
    if (is_there) within.median = comparison.ratio.median;
}

void setting_fields(const Parameters& parameters, const std::string& cache,
                    const FieldWriter& visit) {
  visit("parameters", parameters_to_json(parameters, cache));
}
void setting_fields(Parameters& parameters, std::string& cache, const FieldReader& visit) {
  Json json;
  visit("parameters", json);
  read(json.at("cache"), cache);
  read(json, parameters);
  parameters = parameters.without("cache");
}

template <IsA<CaseResult> Self, class Visit>
void fields(Self& c, const Visit& visit) {
  visit("experiment", c.experiment, "variant", c.variant, "form", c.form);
  visit("compared_with", c.compared_with, "platform", c.platform);
  fields(c.work, visit);
  visit("sampling", c.sampling);
  setting_fields(c.parameters, c.cache, visit);
}

template <IsA<SelfComparison> Self, class Visit>
void fields(Self& c, const Visit& visit) {
  visit("experiment", c.experiment, "variant", c.variant, "seconds", c.seconds);
  fields(c.ratio, visit, "ratio");
  visit("verdict", c.verdict);
  visit.kept("blocks", c.blocks);
  visit.optional("block_medians", c.block_medians);
  visit.optional("rounding", c.rounding);
  setting_fields(c.parameters, c.cache, visit);
  visit.kept("samples", c.samples);
}

template <IsA<SelfCheck> Self, class Visit>
void fields(Self& check, const Visit& visit) {
  visit.scaled("parity_band", check.parity_band, 1);
  for (const Verdict verdict : values_of<Verdict>)
    visit.derived(std::string(file_name_of(verdict)).c_str(), check.count(verdict));
  visit.derived("false_verdict_rate", check.false_verdict_rate());
  visit.derived("coverage_of_1", check.coverage());
  visit.derived("error_99_of_100", check.usual_error());
  visit.derived("narrow_share_over_20us", check.narrow_share());
  visit("comparisons", check.comparisons);
}

template <IsA<TriedSetting> Self, class Visit>
void fields(Self& tried, const Visit& visit) {
  visit("setting", tried.setting, "status", tried.status);
  visit.optional("reason", tried.reason);
  visit.kept("seconds", tried.seconds);
  visit.kept("final", tried.is_final);
  if (!tried.is_final) return;
  visit("regret", tried.regret.median, "low", tried.regret.low, "high", tried.regret.high);
}

template <IsA<Tuning> Self, class Visit>
void fields(Self& tuning, const Visit& visit) {
  visit("experiment", tuning.experiment, "variant", tuning.variant);
  fields(tuning.kernel, visit);
  visit("size", tuning.size, "cache", tuning.cache, "default", tuning.initial);
  visit("settings", tuning.tried, "seconds", tuning.seconds);
}

template <IsA<TuningResults> Self, class Visit>
void fields(Self& results, const Visit& visit) {
  visit("program", results.program, "device", results.device, "builds", results.builds);
  visit("kernels", results.kernels);
}

namespace {

template <class T>
T value_of(const Json& json) {
  T value;
  read(json, value);
  return value;
}

/// Adds what follows from the times and the case's work.
void add_rates(Json& json, const KernelResult& result, const Work& work) {
  const double seconds = result.timing->seconds.median;
  for (const double hertz : result.timing->clocks_hz)
    json["clocks_MHz"].push_back(std::lround(hertz / 1e6));
  json["bytes"] = work.bytes();
  json["flops"] = work.flops;
  json["GB_per_s"] = work.bytes() / seconds / 1e9;
  json["GFLOP_per_s"] = work.flops / seconds / 1e9;
  if (work.steps > 0) json["ns_per_step"] = 1e9 * seconds / work.steps;
  share_fields(result, FieldWriter(json));
}

Json result_to_json(const ModelForm& kernel, const KernelResult& result, const Work& work) {
  Json json = json_of(kernel);
  json.update(json_of(result));
  if (result.prediction && result.prediction->seconds != 0)
    json["predicted"]["GB_per_s"] = work.bytes() / result.prediction->seconds / 1e9;
  if (result.timing) add_rates(json, result, work);
  return json;
}
KernelResult result_from_json(const Json& json) {
  auto result = value_of<KernelResult>(json);
  if (!result.timing) return result;
  for (const Json& clock : json.value("clocks_MHz", Json::array()))
    result.timing->clocks_hz.push_back(1e6 * clock.get<double>());
  share_fields(result, FieldReader(json));
  return result;
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
  FlushCheck flush = {whole_number<int>(json.at("times"))};
  for (const Json& checked : json.at("checked"))
    read(checked, flush.seconds[whole_number<int>(checked.at("times"))]);
  return flush;
}

/// Throws UsageError unless it is a result file of this program's schema.
void check_schema(const Json& json) {
  if (json.is_object() && text_at(json, "schema") == tuning_schema)
    throw UsageError("it is a tuning: `tilebridge report` shows it");
  if (json.is_object() && json.contains("tilebridge_kernels"))
    throw UsageError("it is a log of kernels: `tilebridge kernels` shows it");
  if (!json.is_object() || !json.contains("schema_version") ||
      !json["schema_version"].is_number_integer())
    throw UsageError("it is not a tilebridge result file: it has no schema_version");
  const auto version = json["schema_version"].get<std::int64_t>();
  if (version > schema_version)
    throw UsageError(
        fmt::format("it has schema version {}, newer than the {} this program knows; "
                    "read it with a newer tilebridge",
                    version, schema_version));
  if (version < schema_version)
    throw UsageError(
        fmt::format("it has schema version {}, of before the first release; this "
                    "program reads {}: measure again",
                    version, schema_version));
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
  Json json = json_of(parameters);
  json["cache"] = cache;
  return json;
}

Json to_json(const CaseResult& c) {
  Json json = json_of(c);
  json["kernels"] = Json::array();
  for (const auto& [kernel, result] : c.kernels)
    json["kernels"].push_back(result_to_json(kernel, result, c.work));
  json["comparisons"] = json_of(c.comparisons);
  return json;
}

CaseResult case_from_json(const Json& json) {
  auto c = value_of<CaseResult>(json);
  c.work.no_ceiling = c.work.no_ceiling || is_double(c.parameters);
  const Json& kernels = json.at("kernels");
  in_member("kernels", [&] {
    for_each_element(kernels, [&](const Json& kernel) {
      const auto of = value_of<ModelForm>(kernel);
      if (c.kernels.contains(of))
        throw UsageError(fmt::format("the kernel {} is there twice", text_of(of)));
      c.kernels[of] = result_from_json(kernel);
    });
  });
  const FieldReader members(json);
  members("comparisons", c.comparisons);
  return c;
}

Json to_json(const SelfComparison& comparison) { return json_of(comparison); }
SelfComparison comparison_from_json(const Json& json) { return value_of<SelfComparison>(json); }

Json to_json(const Tuning& kernel) { return json_of(kernel); }
Tuning tuning_of_kernel_from_json(const Json& json) { return value_of<Tuning>(json); }

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
  FieldWriter(json).optional("self_check", results.self_check);
  return json;
}

Results results_from_json(const Json& json) try {
  check_schema(json);
  Results results;
  results.program = object_at(json, "program");
  results.host = object_at(json, "host");
  results.device = object_at(json, "device");
  results.builds = object_at(json, "builds");
  check_keys(object_at(results.builds, "models"));
  in_member("ceilings", [&] {
    FieldReader(json.at("ceilings"))("measured", results.ceilings, "datasheet", results.datasheet);
  });
  if (json.contains("flush"))
    in_member("flush", [&] { results.flush = flush_from_json(json["flush"]); });
  const Json& cases = json.at("cases");
  in_member("cases", [&] {
    for_each_element(cases, [&](const Json& c) { results.cases.push_back(case_from_json(c)); });
  });
  const std::vector<Model> builds = builds_of(results);
  for (CaseResult& c : results.cases) put_in_order(c, builds);
  FieldReader(json).optional("self_check", results.self_check);
  return results;
} catch (const nlohmann::json::exception& error) {
  throw UsageError(fmt::format("it is not a whole result file ({})", problem_of(error)));
} catch (const MemberError& error) {
  throw UsageError(fmt::format("it is not a whole result file ({})", error.what()));
}

Json to_json(const TuningResults& results) {
  Json json = {{"schema", tuning_schema}};
  json.update(json_of(results));
  return json;
}

TuningResults tuning_from_json(const Json& json) {
  if (!json.is_object() || text_at(json, "schema") != tuning_schema)
    throw UsageError("it is no file of `tilebridge tune`");
  for (const char* name : {"program", "device", "builds"}) object_at(json, name);
  TuningResults results;
  read(json, results);
  return results;
}

}  // namespace tilebridge
