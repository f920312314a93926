// SPDX-License-Identifier: Apache-2.0
#include "run/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "kernels/pair.hpp"
#include "results/fields.hpp"

namespace tilebridge::run {

template <IsA<RunRequest> Self, class Visit>
void fields(Self& request, const Visit& visit) {
  visit.kept("experiments", request.selection.experiments);
  visit.kept("models", request.selection.models);
  visit.kept("forms", request.selection.forms);
  visit.kept("set", request.selection.assignments);
  visit.kept("caches", request.selection.caches);
  visit.kept("preset", request.selection.preset);
  visit.kept("also", request.also);
  visit.kept("model_from", request.models_folder);
  visit.kept("platform", request.platform);
  visit.kept("device", request.device);
  visit.kept("budget_seconds", request.budget_seconds);
  visit.kept("half_width", request.half_width);
  visit.kept("parity_band", request.parity_band);
  visit.kept("seed", request.seed);
  visit.kept("output", request.output);
  visit.kept("overwrite", request.overwrite);
  visit.kept("timeout_seconds", request.timeout_seconds);
  visit.kept("self_check", request.self_check);
  visit.kept("comparisons", request.comparisons);
  visit.kept("table", request.table);
  visit.kept("strict", request.strict);
  visit.kept("at_least", request.at_least);
  visit.kept("exhaustive", request.exhaustive);
}

template <IsA<Job> Self, class Visit>
void fields(Self& job, const Visit& visit) {
  visit.kept("task", job.task);
  visit.kept("request", job.request);
  visit.kept("command_line", job.command_line);
  visit.kept("output", job.output);
  visit.kept("earlier", job.earlier);
  visit.kept("failures", job.failures);
  visit.kept("seconds_before", job.seconds_before);
}

namespace {

/// Throws UsageError unless the limits hold the number, or it is the one that an option which is
/// not given has.
template <class Number>
void check_number(const char* name, Number number, const Limits<Number>& limits,
                  const Number& not_given) {
  if (number == not_given || (number >= limits.low && number <= limits.high)) return;
  throw UsageError(
      fmt::format("{} {} is out of range: {} to {}", name, number, limits.low, limits.high));
}

void check_numbers(const RunRequest& request) {
  const RunRequest usual;
  check_number("budget_seconds", request.budget_seconds, budget_limits, usual.budget_seconds);
  check_number("half_width", request.half_width, half_width_limits, usual.half_width);
  check_number("parity_band", request.parity_band, parity_band_limits, usual.parity_band);
  check_number("timeout_seconds", request.timeout_seconds, timeout_limits, usual.timeout_seconds);
  check_number("at_least", request.at_least, at_least_limits, usual.at_least);
  check_number("comparisons", request.comparisons, comparisons_limits, usual.comparisons);
  check_number("device", request.device, {0, std::numeric_limits<int>::max()}, usual.device);
}

}  // namespace

bool RunRequest::names_pair() const {
  return std::ranges::any_of(selection.experiments, kernels::is_object);
}

measure::Selection selection_on(const RunRequest& request, Platform platform) {
  measure::Selection selection = request.selection;
  selection.platform = platform;
  const bool quick_on_host = platform == Platform::host && selection.preset == Preset::quick;
  if (selection.caches.empty()) selection.caches = {quick_on_host ? Cache::hot : Cache::cold};
  return selection;
}

double budget_of(const RunRequest& request) {
  if (request.budget_seconds > 0) return request.budget_seconds;
  return request.selection.preset == Preset::quick ? 0.04 : 0.15;
}

Json to_json(const RunRequest& request) { return json_of(request); }

RunRequest request_from_json(const Json& json) {
  RunRequest request;
  read(json, request);
  check_numbers(request);
  return request;
}

Json to_json(const Job& job) { return json_of(job); }

Job job_from_json(const Json& json) {
  Job job;
  if (json.contains("request")) {
    read(json, job);
  } else {
    job.request = request_from_json(json);
    job.output = job.request.output;
  }
  return job;
}

namespace {

constexpr std::array tasks = {"run", "tune", "launch-once", "plan", "devices", "count", "words"};

/// Throws UsageError unless `json` is an object with members of `whole` and no others, and none of
/// them null where those of `whole` are not.
void check_members(const Json& json, const Json& whole) {
  if (!json.is_object() || json.empty()) throw UsageError("it is no object with members");
  for (const auto& [name, value] : json.items())
    if (!whole.contains(name))
      throw UsageError(fmt::format("'{}' is no member of it", one_printable_line(name, 60)));
    else if (value.is_null() && !whole[name].is_null())
      throw UsageError(fmt::format("'{}' has no value", name));
}

Job checked_job(const Json& json) {
  const bool is_request = !json.is_object() || !json.contains("request");
  if (!is_request) check_members(json, to_json(Job()));
  check_members(is_request ? json : json["request"], to_json(RunRequest()));
  Job job = job_from_json(json);
  if (std::ranges::find(tasks, job.task) == tasks.end())
    throw UsageError(fmt::format("'{}' is no task", one_printable_line(job.task, 60)));
  if (job.task == "words" && job.command_line.size() < 2) throw UsageError("its task has no words");
  return job;
}

}  // namespace

Job job_in(const std::filesystem::path& file) try {
  return checked_job(parse_json(read_text(file)));
} catch (const nlohmann::json::parse_error&) {
  throw UsageError(
      fmt::format("'{}' is no request of a run: it is not JSON, or it was cut off", file.string()));
} catch (const nlohmann::json::exception& error) {
  throw UsageError(
      fmt::format("'{}' is no request of a run: {}", file.string(), problem_of(error)));
} catch (const UsageError& error) {
  throw UsageError(fmt::format("'{}' is no request of a run: {}", file.string(), error.what()));
}

}  // namespace tilebridge::run
