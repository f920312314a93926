// SPDX-License-Identifier: Apache-2.0
#include "run/session.hpp"

#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/process.hpp"
#include "catalogue/catalogue.hpp"
#include "git_state.hpp"

namespace tilebridge::run {
namespace {

/// Replaces the selection's files by the experiments in them.
void load_pairs(SessionPlan& plan) {
  std::vector<std::string>& names = plan.selection.experiments;
  if (!kernels::are_objects(names)) return;
  std::vector<Experiment> experiments;
  for (std::string& name : names) {
    plan.pairs.push_back(std::make_shared<kernels::Pair>(name));
    experiments.push_back(plan.pairs.back()->experiment());
    name = experiments.back().name;
  }
  plan.catalogue = std::make_shared<Catalogue>(std::move(experiments));
}

/// Asks for all that is said of these cases, so that what is wrong with it is known before anything
/// is measured. Throws UsageError.
void check_described(const std::vector<measure::PlannedCase>& cases) {
  for (const measure::PlannedCase& planned : cases) {
    planned.variant->problem->arrays(planned.parameters);
    planned.variant->problem->work(planned.parameters);
  }
}

[[noreturn]] void fail_to_find(const Model& build, const std::filesystem::path& folder) {
  std::vector<std::string_view> known;
  const std::vector<Model> builds = kernels::builds_in(folder, build);
  for (const Model& other : builds) known.push_back(other.key());
  throw UsageError(fmt::format(
      "--also: there is no {} in '{}'{}", kernels::file_of(build, folder).filename().string(),
      folder.string(), known.empty() ? "" : fmt::format(", only {}", fmt::join(known, ", "))));
}

/// Throws UsageError for a model that no pair has.
void check_models(const SessionPlan& plan) {
  std::vector<std::string> known;
  for (const auto& pair : plan.pairs)
    for (const Support& support : pair->models()) known.emplace_back(support.model.name());
  for (const Model& model : plan.selection.models)
    if (std::ranges::find(known, model.name()) == known.end())
      throw unknown_name("model", model.name(), known);
}

/// Loads from the folder that the user names, or from beside this program, and nowhere else.
kernels::LoadedModel load_build(const Model& build, std::filesystem::path folder) {
  if (folder.empty()) folder = program_path().parent_path();
  const std::filesystem::path file = kernels::file_of(build, folder);
  if (!std::filesystem::exists(file)) fail_to_find(build, folder);
  return {file, shared_headers};
}

/// The program's own builds are in every run.
bool is_own(const Model& build, const kernels::OwnModels& own) {
  return std::ranges::any_of(
      own.models(), [&](const kernels::LoadedModel& model) { return model.model().is(build); });
}

/// Throws PlatformError if a model that is asked for could not be loaded: before anything is
/// measured, nothing is lost.
void check_models(const kernels::Backend& backend, const std::vector<Model>& asked) {
  for (const auto& [model, reason] : backend.failures())
    if (asked.empty() || std::ranges::any_of(asked, [&](const Model& m) { return m.is(model); }))
      throw PlatformError(
          fmt::format("{}; reinstall tilebridge, or leave it out with --model", reason));
}

/// Those of vendors, where a case has them.
kernels::Libraries libraries_for(const SessionPlan& plan) {
  const std::vector<Model>& asked = plan.selection.models;
  const bool is_asked = asked.empty() || std::ranges::any_of(asked, &Model::is_native);
  const bool has_any = std::ranges::any_of(plan.cases, [&](const measure::PlannedCase& planned) {
    return planned.variant->form == Form::vendor;
  });
  return is_asked && has_any ? kernels::Libraries::loaded : kernels::Libraries::left_out;
}

/// The named platform, or the first of this build that has a device. Throws PlatformError if it
/// cannot be opened here.
Platform choose_platform(std::optional<Platform> named, int device) {
  const std::vector<Platform> built = built_platforms();
  const auto has_device = [](Platform platform) {
    return platform == Platform::host || why_not(platform, 0).empty();
  };
  const Platform platform = named ? *named : *std::ranges::find_if(built, has_device);
  const std::string reason = why_not(platform, device);
  if (!reason.empty()) throw PlatformError(reason);
  return platform;
}

SessionPlan plan_on(Platform platform, const RunRequest& request) {
  SessionPlan planned{.platform = platform, .selection = selection_on(request, platform)};
  load_pairs(planned);
  if (!planned.pairs.empty() && !request.also.empty())
    throw UsageError("--also is for the catalogue: a pair of your own has its models inside");
  if (!planned.pairs.empty()) check_models(planned);
  planned.cases =
      measure::plan(planned.selection, planned.catalogue ? *planned.catalogue : catalogue());
  planned.ceilings = measure::plan_ceilings(planned.selection.preset, platform, catalogue());
  if (!planned.pairs.empty()) check_described(planned.cases);
  return planned;
}

}  // namespace

CaseResult confirmed(const SessionPlan& plan, const measure::PlannedCase& planned,
                     CaseResult result) {
  const auto is_ok = [](const auto& entry) { return entry.second.status == Status::ok; };
  const bool needs_both = std::ranges::any_of(plan.pairs, [&](const auto& pair) {
    return pair->experiment().name == planned.experiment->name && !pair->has_reference();
  });
  if (!needs_both || std::ranges::count_if(result.kernels, is_ok) != 1) return result;
  std::ranges::find_if(result.kernels, is_ok)->second = {
      Status::invalid,
      "nothing confirms it: the pair has no reference, and no other model agrees",
      {},
      {}};
  result.comparisons.clear();
  return result;
}

int count_devices(const RunRequest& request) {
  return device_count(choose_platform(request.platform, 0));
}

SessionPlan plan_session(const RunRequest& request) {
  return plan_on(choose_platform(request.platform, request.device), request);
}

SessionPlan plan_unopened(const RunRequest& request) {
  return request.platform ? plan_on(*request.platform, request) : plan_session(request);
}

Session::Session(const SessionPlan& plan, const RunRequest& request)
    : platform_(plan.platform),
      models_(start_own_models(request.device)),
      backend_(open_backend(models_, plan.platform, request.device, libraries_for(plan))) {
  check_models(*backend_, plan.selection.models);
  for (auto build = request.also.begin(); build != request.also.end(); ++build) {
    if (std::find(request.also.begin(), build, *build) != build)
      throw UsageError(fmt::format("--also names '{}' twice", build->key()));
    if (is_own(*build, models_)) continue;
    kernels::LoadedModel model = load_build(*build, request.models_folder);
    model.start(request.device);
    backend_->open(model, build->release().empty() ? model.model() : *build, model.threads());
  }
  const auto queue = [device = &backend_->device()] { return device->queue(); };
  for (const auto& pair : plan.pairs)
    pair->open(plan.platform, request.device, queue, backend_->implementations());
  exit_guard_.renew();  // a pair may have a Kokkos of its own
  measure::check_memory(plan.cases, backend_->device());
  measure::check_memory(plan.ceilings, backend_->device());
}

measure::Suite Session::suite(measure::SuiteOptions options) const {
  options.missing = backend_->missing();
  return {platform_, backend_->device(), backend_->implementations(), options};
}

}  // namespace tilebridge::run
