// SPDX-License-Identifier: Apache-2.0
#include "measure/preparation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "measure/memory.hpp"

namespace tilebridge::measure {
namespace {

/// Native code is first, so that the others are compared with it.
constexpr std::array models_in_order = {Model::native, Model::kokkos, Model::vendor};

std::string key_of(const PlannedCase& planned, Model model) {
  const Variant& variant = *planned.variant;
  return planned.experiment->name + "/" +
         (model == Model::native ? variant.listing() : variant.name);
}

bool is_asked(const std::vector<Model>& asked, Model model) {
  return asked.empty() || std::ranges::find(asked, model) != asked.end();
}

ModelResult without_times(Status status, std::string reason) {
  return {status, std::move(reason), {}, {}};
}

}  // namespace

Preparation::Preparation(Platform platform, kernels::PlatformDevice& device,
                         const kernels::Implementations& implementations,
                         std::string missing_kokkos, const PreparationOptions& options)
    : platform_(platform),
      device_(device),
      implementations_(implementations),
      missing_kokkos_(std::move(missing_kokkos)),
      options_(options),
      host_pool_(device, host_available_bytes() / 4) {}

Workspace& Preparation::workspace(const PlannedCase& planned, Draw draw) {
  std::unique_ptr<Workspace>& workspace = workspaces_[draw];
  if (workspace && workspace->serves(planned)) return *workspace;
  workspace.reset();  // frees its memory before more is allocated
  workspace = std::make_unique<Workspace>(planned, device_, host_pool_, options_.seed, draw);
  return *workspace;
}

void Preparation::announce(const PlannedCase& planned, const Code& code) {
  running_ = code.name();
  if (!runs_cases_) return announce_none();
  if (options_.about_to_run) options_.about_to_run(planned.label(), running_);
}

void Preparation::announce_none() {
  if (options_.about_to_run) options_.about_to_run("", "");
}

/// Why code failed, from the exception that it threw. Throws PlatformError if it broke the device:
/// then nothing else can run in this process.
std::string Preparation::reason_of(const kernels::KernelFailed& failure) {
  device_.synchronize();
  return failure.what();
}

kernels::Launch Preparation::prepared(const PlannedCase& planned, const Code& code,
                                      const Workspace& workspace) {
  announce(planned, code);
  return code.from.get().prepare(
      code.model, code.key,
      planned.variant->problem->bind(workspace.pointers(), planned.parameters));
}

/// Compares every element of the outputs with the reference, unless the same outputs were found
/// right before.
Validation Preparation::validate_outputs(const PlannedCase& planned, Draw draw) {
  Workspace& outputs = workspace(planned, draw);
  const Problem& problem = *planned.variant->problem;
  const Answer answer = {&problem, to_string(asked_of_arrays(planned)), draw,
                         outputs.digest_of_outputs()};
  const auto known = right_answers_.find(answer);
  if (known != right_answers_.end()) return known->second;
  outputs.download_outputs();
  const Validation found = problem.validate(outputs.host(), planned.parameters);
  if (found.ok()) right_answers_[answer] = found;
  return found;
}

/// Launches on fresh outputs and says what is wrong with them, or "".
std::string Preparation::error_of(const PlannedCase& planned, Draw draw,
                                  const kernels::Launch& perform, ModelResult& result) {
  Workspace& arrays = workspace(planned, draw);
  arrays.reset_outputs();
  perform();
  device_.synchronize();
  result.validation = validate_outputs(planned, draw);
  std::string damage = arrays.damage();
  return result.validation->ok() ? damage : describe(*result.validation);
}

/// Checks a long sum on inputs of -1 and 1 too; nothing is checked if the device has no room for a
/// second set of arrays.
std::string Preparation::error_with_signs(const PlannedCase& planned, const Code& code) {
  if (!planned.variant->problem->is_long_sum()) return "";
  const std::size_t needed = 2 * total_bytes(planned.variant->problem->arrays(planned.parameters));
  const std::unique_ptr<Workspace>& signs = workspaces_[Draw::signs];
  if (!(signs && signs->serves(planned)) && device_.free_bytes() < needed) return "";
  ModelResult result;
  const kernels::Launch launch = prepared(planned, code, workspace(planned, Draw::signs));
  return error_of(planned, Draw::signs, launch, result);
}

void Preparation::launch_first(Model model, const kernels::Launch& launch) const {
  if (options_.first_launch) return options_.first_launch(model, launch);
  launch();
}

/// Says what is wrong with the code's result, on random inputs and on those of long sums, or "".
std::string Preparation::error_of_first_launch(const PlannedCase& planned, const Code& code,
                                               const kernels::Launch& launch,
                                               ModelResult& result) try {
  const kernels::Launch first = [&] { launch_first(code.model, launch); };
  if (std::string error = error_of(planned, Draw::uniform, first, result); !error.empty())
    return error;
  const std::string error = error_with_signs(planned, code);
  return error.empty() ? "" : "with inputs of -1 and 1, whose sum is exact: " + error;
} catch (const kernels::KernelFailed& failure) {
  return reason_of(failure);
}

/// Why the code is not launched again; "" if it did not fail.
std::string Preparation::failure_of(const PlannedCase& planned, const Code& code) const {
  for (const Failure& failure : options_.failures)
    if (failure.label == planned.label() && failure.code == code.name()) return failure.reason;
  return "";
}

/// Launches the code once and validates its outputs; returns the launch if they are right.
std::optional<kernels::Launch> Preparation::validated(const PlannedCase& planned, const Code& code,
                                                      ModelResult& result) {
  const auto failed = [&](Status status, const std::string& reason) {
    result = without_times(status, reason);
    return std::nullopt;
  };
  if (const std::string failure = failure_of(planned, code); !failure.empty())
    return failed(Status::invalid, failure);
  kernels::Launch launch;
  try {
    launch = prepared(planned, code, workspace(planned));
  } catch (const Unavailable& reason) {
    return failed(Status::skipped, reason.what());
  } catch (const NoEquivalent& reason) {
    return failed(Status::no_equivalent, reason.what());
  } catch (const kernels::KernelFailed& failure) {
    return failed(Status::invalid, reason_of(failure));
  }
  result.reason = error_of_first_launch(planned, code, launch, result);
  result.status = result.reason.empty() ? Status::ok : Status::invalid;
  return result.reason.empty() ? std::optional(launch) : std::nullopt;
}

std::vector<Contender> Preparation::validated(const PlannedCase& planned,
                                              const std::vector<Model>& asked, CaseResult& result) {
  std::vector<Contender> contenders;
  for (const Model model : models_in_order)
    if (is_asked(asked, model)) validate_model(planned, model, result, contenders);
  if (is_asked(asked, Model::kokkos)) validate_releases(planned, result, contenders);
  return contenders;
}

/// Adds the program's own code to `contenders` if it is right.
void Preparation::validate_model(const PlannedCase& planned, Model model, CaseResult& result,
                                 std::vector<Contender>& contenders) {
  const Variant& variant = *planned.variant;
  const Support* support = variant.support(model);
  const bool stands_in = model == Model::native && !variant.stands_for.empty();
  if (support == nullptr && !stands_in) return;
  ModelResult& model_result = result.models[model];
  const Code code{model, key_of(planned, model), implementations_};
  if (support != nullptr && !support->no_equivalent.empty() && !variant.runs(model, platform_)) {
    model_result = without_times(Status::no_equivalent, support->no_equivalent);
  } else if (!implementations_.has(model, code.key)) {
    const bool misses_kokkos = model == Model::kokkos && !missing_kokkos_.empty();
    model_result = without_times(
        Status::skipped,
        misses_kokkos ? missing_kokkos_ : fmt::format("not written for {}", name_of(platform_)));
  } else if (auto launch = validated(planned, code, model_result)) {
    contenders.push_back({code, std::move(*launch)});
  }
}

/// Adds the code of second Kokkos builds that is right, where the variant is in Kokkos here.
void Preparation::validate_releases(const PlannedCase& planned, CaseResult& result,
                                    std::vector<Contender>& contenders) {
  if (!planned.variant->runs(Model::kokkos, platform_)) return;
  for (const Release& release : options_.releases) {
    const Code code{Model::kokkos, key_of(planned, Model::kokkos), *release.implementations,
                    release.name};
    ModelResult& release_result = result.releases[release.name].result;
    if (!code.from.get().has(code.model, code.key))
      release_result = without_times(Status::skipped, "not written for this Kokkos");
    else if (auto launch = validated(planned, code, release_result))
      contenders.push_back({code, std::move(*launch)});
  }
}

std::optional<Contender> Preparation::validated_native(const PlannedCase& planned,
                                                       ModelResult& result) {
  const Code code{Model::native, key_of(planned, Model::native), implementations_};
  auto launch = validated(planned, code, result);
  return launch ? std::optional(Contender{code, std::move(*launch)}) : std::nullopt;
}

std::vector<Contender> Preparation::timed_in(const PlannedCase& planned,
                                             const CaseResult& result) const {
  std::vector<Contender> contenders;
  for (const Model model : models_in_order) {
    const auto found = result.models.find(model);
    if (found == result.models.end() || !found->second.timing) continue;
    contenders.push_back({{model, key_of(planned, model), implementations_}, {}});
  }
  for (const Release& release : options_.releases) {
    const auto found = result.releases.find(release.name);
    if (found == result.releases.end() || !found->second.result.timing) continue;
    const std::string key = key_of(planned, Model::kokkos);
    contenders.push_back({{Model::kokkos, key, *release.implementations, release.name}, {}});
  }
  return contenders;
}

std::vector<kernels::Launch> Preparation::place(const PlannedCase& planned,
                                                std::vector<Contender>& contenders, int block) {
  Workspace& arrays = workspace(planned);
  if (block > 0) {
    arrays.move();
    device_.change_queue();
  }
  std::vector<kernels::Launch> launches;
  for (Contender& contender : contenders) {
    if (block > 0 || !contender.launch)
      contender.launch = prepared(planned, contender.code, arrays);
    launches.push_back(contender.launch);
  }
  return launches;
}

void Preparation::validate_again(const PlannedCase& planned,
                                 const std::vector<Contender>& contenders, CaseResult& result) {
  const std::string damage = workspace(planned).damage();
  for (const Contender& contender : contenders) {
    ModelResult& model = contender.of(result);
    announce(planned, contender.code);
    const std::string error = error_of(planned, Draw::uniform, contender.launch, model);
    if (error.empty() && damage.empty()) continue;
    model.status = Status::invalid;
    model.reason = "after it was timed: " + (error.empty() ? damage : error);
  }
}

void Preparation::drop_failed(const PlannedCase& planned, const kernels::KernelFailed& failure,
                              std::vector<Contender>& contenders, CaseResult& result) {
  const std::string reason = reason_of(failure);
  const auto failed = std::ranges::find_if(
      contenders, [&](const Contender& c) { return c.code.name() == running_; });
  failed->of(result) = without_times(Status::invalid, "while it was timed: " + reason);
  contenders.erase(failed);
  workspace(planned).damage();  // repairs the arrays
  for (Contender& contender : contenders) contender.launch = {};
}

}  // namespace tilebridge::measure
