// SPDX-License-Identifier: Apache-2.0
#include "run/request.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/error.hpp"
#include "kernels/pair.hpp"

namespace tilebridge::run {
namespace {

template <class Enum>
constexpr auto values_of = std::array<Enum, 0>();
template <>
constexpr auto values_of<Model> = std::array{Model::native, Model::kokkos, Model::vendor};
template <>
constexpr auto values_of<Level> = std::array{Level::textbook, Level::step,      Level::matched,
                                             Level::tuned,    Level::idiomatic, Level::vendor};
template <>
constexpr auto values_of<Cache> = std::array{Cache::cold, Cache::hot};
template <>
constexpr auto values_of<Preset> = std::array{Preset::quick, Preset::standard, Preset::full};
template <>
constexpr auto values_of<Platform> = std::array{Platform::host, Platform::cuda, Platform::hip};
template <>
constexpr auto values_of<Order> = std::array{Order::together, Order::alternating};

template <class Value>
Json encoded(const Value& value) {
  if constexpr (std::is_enum_v<Value>)
    return name_of(value);
  else
    return value;
}

template <class Value>
Json encoded(const std::optional<Value>& value) {
  return value ? encoded(*value) : Json(nullptr);
}

template <class Value>
Json encoded(const std::vector<Value>& values) {
  Json list = Json::array();
  for (const Value& value : values) list.push_back(encoded(value));
  return list;
}

template <class Value>
void decode(const Json& json, Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    const auto name = json.get<std::string>();
    const auto& values = values_of<Value>;
    const auto found = std::ranges::find_if(values, [&](Value v) { return name_of(v) == name; });
    if (found == values.end()) throw UsageError("'" + name + "' is not known here");
    value = *found;
  } else {
    value = json.get<Value>();
  }
}

template <class Value>
void decode(const Json& json, std::optional<Value>& value) {
  value.reset();
  if (!json.is_null()) decode(json, value.emplace());
}

template <class Value>
void decode(const Json& json, std::vector<Value>& values) {
  values.clear();
  for (const Json& one : json) decode(one, values.emplace_back());
}

/// Calls `visit` with the name and the value of each member that the JSON has.
template <class Request, class Visit>
void visit_members(Request& request, const Visit& visit) {
  visit("experiments", request.selection.experiments);
  visit("models", request.selection.models);
  visit("levels", request.selection.levels);
  visit("set", request.selection.assignments);
  visit("caches", request.selection.caches);
  visit("preset", request.selection.preset);
  visit("kokkos", request.releases);
  visit("kokkos_from", request.releases_folder);
  visit("platform", request.platform);
  visit("device", request.device);
  visit("devices", request.devices);
  visit("all_devices", request.all_devices);
  visit("names_device", request.names_device);
  visit("order", request.order);
  visit("share_device", request.share_device);
  visit("budget_seconds", request.budget_seconds);
  visit("half_width", request.half_width);
  visit("parity_band", request.parity_band);
  visit("seed", request.seed);
  visit("output", request.output);
  visit("overwrite", request.overwrite);
  visit("timeout_seconds", request.timeout_seconds);
  visit("processes", request.processes);
  visit("self_check", request.self_check);
  visit("comparisons", request.comparisons);
  visit("table", request.table);
  visit("strict", request.strict);
}

}  // namespace

std::string_view name_of(Order order) {
  return order == Order::together ? "together" : "alternating";
}

bool RunRequest::names_pair() const {
  return std::ranges::any_of(selection.experiments, kernels::is_object);
}

Json to_json(const RunRequest& request) {
  Json json = Json::object();
  visit_members(request, [&](const char* name, const auto& value) { json[name] = encoded(value); });
  return json;
}

RunRequest request_from_json(const Json& json) {
  RunRequest request;
  visit_members(request, [&](const char* name, auto& value) {
    if (json.contains(name)) decode(json.at(name), value);
  });
  return request;
}

Json to_json(const Job& job) {
  Json failures = Json::array();
  for (const auto& [label, code, reason] : job.failures) failures.push_back({label, code, reason});
  return {{"task", job.task},     {"request", to_json(job.request)},
          {"output", job.output}, {"command_line", job.command_line},
          {"device", job.device}, {"earlier", job.earlier},
          {"failures", failures}, {"rank", job.rank},
          {"ranks", job.ranks}};
}

Job job_from_json(const Json& json) {
  if (!json.contains("request")) {
    const RunRequest request = request_from_json(json);
    return {.request = request, .output = request.output, .device = request.device};
  }
  Job job = {.task = json.at("task"),
             .request = request_from_json(json.at("request")),
             .command_line = json.at("command_line"),
             .output = json.at("output"),
             .device = json.at("device"),
             .earlier = json.at("earlier"),
             .failures = {},
             .rank = json.at("rank"),
             .ranks = json.at("ranks")};
  for (const Json& failure : json.at("failures"))
    job.failures.push_back({failure.at(0), failure.at(1), failure.at(2)});
  return job;
}

}  // namespace tilebridge::run
