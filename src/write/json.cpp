// SPDX-License-Identifier: Apache-2.0
#include "results/json.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <map>

#include "base/text.hpp"
#include "judge/outcome.hpp"
#include "pages/gate.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

/// Calls to_json for each entry.
Json to_json(const sources::CudaLaunch& launch) {
  return {{"file", launch.path},
          {"line", launch.line},
          {"block", launch.block},
          {"shape", launch.shape},
          {"dimensions", launch.dimensions},
          {"dynamic_shared", launch.has_dynamic_shared},
          {"stream", launch.has_stream}};
}

Json to_json(const sources::CudaKernel& kernel) {
  Json launches = Json::array();
  for (const sources::CudaLaunch& launch : kernel.launches) launches.push_back(to_json(launch));
  return {{"name", kernel.name},
          {"file", kernel.path},
          {"line", kernel.line},
          {"lines", kernel.lines},
          {"template_parameters", kernel.template_parameters},
          {"pattern", sources::name_of(kernel.pattern)},
          {"dimensions", kernel.dimensions},
          {"grid_stride", kernel.is_grid_stride},
          {"type", kernel.type},
          {"type_is_parameter", kernel.is_type_parameter},
          {"block", pages::block_of(kernel)},
          {"launches", launches},
          {"loads", kernel.loads},
          {"stores", kernel.stores},
          {"atomics", kernel.atomics},
          {"barriers", kernel.barriers},
          {"run_time_loop", kernel.has_run_time_loop},
          {"shared",
           {{"static", kernel.has_static_shared},
            {"dynamic", kernel.has_dynamic_shared},
            {"bytes", kernel.shared_bytes}}},
          {"features", kernel.features},
          {"not_understood", kernel.doubts}};
}

template <class List>
Json list_json(const List& list);

/// Adds the texts that are known.
void add_known(Json& json, std::initializer_list<std::pair<const char*, std::string>> texts) {
  for (const auto& [name, text] : texts)
    if (!text.empty()) json[name] = text;
}

Json to_json(const Variant& variant) {
  Json json = {{"name", variant.name},
               {"form", name_of(variant.form)},
               {"technique", variant.technique},
               {"compared_with", variant.listing()},
               {"models", Json::object()}};
  for (const Support& support : variant.models) {
    Json& model = json["models"][std::string(name_of(support.model))];
    model["platforms"] = Json::array();
    for (const Platform platform : support.platforms)
      model["platforms"].push_back(name_of(platform));
    add_known(model, {{"no_equivalent", support.no_equivalent}});
  }
  if (variant.only_at) json["only_at"][variant.only_at->first] = variant.only_at->second;
  return json;
}

Json to_json(const Parameter& p) {
  Json json = {{"name", p.name}, {"meaning", p.meaning}};
  std::visit([&](const auto& value) { json["default"] = value; }, p.initial);
  if (p.words.empty()) {
    json["minimum"] = p.minimum;
    json["maximum"] = p.maximum;
    if (p.multiple_of > 1) json["multiple_of"] = p.multiple_of;
  } else {
    json["words"] = p.words;
  }
  return json;
}

Json to_json(const Experiment& experiment) {
  return {{"name", experiment.name},
          {"family", name_of(experiment.family)},
          {"question", experiment.question},
          {"parameters", list_json(experiment.parameters)},
          {"variants", list_json(experiment.variants)}};
}

Json to_json(const pages::IdiomCost& idiom, const std::vector<std::string>& others) {
  const pages::CostFigures& figures = pages::exact_costs;
  Json json = {{"idiom", idiom.key}, {"written", idiom.written}, {"matters", idiom.matters}};
  add_known(json, {{"instead", idiom.instead},
                   {"holds_if", idiom.holds_if},
                   {"code_before", idiom.code_before},
                   {"code_after", idiom.code_after},
                   {"cost", idiom.cost ? figures.of(idiom.cost->median) : ""},
                   {"interval", idiom.cost ? figures.interval(*idiom.cost) : ""},
                   {"in_double", figures.in_double(idiom)},
                   {"in_native", figures.in_native(idiom)},
                   {"not_needed_from", idiom.not_needed_from},
                   {"case", idiom.where},
                   {"counted", idiom.counted}});
  for (std::size_t i = 0; i < idiom.elsewhere.size(); ++i)
    json["elsewhere"][others[i]] = idiom.elsewhere[i] ? figures.both(*idiom.elsewhere[i]) : "";
  if (!idiom.elsewhere.empty() || idiom.in_reals) json["depends"] = idiom.depends;
  return json;
}

