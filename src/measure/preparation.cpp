// SPDX-License-Identifier: Apache-2.0
#include "measure/preparation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.hpp"

namespace tilebridge::measure {
namespace {

std::string key_of(const PlannedCase& planned, const Variant& variant) {
  return planned.experiment->name + "/" + variant.name;
}

/// Whether it is of a pair of the user's own.
bool is_own(const PlannedCase& planned) { return planned.experiment->family == Family::yours; }

bool is_asked(const std::vector<Model>& asked, const Model& model) {
  return asked.empty() || std::ranges::any_of(asked, [&](const Model& m) { return model.is(m); });
}

const KernelResult* valid_in(const CaseResult& result, const ModelForm& sought) {
  for (const auto& [kernel, of_kernel] : result.kernels)
    if (kernel.is(sought) && of_kernel.status == Status::ok) return &of_kernel;
  return nullptr;
}

int threads_of(const std::array<std::uint32_t, 3>& block) {
  return static_cast<int>(block[0] * block[1] * block[2]);
}

std::uint32_t blocks_for(std::uint64_t threads, std::uint32_t block) {
  return static_cast<std::uint32_t>((threads + block - 1) / block);
}

/// The threads of `library` in blocks as `usual` has them: along each axis, or in a row.
LaunchShape in_blocks_of(const LaunchShape& usual, const LaunchShape& library) {
  LaunchShape shape = library;
  shape.block = usual.block;
  if (usual.block[1] == 1 && usual.block[2] == 1) {
    const auto threads = std::uint64_t{library.grid[0]} * threads_of(library.block);
    shape.grid[0] = blocks_for(threads, usual.block[0]);
    return shape;
  }
  for (std::size_t axis = 0; axis < shape.grid.size(); ++axis)
    shape.grid[axis] =
        blocks_for(std::uint64_t{library.grid[axis]} * library.block[axis], usual.block[axis]);
  return shape;
}

/// The launches of `library` in the usual kernel's blocks. Variants in loops ask for the team size
/// and the tile of the usual kernel, so blocks of another size are the library's choice. Empty
/// where it chose the same, or where the usual kernel has no whole warps.
LaunchShapes in_usual_blocks(const LaunchShapes& library, const LaunchShapes& usual) {
  constexpr int warp = 32;
  if (library.size() != usual.size()) return {};
  LaunchShapes shapes = library;
  bool differs = false;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (threads_of(library[i].block) == threads_of(usual[i].block)) continue;
    const int threads = threads_of(usual[i].block);
    if (threads == 0 || threads % warp != 0) return {};
    shapes[i] = in_blocks_of(usual[i], library[i]);
    differs = true;
  }
  return differs ? shapes : LaunchShapes{};
}

/// Users say how large a team is whose threads work together.
bool is_of_teams(Pattern pattern) {
  return pattern == Pattern::team_loop || pattern == Pattern::tile ||
         pattern == Pattern::exchange || pattern == Pattern::team_sum;
}

/// How a control is to be launched; empty if what it follows is missing, or if `code` is none.
LaunchShapes followed_in(const CaseResult& result, const Code& code) {
  if (!is_control(code.kernel)) return {};
  const KernelResult* const library = valid_in(result, {controlled, Form::loops});
  if (library == nullptr) return {};
  if (!code.kernel.is(control_in_usual_block)) return library->launches;
  const KernelResult* const usual = valid_in(result, {Model::native, Form::indices});
  return usual == nullptr ? LaunchShapes{} : in_usual_blocks(library->launches, usual->launches);
}

KernelResult without_times(Status status, std::string reason) {
  return {status, std::move(reason), {}, {}};
}

}  // namespace

Preparation::Preparation(Platform platform, kernels::PlatformDevice& device,
                         const kernels::Implementations& implementations,
                         const PreparationOptions& options)
    : platform_(platform),
      device_(device),
      implementations_(implementations),
      options_(options),
      host_pool_(device, host_available_bytes() / 4),
      pool_(device, options.seed) {}

void Preparation::reserve(const std::vector<PlannedCase>& cases) {
  constexpr std::size_t spare = std::size_t{256} << 20U;  // guards, and places to choose from
  std::size_t most = 0;
  for (const PlannedCase& c : cases)
    most = std::max(most, total_bytes(c.variant->problem->arrays(c.parameters), Space::device));
  pool_.reserve(2 * most + spare);
}

Workspace& Preparation::workspace(const PlannedCase& planned, Draw draw) {
  std::unique_ptr<Workspace>& workspace = workspaces_[draw];
  if (workspace && workspace->serves(planned)) return *workspace;
  workspace.reset();  // frees its memory before more is allocated
  workspace = std::make_unique<Workspace>(planned, device_, host_pool_, pool_, options_.seed, draw);
  return *workspace;
}

