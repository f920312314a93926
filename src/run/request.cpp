// SPDX-License-Identifier: Apache-2.0
#include "run/request.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/error.hpp"
#include "kernels/pair.hpp"
#include "results/json.hpp"

namespace tilebridge::run {
namespace {

template <class Enum>
constexpr auto values_of = std::array<Enum, 0>();
template <>
constexpr auto values_of<Form> =
    std::array{Form::indices, Form::ranges,  Form::construct, Form::matched,
               Form::tuned,   Form::library, Form::step};
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
Json encoded(const Model& model) { return model.key(); }
Json encoded(const measure::Failure& failure) {
  return {failure.label, failure.code, failure.reason};
}
Json encoded(const RunRequest& request) { return to_json(request); }

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
    const auto& values = values_of<Value>;
    const auto found =
        std::ranges::find(values, json.get<std::string>(), [](Value v) { return name_of(v); });
    if (found == values.end()) throw UsageError(to_text(json) + " is not known here");
    value = *found;
  } else {
    value = json.get<Value>();
  }
}
void decode(const Json& json, Model& model) { model = Model(json.get<std::string>()); }
void decode(const Json& json, measure::Failure& failure) {
  failure = {json.at(0), json.at(1), json.at(2)};
}
void decode(const Json& json, RunRequest& request) { request = request_from_json(json); }

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
requires std::is_same_v<std::remove_const_t<Request>, RunRequest>
void visit_members(Request& request, const Visit& visit) {
  visit("experiments", request.selection.experiments);
  visit("models", request.selection.models);
  visit("forms", request.selection.forms);
  visit("set", request.selection.assignments);
  visit("caches", request.selection.caches);
  visit("preset", request.selection.preset);
  visit("also", request.also);
  visit("model_from", request.models_folder);
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

template <class AJob, class Visit>
requires std::is_same_v<std::remove_const_t<AJob>, Job>
void visit_members(AJob& job, const Visit& visit) {
  visit("task", job.task);
  visit("request", job.request);
  visit("command_line", job.command_line);
  visit("output", job.output);
  visit("device", job.device);
  visit("earlier", job.earlier);
  visit("failures", job.failures);
  visit("rank", job.rank);
  visit("ranks", job.ranks);
}

template <class Type>
Json json_of(const Type& whole) {
  Json json = Json::object();
  visit_members(whole, [&](const char* name, const auto& value) { json[name] = encoded(value); });
  return json;
}

template <class Type>
Type from(const Json& json) {
  Type whole;
  visit_members(whole, [&](const char* name, auto& value) {
    if (json.contains(name)) decode(json.at(name), value);
  });
  return whole;
}

}  // namespace

std::string_view name_of(Order order) {
  return order == Order::together ? "together" : "alternating";
}

bool RunRequest::names_pair() const {
  return std::ranges::any_of(selection.experiments, kernels::is_object);
}

Json to_json(const RunRequest& request) { return json_of(request); }
RunRequest request_from_json(const Json& json) { return from<RunRequest>(json); }

Json to_json(const Job& job) { return json_of(job); }

Job job_from_json(const Json& json) {
  if (json.contains("request")) return from<Job>(json);
  const RunRequest request = request_from_json(json);
  return {.request = request, .output = request.output, .device = request.device};
}

}  // namespace tilebridge::run