Json to_json(const pages::ShownStage& stage) {
  Json json = {
      {"variant", stage.variant}, {"change", stage.change}, {"performance", stage.performance}};
  add_known(json, {{"idiom", stage.idiom},
                   {"gain", stage.gain},
                   {"interval", stage.interval},
                   {"counted", stage.counted}});
  return json;
}

Json to_json(const pages::ShownAblation& ablation) {
  return {{"variant", ablation.name},
          {"case", ablation.setting},
          {"sum", ablation.sum},
          {"steps", list_json(ablation.stages)}};
}

Json to_json(const CaseResult* c) {
  return {{"experiment", c->experiment},
          {"variant", c->variant},
          {"platform", c->platform},
          {"parameters", parameters_to_json(c->parameters, c->cache)}};
}

Json name_of_result(const CaseResult* c, const ModelForm& kernel) {
  Json json = to_json(c);
  json["model"] = name_of(kernel.model);
  json["form"] = name_of(kernel.form);
  return json;
}

Json to_json(const judge::Change& change) {
  Json json = name_of_result(change.now.of, change.now.kernel);
  json["verdict"] = name_of(change.judgement);
  if (change.judgement == judge::Judgement::invalid)
    json["reason"] = change.reason;
  else
    json.update({{"base", change.base},
                 {"new", change.current},
                 {"performance", change.performance.median},
                 {"low", change.performance.low},
                 {"high", change.performance.high},
                 {"tolerance", change.tolerance},
                 {"p_slower", change.p_slower},
                 {"p_faster", change.p_faster},
                 {"unconfirmed", change.is_unconfirmed},
                 {"host_bound", change.is_host_bound}});
  return json;
}

Json to_json(const judge::NotCompared& n) {
  Json json = name_of_result(n.of.current, n.kernel);
  json["reason"] = n.reason;
  json["lost"] = n.is_lost;
  return json;
}

Json to_json(const judge::Total& total) {
  Json json = {{"code", judge::name_of(total.kind)},
               {"performance", total.performance.value},
               {"variants", total.variants},
               {"slower", total.slower},
               {"faster", total.faster}};
  if (!total.performance.has_interval()) return json;
  json["low"] = total.performance.low;
  json["high"] = total.performance.high;
  return json;
}

Json to_json(const judge::Aggregate& aggregate) {
  return {{"scope", judge::name_of(aggregate.scope)},   {"name", aggregate.name},
          {"performance", aggregate.performance.value}, {"low", aggregate.performance.low},
          {"high", aggregate.performance.high},         {"variants", aggregate.variants},
          {"trend", judge::name_of(aggregate.trend)}};
}

Json to_json(const judge::Difference& difference) {
  return {{"what", difference.what}, {"base", difference.base}, {"new", difference.current}};
}

Json to_json(const pages::Gain& gain) {
  const judge::Forecast& forecast = gain.forecast;
  Json json = {{"median", forecast.speed.median},
               {"low", forecast.speed.low},
               {"high", forecast.speed.high},
               {"change", gain.change},
               {"pattern", name_of(gain.pattern)},
               {"kernels", forecast.kernels},
               {"experiments", forecast.experiments},
               {"like", forecast.nearest},
               {"measured", gain.measured}};
  add_known(json, {{"holds_if", gain.holds_if}});
  return json;
}

Json to_json(const pages::Place& place) {
  const pages::IdiomCost& idiom = place.idiom;
  Json json = {{"file", place.path},       {"line", place.line},
               {"idiom", idiom.key},       {"question", place.is_question},
               {"written", idiom.written}, {"matters", idiom.matters},
               {"instead", idiom.instead}, {"holds_if", idiom.holds_if},
               {"code", place.code}};
  add_known(json, {{"kernel", place.kernel}});
  if (idiom.cost) json["cost"] = place.cost();
  if (place.gain) json["gain"] = to_json(*place.gain);
  return json;
}

Json sarif_rule(const pages::IdiomCost& idiom) {
  return {{"id", idiom.key},
          {"shortDescription", {{"text", idiom.written}}},
          {"help", {{"text", fmt::format("It costs where: {}.", idiom.matters)}}}};
}

/// The path as a URI, or as a relative reference of one.
std::string uri_of(std::string_view path) {
  constexpr std::string_view kept =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path)
    if (kept.find(c) == std::string_view::npos)
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      uri += c;
  return uri;
}