void Preparation::announce(const PlannedCase& planned, const Code& code) {
  running_ = {planned.label(), code.name()};
  if (!runs_cases_) return announce_none();
  if (options_.about_to_run) options_.about_to_run(running_.first, running_.second);
}

void Preparation::announce_none() {
  if (options_.about_to_run) options_.about_to_run("", "");
}

void Preparation::discard(Contender& contender, bool is_finished) {
  if (!contender.launch) return;
  if (runs_cases_ && options_.about_to_discard)
    options_.about_to_discard(contender.planned.label(), contender.code.name(), is_finished);
  contender.launch = {};
}

void Preparation::discard(std::vector<Contender>& contenders, bool is_finished) {
  for (Contender& contender : contenders) discard(contender, is_finished);
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
  return implementations_.prepare(
      code.kernel.model, code.key,
      planned.variant->problem->bind(workspace.pointers(), planned.parameters), code.form,
      code.followed);
}

/// Compares every element of the outputs with the reference, unless the same outputs were found
/// right before.
Validation Preparation::validate_outputs(const PlannedCase& planned, Draw draw) {
  Workspace& outputs = workspace(planned, draw);
  const Problem& problem = *planned.variant->problem;
  const Answer answer = {&problem, to_string(asked_of_arrays(planned)), draw, outputs.version(),
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
                                  const kernels::Launch& perform, KernelResult& result) {
  workspace(planned, draw).reset_outputs();
  return error_behind(planned, draw, perform, result);
}

/// Launches and says what is wrong with the outputs, or "".
std::string Preparation::error_behind(const PlannedCase& planned, Draw draw,
                                      const kernels::Launch& perform, KernelResult& result) {
  perform();
  device_.synchronize();
  result.validation = validate_outputs(planned, draw);
  std::string damage = workspace(planned, draw).damage();
  return result.validation->ok() ? damage : describe(*result.validation);
}

/// Launches, watches the launch, and says what is wrong with outputs or conduct, or "".
std::string Preparation::error_when_watched(const Contender& contender, KernelResult& result) {
  kernels::Conduct conduct;
  const kernels::Launch watched = [&] {
    conduct =
        device_.launch_watched(contender.launch, workspace(contender.planned).outputs_on_device());
  };
  const std::string error = error_behind(contender.planned, Draw::uniform, watched, result);
  if (conduct.began_early) return "it wrote its result before its turn on the queue";
  if (conduct.outlived || (conduct.seemed_busy && leaves_work_behind(contender)))
    return "it still worked after its launch had ended";
  return error;
}

/// Watches further launches of a kernel behind which the device seemed busy, as it did behind six
/// of some 10,000 honest kernels on an H200. Work left behind by every second launch is seen too.
bool Preparation::leaves_work_behind(const Contender& contender) {
  constexpr int more = 4;
  for (int i = 0; i < more; ++i) {
    workspace(contender.planned).reset_outputs();
    const kernels::Conduct conduct =
        device_.launch_watched(contender.launch, workspace(contender.planned).outputs_on_device());
    if (conduct.outlived || conduct.seemed_busy) return true;
  }
  return false;
}

/// Launches on inputs that change while the outputs are right, and watches that launch.
std::string Preparation::error_on_new_inputs(const Contender& contender, KernelResult& result) {
  Workspace& arrays = workspace(contender.planned);
  arrays.exchange_inputs();
  arrays.reset_outputs();
  contender.launch();
  arrays.exchange_inputs();
  const std::string error = error_when_watched(contender, result);
  arrays.restore_inputs();
  return error.empty() ? "" : "on inputs that had changed, " + error;
}

/// Checks a long sum on inputs of -1 and 1 too; nothing is checked if the device has no room for a
/// second set of arrays.
std::string Preparation::error_with_signs(const PlannedCase& planned, const Code& code) {
  if (!planned.variant->problem->is_long_sum()) return "";
  const std::size_t needed = 2 * total_bytes(planned.variant->problem->arrays(planned.parameters));
  const std::unique_ptr<Workspace>& signs = workspaces_[Draw::signs];
  if (!(signs && signs->serves(planned)) && device_.free_bytes() < needed) return "";
  KernelResult result;
  const kernels::Launch launch = prepared(planned, code, workspace(planned, Draw::signs));
  return error_of(planned, Draw::signs, launch, result);
}

LaunchShapes Preparation::launch_first(const Code& code, const kernels::Launch& launch) const {
  LaunchShapes shapes;
  const kernels::Launch recorded = [&] { shapes = device_.launch_and_record(launch); };
  if (options_.first_launch)
    options_.first_launch(code.kernel, recorded);
  else
    recorded();
  return shapes;
}

/// Says what is wrong with the code's result, on random inputs and on those of long sums, or "".
std::string Preparation::error_of_first_launch(const PlannedCase& planned, const Code& code,
                                               const kernels::Launch& launch,
                                               KernelResult& result) try {
  const auto count = implementations_.count_of(code.kernel.model, code.key);
  const kernels::Launch first = [&] {
    if (!count) {
      result.launches = launch_first(code, launch);
      return;
    }
    result.counters = count([&] { launch_first(code, launch); });
  };
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
                                                      KernelResult& result) {
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

/// The native code that the others are compared with.
Code Preparation::reference_of(const PlannedCase& planned) const {
  const Variant& variant = planned.experiment->variant(planned.variant->listing());
  const std::string key = key_of(planned, variant);
  std::vector<Model> models;
  for (const auto& [model, form] : implementations_.kernels(key))
    if (!form) models.push_back(model);
  models.insert(models.end(), implementations_.models().begin(), implementations_.models().end());
  models.push_back(Model::native);
  const Model model = *std::ranges::find_if(models, &Model::is_native);
  return {{model, variant.form_of(model)}, &variant, key};
}

/// All builds, and those of the variant's models that have none. A pair of the user's own has its
/// models inside, in its order.
std::vector<Model> Preparation::models_of(const PlannedCase& planned) const {
  std::vector<Model> models;
  if (!is_own(planned)) models = implementations_.models();
  for (const Support& support : planned.variant->models)
    if (std::ranges::none_of(models, [&](const Model& m) { return m.is(support.model); }))
      models.push_back(support.model);
  std::ranges::stable_partition(models, &Model::is_native);
  return models;
}

/// The reference first. Where a build lacks a kernel that the catalogue promises, that is code too,
/// and so is a model that has none at all: the result says why.
std::vector<Code> Preparation::codes_of(const PlannedCase& planned) const {
  const Variant& variant = *planned.variant;
  const std::string key = key_of(planned, variant);
  std::vector<Code> codes;
  if (!variant.stands_for.empty()) codes.push_back(reference_of(planned));
  std::set<std::string_view> known;
  const auto kernels = implementations_.kernels(key);
  const std::vector<Model> models = models_of(planned);
  for (const Model& model : models) {
    const std::size_t before = codes.size();
    for (const auto& [of, form] : kernels)
      if (of == model) {
        codes.push_back({{model, form.value_or(variant.form_of(model))}, &variant, key, form});
        if (codes.back().kernel.is(control) && !is_of_teams(variant.pattern))
          codes.push_back({{model, Form::usual_block}, &variant, key, form});
      }
    const bool is_first = known.insert(model.name()).second;
    const bool is_promised = is_first ? variant.support(model) != nullptr &&
                                            !implementations_.has(Model(model.name()), key)
                                      : variant.runs(model, platform_);
    if (codes.size() == before && is_promised)
      codes.push_back({{model, variant.form_of(model)}, &variant, key});
  }
  const ModelForm native = reference_of(planned).kernel;
  const auto reference = std::ranges::find_if(codes, [&](const Code& code) {
    return is_own(planned) ? variant.runs(code.kernel.model, platform_) : code.kernel == native;
  });
  if (reference == codes.end()) return codes;
  reference->is_reference = true;
  std::rotate(codes.begin(), reference, reference + 1);
  return codes;
}

std::string Preparation::why_skipped(const PlannedCase& planned, const Model& model) const {
  if (planned.variant->form == Form::vendor) return "this build has no such library";
  const auto found = options_.missing.find(Model(model.name()));
  return is_own(planned) || found == options_.missing.end()
             ? fmt::format("not written for {}", name_of(platform_))
             : found->second;
}

/// Validates code that this build may not have: the result says why.
std::optional<Contender> Preparation::contender(const PlannedCase& planned, Code code,
                                                CaseResult& result) {
  const Model& model = code.kernel.model;
  const Support* support = code.variant->support(model);
  const bool runs = code.variant->runs(model, platform_);
  code.followed = followed_in(result, code);
  if (code.kernel.is(control_in_usual_block) && code.followed.empty()) return std::nullopt;
  KernelResult& of_code = result.kernels[code.kernel];
  if (support != nullptr && !support->no_equivalent.empty() && !runs)
    of_code = without_times(Status::no_equivalent, support->no_equivalent);
  else if (!implementations_.has(model, code.key))
    of_code = without_times(Status::skipped, why_skipped(planned, model));
  else if (is_control(code.kernel) && valid_in(result, {controlled, Form::loops}) == nullptr)
    of_code =
        without_times(Status::skipped, "no valid kernel in loops whose launch it could follow");
  else {
    if (auto launch = validated(planned, code, of_code))
      return Contender{planned, std::move(code), std::move(*launch)};
  }
  return std::nullopt;
}

/// Controls come last, as they follow another model's launch, and are then put before the models
/// that are compared with them.
std::vector<Contender> Preparation::validated(const PlannedCase& planned,
                                              const std::vector<Model>& asked, CaseResult& result) {
  std::vector<Code> codes = codes_of(planned);
  std::erase_if(codes, [&](const Code& code) { return !is_asked(asked, code.kernel.model); });
  for (const Code& code : codes)
    if (code.kernel.form != Form::usual_block) result.kernels[code.kernel];
  std::vector<std::optional<Contender>> found(codes.size());
  for (const bool are_controls : {false, true})
    for (std::size_t i = 0; i < codes.size(); ++i)
      if (is_control(codes[i].kernel) == are_controls && !options_.interrupted())
        found[i] = contender(planned, codes[i], result);
  std::vector<Contender> contenders;
  for (std::optional<Contender>& one : found)
    if (one) contenders.push_back(std::move(*one));
  return contenders;
}

std::optional<Contender> Preparation::validated_native(const PlannedCase& planned,
                                                       KernelResult& result) {
  const Code code = reference_of(planned);
  auto launch = validated(planned, code, result);
  return launch ? std::optional(Contender{planned, code, std::move(*launch)}) : std::nullopt;
}

std::vector<Contender> Preparation::timed_in(const PlannedCase& planned,
                                             const CaseResult& result) const {
  std::vector<Contender> contenders;
  for (Code& code : codes_of(planned))
    if (const KernelResult* found = result.kernels.find(code.kernel);
        found != nullptr && found->timing) {
      code.followed = followed_in(result, code);
      contenders.push_back({planned, std::move(code), {}});
    }
  return contenders;
}

std::vector<kernels::Launch> Preparation::place(std::vector<Contender>& contenders, int block) {
  Workspace& arrays = workspace(contenders.front().planned);
  if (block > 0) {
    arrays.move();
    device_.change_queue();
  }
  std::vector<kernels::Launch> launches;
  for (Contender& contender : contenders) {
    if (block > 0 || !contender.launch) {
      // Its own memory moves too: what was prepared before is discarded after.
      kernels::Launch launch = prepared(contender.planned, contender.code, arrays);
      discard(contender);
      contender.launch = std::move(launch);
    }
    launches.push_back(contender.launch);
  }
  device_.settle();
  return launches;
}

bool Preparation::trusts(const PlannedCase& planned) const {
  return !is_own(planned) && !options_.has_foreign_models;
}

void Preparation::begin_sample(const Contender& contender) {
  announce(contender);
  workspace(contender.planned).reset_outputs_on_device();
}

void Preparation::end_sample(const Contender& contender) {
  const Workspace& arrays = workspace(contender.planned);
  if (arrays.are_outputs_untouched())
    throw kernels::KernelFailed("a launch left its whole output as it was");
}

void Preparation::validate_again(const std::vector<Contender>& contenders, CaseResult& result) {
  Workspace& arrays = workspace(contenders.front().planned);
  arrays.restore_inputs();
  const std::string damage = arrays.damage();
  for (const Contender& contender : contenders) {
    if (options_.interrupted()) return;
    KernelResult& kernel = contender.of(result);
    announce(contender);
    arrays.reset_outputs();
    std::string error = error_when_watched(contender, kernel);
    if (error.empty() && !trusts(contender.planned) && !contender.planned.experiment->copies_inputs)
      error = error_on_new_inputs(contender, kernel);
    if (error.empty() && damage.empty()) continue;
    kernel.status = Status::invalid;
    kernel.reason = "after it was timed: " + (error.empty() ? damage : error);
    kernel.timing.reset();  // of earlier blocks
    kernel.share_of_ceiling = kernel.share_of_datasheet = 0;
  }
}

void Preparation::drop_failed(const PlannedCase& planned, const kernels::KernelFailed& failure,
                              std::vector<Contender>& contenders, CaseResult& result) {
  const std::string reason = reason_of(failure);
  const auto failed = std::ranges::find_if(contenders, [&](const Contender& c) {
    return std::pair(c.planned.label(), c.code.name()) == running_;
  });
  failed->of(result) = without_times(Status::invalid, "while it was timed: " + reason);
  discard(*failed);
  contenders.erase(failed);
  workspace(planned).restore_inputs();
  workspace(planned).damage();  // repairs the arrays
  discard(contenders);
}

}  // namespace tilebridge::measure