/// FNV-1a, of 64 bits. A hash of the standard library may differ between two builds.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

/// A place's fingerprint does not change with lines above it: the idiom, the file, its line's code.
std::string fingerprint_of(const pages::Place& place, const std::string& uri) {
  std::string text = place.idiom.key + "\n" + uri + "\n";
  std::ranges::copy_if(place.code, std::back_inserter(text),
                       [](unsigned char c) { return std::isspace(c) == 0; });
  return fmt::format("{:016x}", hash_of(text));
}

/// `known` counts the places of each fingerprint.
Json sarif_result(const pages::Place& place, std::map<std::string, int>& known) {
  const std::string uri = uri_of(place.file.empty() ? place.path : place.file);
  const Json region = {{"startLine", place.line}};
  const Json location = {{"artifactLocation", {{"uri", uri}}}, {"region", region}};
  const std::string fingerprint = fingerprint_of(place, uri);
  return {{"ruleId", place.idiom.key},
          {"level", place.is_question ? "note" : "warning"},
          {"message", {{"text", pages::advice_of(place)}}},
          {"partialFingerprints",
           {{"primaryLocationLineHash", fmt::format("{}:{}", fingerprint, ++known[fingerprint])}}},
          {"locations", {{{"physicalLocation", location}}}}};
}

/// Says in SARIF which files the scan could not read.
Json sarif_invocation(const pages::ScanReport& report) {
  Json notes = Json::array();
  for (const std::string& path : report.unread)
    notes.push_back({{"level", "warning"}, {"message", {{"text", "not read: " + path}}}});
  if (report.files_with_kokkos == 0)
    notes.push_back({{"level", "warning"}, {"message", {{"text", pages::scan_summary(report)}}}});
  return {{"executionSuccessful", true}, {"toolExecutionNotifications", notes}};
}

Json run_json(const Json& files, const Results& results) {
  return {{"files", files}, {"program", results.program}, {"device", results.device}};
}

template <class List>
Json list_json(const List& list) {
  Json json = Json::array();
  for (const auto& entry : list) json.push_back(to_json(entry));
  return json;
}

Json counts_json(const judge::GateReport& report) {
  Json json = {{"cases", report.matching.both.size()}, {"compared", report.changes.size()}};
  for (const judge::Judgement judgement :
       {judge::Judgement::slower, judge::Judgement::invalid, judge::Judgement::faster,
        judge::Judgement::undecided, judge::Judgement::parity})
    json[std::string(name_of(judgement))] = report.count(judgement);
  json["unconfirmed"] = report.count(&judge::Change::is_unconfirmed);
  json["slower_than_one_base"] = report.count(&judge::Change::is_slower_than_one);
  json["host_bound"] = {{"not_gating", report.changes.size() - report.count_gating()},
                        {"slower", report.count(judge::Judgement::slower, false)},
                        {"faster", report.count(judge::Judgement::faster, false)},
                        {"undecided", report.count(judge::Judgement::undecided, false)}};
  json["not_compared"] = report.not_compared.size();
  json["lost"] = report.count_lost();
  json["only_in_base"] = report.matching.only_in_base.size();
  json["only_in_new"] = report.matching.only_in_current.size();
  return json;
}

Json power_json(const judge::GateReport& report) {
  const auto power = judge::power_of(report);
  if (!power) return nullptr;
  return {{"half_of_results", power->half}, {"nine_tenths_of_results", power->nine_tenths}};
}

Json interval_json(const Interval& speed) {
  return {{"speed", speed.median}, {"low", speed.low}, {"high", speed.high}};
}

/// In the order of the application's kernels; null for one without a forecast.
Json kernels_json(const judge::ApplicationForecast& forecast) {
  Json kernels = Json::array();
  for (const std::optional<judge::Forecast>& kernel : forecast.kernels) {
    kernels.push_back(kernel ? interval_json(kernel->speed) : Json());
    if (kernel) kernels.back()["like"] = kernel->nearest;
  }
  return kernels;
}

/// Intervals are of 80%.
Json forecasts_json(const pages::ApplicationForecasts& forecasts) {
  Json kernels = Json::array(), ways = Json::array();
  for (const pages::KernelOfApplication& kernel : forecasts.application.kernels)
    kernels.push_back(
        {{"name", kernel.name}, {"pattern", kernel.pattern}, {"weight", kernel.of.weight}});
  for (const auto& [way, forecast] : forecasts.ways) {
    Json json = interval_json(forecast.speed);
    json.update({{"model", way.kernel.model.name()},
                 {"form", name_of(way.kernel.form)},
                 {"blocks_chosen", way.is_launched_alike},
                 {"covered", forecast.covered},
                 {"kernels", kernels_json(forecast)}});
    if (const auto lines = forecasts.lines.find(way); lines != forecasts.lines.end())
      json["lines"] = lines->second;
    ways.push_back(std::move(json));
  }
  return {{"measured", forecasts.measured},
          {"weights", forecasts.application.has_times ? "seconds" : "kernels"},
          {"kernels", std::move(kernels)},
          {"ways", std::move(ways)}};
}

}  // namespace

std::string json_text(const Json& json) {
  return printable(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

std::string experiments_json(const std::vector<Experiment>& experiments) {
  const Json json = {{"experiments", list_json(experiments)}};
  return json_text(json);
}

std::string costs_json(const pages::CostList& list) {
  Json json = {{"device", list.device}, {"idioms", Json::array()}};
  for (const pages::IdiomCost& idiom : list.idioms)
    json["idioms"].push_back(to_json(idiom, list.others));
  if (!list.ablations.empty()) json["ablations"] = list_json(list.ablations);
  return json_text(json);
}

std::string scan_json(const pages::ScanReport& report) {
  return json_text({{"measured", report.measured},
                    {"files", report.files},
                    {"files_with_kokkos", report.files_with_kokkos},
                    {"not_read", report.unread},
                    {"places", list_json(report.places)}});
}

std::string port_json(const pages::PortReport& report) {
  const sources::CudaInventory& inventory = report.inventory;
  return json_text({{"summary", pages::port_summary(report)},
                    {"files", inventory.files},
                    {"files_with_kernels", inventory.files_with_kernels},
                    {"launches", inventory.launches},
                    {"kernels", list_json(inventory.kernels)},
                    {"features", inventory.host_features},
                    {"libraries", inventory.libraries},
                    {"forecasts", forecasts_json(report.forecasts)},
                    {"not_understood", inventory.doubts},
                    {"not_read", report.unread}});
}

std::string scan_sarif(const pages::ScanReport& report) {
  Json rules = Json::array(), results = Json::array();
  std::vector<std::string> known;
  std::map<std::string, int> fingerprints;
  // Their order in the file, not that of costs, which change, counts equal lines.
  std::vector<const pages::Place*> in_order;
  for (const pages::Place& place : report.places) in_order.push_back(&place);
  std::ranges::stable_sort(in_order, {}, &pages::Place::line);
  for (const pages::Place* const in_file : in_order) {
    const pages::Place& place = *in_file;
    results.push_back(sarif_result(place, fingerprints));
    if (std::ranges::find(known, place.idiom.key) != known.end()) continue;
    known.push_back(place.idiom.key);
    rules.push_back(sarif_rule(place.idiom));
  }
  const Json driver = {{"name", "tilebridge scan"}, {"rules", rules}};
  return json_text({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs",
                     {{{"tool", {{"driver", driver}}},
                       {"invocations", Json::array({sarif_invocation(report)})},
                       {"results", results}}}}});
}

std::string gate_json(const judge::GatePage& page) {
  const judge::GateReport& report = page.report;
  const std::vector<judge::Aggregate> aggregates = page.all_aggregates();
  const judge::Outcome outcome = judge::outcome_of(report, aggregates);
  const Json json = {{"base", run_json(page.base_files, page.base)},
                     {"new", run_json({page.current_file}, page.current)},
                     {"differences", list_json(page.differences)},
                     {"only", page.only},
                     {"metric", name_of(report.options.metric)},
                     {"max_slowdown", report.options.max_slowdown},
                     {"max_total_slowdown", report.options.max_total_slowdown},
                     {"least_change_seconds", report.options.least_change},
                     {"status", static_cast<int>(judge::exit_status(outcome))},
                     {"verdict", pages::verdict_text(page)},
                     {"busy", page.busy},
                     {"other_gpus", list_json(page.other_gpus)},
                     {"counts", counts_json(report)},
                     {"power", power_json(report)},
                     {"totals", list_json(page.all_totals())},
                     {"aggregates", list_json(aggregates)},
                     {"results", list_json(report.changes)},
                     {"not_compared", list_json(report.not_compared)},
                     {"only_in_base", list_json(report.matching.only_in_base)},
                     {"only_in_new", list_json(report.matching.only_in_current)}};
  return json_text(json);
}

}  // namespace tilebridge::write
