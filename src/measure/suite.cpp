// SPDX-License-Identifier: Apache-2.0
#include "measure/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/say.hpp"
#include "measure/host_memory.hpp"
#include "measure/workspace.hpp"
#include "results/prediction.hpp"
#include "results/statistics.hpp"

namespace tilebridge::measure {

/// Whose code is launched for a case.
struct Suite::Code {
  Model model;
  std::string key;
  std::reference_wrapper<const Implementations> from;
  std::string release = {};  // the other Kokkos that it is compiled with, if it is

  /// "kokkos@5.0.2".
  std::string name() const {
    return release.empty() ? std::string(name_of(model))
                           : fmt::format("{}@{}", name_of(model), release);
  }
};

/// A validated model, ready to be timed.
struct Suite::Contender {
  Code code;
  Launch launch;

  const ModelResult& of(const CaseResult& result) const {
    return code.release.empty() ? result.models.at(code.model)
                                : result.releases.at(code.release).result;
  }
  ModelResult& of(CaseResult& result) const {
    return code.release.empty() ? result.models[code.model] : result.releases[code.release].result;
  }
};

namespace {

Ceilings datasheet_of(const DeviceInfo& info) {
  return {info.datasheet_bytes_per_s, info.datasheet_bytes_per_s, info.datasheet_bytes_per_s,
          info.datasheet_flops};
}

CaseResult case_of(const PlannedCase& planned, Platform platform) {
  CaseResult result;
  result.experiment = planned.experiment->name;
  result.variant = planned.variant->name;
  result.level = name_of(planned.variant->level);
  result.compared_with = planned.variant->listing();
  result.platform = name_of(platform);
  result.parameters = planned.parameters;
  result.cache = name_of(planned.cache);
  result.work = planned.variant->problem->work(planned.parameters);
  return result;
}

std::string key_of(const PlannedCase& planned, Model model) {
  const Variant& variant = *planned.variant;
  return planned.experiment->name + "/" +
         (model == Model::native ? variant.listing() : variant.name);
}

void skip_time(ModelResult& result, const std::string& reason) {
  if (result.status == Status::ok) result = {Status::skipped, reason, result.validation, {}};
}

void skip_times(CaseResult& result, const std::string& reason) {
  for (auto& [model, model_result] : result.models) skip_time(model_result, reason);
  for (auto& [name, release] : result.releases) skip_time(release.result, reason);
}

void forget_comparisons(CaseResult& result) {
  result.comparisons.clear();
  for (auto& [name, release] : result.releases) release.against_native = release.against_own = {};
}

/// Whether this is a memory rate, which depends on what the caches hold.
bool is_of_memory(Rate rate) {
  return rate == Rate::read || rate == Rate::write || rate == Rate::copy;
}

/// Native code is first, so that the others are compared with it.
constexpr std::array models_in_order = {Model::native, Model::kokkos, Model::vendor};

/// That begin() samples, of five.
constexpr int first_blocks = 3;

constexpr std::array flushes_tried = {2, 4, 8};  // times the size of the last-level cache

/// The shortest after which nothing is faster than after the longest, or by less than a percent.
int shortest_flush(const std::map<int, Interval>& seconds) {
  const auto longest = std::prev(seconds.end());
  const auto is_enough = [&](const auto& tried) {
    return tried.second.high >= 0.99 * longest->second.low;
  };
  return std::find_if(seconds.begin(), longest, is_enough)->first;
}

/// Elements of half as many bytes, in multiples of what the kernels of the ceilings take.
std::int64_t half_of(std::size_t bytes) {
  constexpr std::size_t multiple = 1024;
  return static_cast<std::int64_t>(bytes / 2 / sizeof(float) / multiple * multiple);
}

/// By the position of a sample among all of the case; the period of what GPUs have been seen to do
/// divides this.
constexpr int launch_period = 8;
constexpr std::size_t fewest_of_a_position = 4;

double launch_index_p(const Rounds& rounds, std::size_t i) {
  if (rounds.seconds[i].size() < launch_period * fewest_of_a_position) return 1;
  std::vector<int> positions;
  for (const int index : rounds.launch_index[i]) positions.push_back(index % launch_period);
  return group_dependence(rounds.seconds[i], positions);
}

std::string in_GiB(std::size_t bytes) {
  return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / static_cast<double>(1ULL << 30));
}

}  // namespace

Suite::Suite(Platform platform, PlatformDevice& device, const Implementations& implementations,
             std::string missing_kokkos, SuiteOptions options)
    : platform_(platform),
      device_(device),
      implementations_(implementations),
      missing_kokkos_(std::move(missing_kokkos)),
      options_(std::move(options)),
      host_pool_(device, host_available_bytes() / 4),
      datasheet_(datasheet_of(device.info())),
      resolution_(device.info().timer_resolution_s) {}

Suite::~Suite() = default;

Workspace& Suite::workspace_for(const PlannedCase& planned, Draw draw) {
  std::unique_ptr<Workspace>& workspace = workspaces_[draw];
  if (workspace && workspace->serves(planned)) return *workspace;
  workspace.reset();  // frees its memory before more is allocated
  workspace = std::make_unique<Workspace>(planned, device_, host_pool_, options_.seed, draw);
  return *workspace;
}

/// Compares every element of the outputs with the reference, unless the same outputs were found
/// right before.
Validation Suite::validate_outputs(const PlannedCase& planned, Draw draw) {
  Workspace& workspace = workspace_for(planned, draw);
  const Problem& problem = *planned.variant->problem;
  const RightAnswer answer = {&problem, to_string(asked_of_arrays(planned)), draw,
                              workspace.digest_of_outputs()};
  const auto known = right_answers_.find(answer);
  if (known != right_answers_.end()) return known->second;
  workspace.download_outputs();
  const Validation found = problem.validate(workspace.host(), planned.parameters);
  if (found.ok()) right_answers_[answer] = found;
  return found;
}

/// Whoever watches this process knows what it was doing when it ended.
void Suite::announce(const PlannedCase& planned, const Code& code) {
  running_ = code.name();
  if (measures_ceiling_) return announce_none();
  options_.about_to_run(planned.label(), running_);
}

/// Why code failed, from the exception it left. Throws PlatformError if it broke the device: then
/// nothing else can run in this process.
std::string Suite::reason_of(const KernelFailed& failure) {
  device_.synchronize();
  return failure.what();
}

Launch Suite::prepared(const PlannedCase& planned, const Code& code, const Workspace& workspace) {
  announce(planned, code);
  return code.from.get().prepare(
      code.model, code.key,
      planned.variant->problem->bind(workspace.pointers(), planned.parameters));
}

/// What is wrong with one launch on fresh outputs; "" if nothing is.
std::string Suite::problem_of(const PlannedCase& planned, Draw draw, const Launch& perform,
                              ModelResult& result) {
  Workspace& workspace = workspace_for(planned, draw);
  workspace.reset_outputs();
  perform();
  device_.synchronize();
  result.validation = validate_outputs(planned, draw);
  std::string damage = workspace.damage();
  return result.validation->ok() ? damage : describe(*result.validation);
}

/// The same of a long sum on inputs of -1 and 1; nothing is checked where the device has no room
/// for a second set of arrays.
std::string Suite::problem_of_signs(const PlannedCase& planned, const Code& code) {
  if (!planned.variant->problem->is_long_sum()) return "";
  const std::size_t needed = 2 * total_bytes(planned.variant->problem->arrays(planned.parameters));
  const std::unique_ptr<Workspace>& signs = workspaces_[Draw::signs];
  if (!(signs && signs->serves(planned)) && device_.free_bytes() < needed) return "";
  ModelResult result;
  const Launch launch = prepared(planned, code, workspace_for(planned, Draw::signs));
  return problem_of(planned, Draw::signs, launch, result);
}

/// Of a launch on fresh outputs, and of a long sum on the other inputs too; "" if nothing is.
std::string Suite::what_is_wrong(const PlannedCase& planned, const Code& code, const Launch& launch,
                                 ModelResult& result) try {
  const Launch first = [&] { options_.first_launch(code.model, launch); };
  if (std::string problem = problem_of(planned, Draw::uniform, first, result); !problem.empty())
    return problem;
  const std::string problem = problem_of_signs(planned, code);
  return problem.empty() ? "" : "with inputs of -1 and 1, whose sum is exact: " + problem;
} catch (const KernelFailed& failure) {
  return reason_of(failure);
}

/// Why it is not launched again; "" if it did not fail.
std::string Suite::failure_of(const PlannedCase& planned, const Code& code) const {
  for (const Failure& failure : options_.failures)
    if (failure.label == planned.label() && failure.code == code.name()) return failure.reason;
  return "";
}

/// Runs `code` once on fresh outputs and validates them; returns the launch if all are correct.
std::optional<Launch> Suite::validated(const PlannedCase& planned, const Code& code,
                                       ModelResult& result) {
  if (const std::string failure = failure_of(planned, code); !failure.empty()) {
    result = {Status::invalid, failure, {}, {}};
    return std::nullopt;
  }
  Launch launch;
  try {
    launch = prepared(planned, code, workspace_for(planned));
  } catch (const Unavailable& reason) {
    result = {Status::skipped, reason.what(), {}, {}};
    return std::nullopt;
  } catch (const NoEquivalent& reason) {
    result = {Status::no_equivalent, reason.what(), {}, {}};
    return std::nullopt;
  } catch (const KernelFailed& failure) {
    result = {Status::invalid, reason_of(failure), {}, {}};
    return std::nullopt;
  }
  result.reason = what_is_wrong(planned, code, launch, result);
  if (result.reason.empty()) {
    result.status = Status::ok;
    return launch;
  }
  result.status = Status::invalid;
  return std::nullopt;
}

/// Validates once more, after the last timed launch: a kernel may be right only the first time.
void Suite::validate_again(const PlannedCase& planned, const std::vector<Contender>& contenders,
                           CaseResult& result) {
  const std::string damage = workspace_for(planned).damage();
  for (const Contender& contender : contenders) {
    ModelResult& model = contender.of(result);
    announce(planned, contender.code);
    const std::string problem = problem_of(planned, Draw::uniform, contender.launch, model);
    if (problem.empty() && damage.empty()) continue;
    model.status = Status::invalid;
    model.reason = "after it was timed: " + (problem.empty() ? damage : problem);
  }
}

/// The access model's prediction; it describes only the memory of CUDA devices.
std::optional<Prediction> Suite::predict(const PlannedCase& planned, Model model) {
  const Experiment& experiment = *planned.experiment;
  const Variant& variant =
      model == Model::native ? experiment.variant(planned.variant->listing()) : *planned.variant;
  if (platform_ != Platform::cuda || !variant.accesses) return std::nullopt;
  const std::string key = fmt::format("{}/{} {} {}", experiment.name, variant.name, name_of(model),
                                      to_string(planned.parameters));
  const auto known = predictions_.find(key);
  if (known != predictions_.end()) return known->second;
  const std::vector<Kernel> kernels =
      variant.accesses({model, variant.level}, planned.parameters, workspace_for(planned).host());
  if (kernels.empty()) return std::nullopt;
  return predictions_[key] = predict(kernels, planned);
}

Prediction Suite::predict(const std::vector<Kernel>& kernels, const PlannedCase& planned) {
  const DeviceInfo& device = device_.info();
  Prediction prediction{traffic(kernels, options_.most_addresses), 0};
  prediction.seconds =
      predicted_seconds(prediction.traffic, workspace_for(planned).specs(), ceilings_,
                        {static_cast<double>(device.cache_bytes), device.units * device.clock_hz});
  return prediction;
}

std::vector<Suite::Contender> Suite::contenders_of(const PlannedCase& planned,
                                                   const std::vector<Model>& asked,
                                                   CaseResult& result) {
  const Variant& variant = *planned.variant;
  std::vector<Contender> contenders;
  for (const Model model : models_in_order) {
    if (!asked.empty() && std::find(asked.begin(), asked.end(), model) == asked.end()) continue;
    const bool stands_in = model == Model::native && !variant.stands_for.empty();
    const Support* support = variant.support(model);
    if (support == nullptr && !stands_in) continue;
    ModelResult& model_result = result.models[model];
    const std::string key = key_of(planned, model);
    if (support != nullptr && !support->no_equivalent.empty() && !variant.runs(model, platform_)) {
      model_result = {Status::no_equivalent, support->no_equivalent, {}, {}};
    } else if (!implementations_.has(model, key)) {
      model_result = {Status::skipped,
                      model == Model::kokkos && !missing_kokkos_.empty()
                          ? missing_kokkos_
                          : fmt::format("not written for {}", name_of(platform_)),
                      {},
                      {}};
    } else if (const Code code{model, key, implementations_};
               auto launch = validated(planned, code, model_result)) {
      model_result.prediction = predict(planned, model);
      contenders.push_back({code, std::move(*launch)});
    }
  }
  add_releases(planned, asked, result, contenders);
  return contenders;
}

/// The other Kokkos, where the variant is in Kokkos here.
void Suite::add_releases(const PlannedCase& planned, const std::vector<Model>& asked,
                         CaseResult& result, std::vector<Contender>& contenders) {
  const bool is_asked =
      asked.empty() || std::find(asked.begin(), asked.end(), Model::kokkos) != asked.end();
  if (!is_asked || !planned.variant->runs(Model::kokkos, platform_)) return;
  for (const Release& release : options_.releases) {
    const Code code{Model::kokkos, key_of(planned, Model::kokkos), *release.implementations,
                    release.name};
    ModelResult& release_result = result.releases[release.name].result;
    if (!code.from.get().has(code.model, code.key))
      release_result = {Status::skipped, "not written for this Kokkos", {}, {}};
    else if (auto launch = validated(planned, code, release_result))
      contenders.push_back({code, std::move(*launch)});
  }
}

Timing Suite::timing_of(const Rounds& rounds, std::size_t i) const {
  const Interval seconds = interval_over_blocks({rounds.seconds[i], rounds.blocks});
  const double rounding = rounding_error(seconds.median, resolution_, rounds.repeats);
  Timing timing = {widened(seconds, std::hypot(rounding, process_error)), rounds.seconds[i]};
  const std::vector<double>& clocks = rounds.clocks_hz[i];
  if (std::count(clocks.begin(), clocks.end(), 0) < std::ssize(clocks)) timing.clocks_hz = clocks;
  if (rounds.waits_for_host) timing.wall_seconds = median(rounds.wall_seconds[i]);
  timing.launch_index_p = launch_index_p(rounds, i);
  return timing;
}

/// No verdict where the timer cannot resolve a difference as small as the band in one launch: there
/// repeats show the cost of the call rather than of its work. Nor is a difference one that is
/// smaller than the least change that counts.
Verdict Suite::verdict_on(const Interval& ratio, const Timing& native, const Timing& other,
                          int repeats) const {
  const double band = options_.parity_band;
  const double shorter = std::min(native.seconds.median, other.seconds.median);
  if (shorter * band < resolution_) return Verdict::inconclusive;
  const Verdict verdict = verdict_of(ratio, band);
  const double change = std::abs(native.seconds.median - other.seconds.median) * repeats;
  return verdict == Verdict::parity || change >= options_.least_change ? verdict
                                                                       : Verdict::inconclusive;
}

/// Of one contender's time ÷ another one's, in this process.
Interval Suite::ratio_of(const Rounds& rounds, std::size_t base, std::size_t i) const {
  const std::vector<double>& first = rounds.seconds[base];
  const Interval ratio = interval_over_blocks({ratios(first, rounds.seconds[i]), rounds.blocks});
  const auto rounding = [&](const std::vector<double>& seconds) {
    return rounding_error(median(seconds), resolution_, rounds.repeats);
  };
  return widened(ratio, std::hypot(rounding(first), rounding(rounds.seconds[i])));
}

void Suite::compare(CaseResult& result, const Rounds& rounds, std::size_t i, Model model) const {
  const std::vector<double> quotients = ratios(rounds.seconds.front(), rounds.seconds[i]);
  const Interval ratio = widened(ratio_of(rounds, 0, i), process_error);
  const Verdict verdict = verdict_on(ratio, *result.models.at(Model::native).timing,
                                     *result.models.at(model).timing, rounds.repeats);
  result.comparisons.push_back({model, Model::native, ratio, verdict, median_interval(quotients)});
}

ReleaseComparison Suite::compare(const Rounds& rounds, const std::vector<Contender>& contenders,
                                 std::size_t base, std::size_t i, const CaseResult& result) const {
  const Interval ratio = widened(ratio_of(rounds, base, i), process_error);
  return {ratio, verdict_on(ratio, *contenders[base].of(result).timing,
                            *contenders[i].of(result).timing, rounds.repeats)};
}

/// With native code, and with the program's own Kokkos, where they were timed.
void Suite::compare_release(CaseResult& result, const Rounds& rounds,
                            const std::vector<Contender>& contenders, std::size_t i) const {
  ReleaseResult& release = result.releases[contenders[i].code.release];
  for (std::size_t base = 0; base < i; ++base) {
    const Contender& other = contenders[base];
    if (!other.code.release.empty() || !other.of(result).timing) continue;
    if (other.code.model == Model::native)
      release.against_native = compare(rounds, contenders, base, i, result);
    if (other.code.model == Model::kokkos)
      release.against_own = compare(rounds, contenders, base, i, result);
  }
}

void Suite::record_times(CaseResult& result, const std::vector<Contender>& contenders,
                         const Rounds& rounds, const Ceilings& ceilings) {
  const std::vector<double>& first = rounds.seconds.front();
  result.sampling = {static_cast<int>(first.size()),
                     rounds.repeats,
                     rounds.discarded_for_clock,
                     rounds.discarded_as_early,
                     rounds.waits_for_host,
                     rounds.clock_hz,
                     std::string(name_of(rounds.stop)),
                     device_.throttle_reasons(),
                     rounds.blocks,
                     resolution_};
  if (first.empty()) {
    skip_times(result, fmt::format("no sample could be kept ({})", name_of(rounds.stop)));
    return;
  }
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    ModelResult& model = contenders[i].of(result);
    if (model.status != Status::ok) continue;
    model.timing = timing_of(rounds, i);
    const double seconds = model.timing->seconds.median;
    model.share_of_ceiling = ceilings.least_seconds(result.work) / seconds;
    model.share_of_datasheet = datasheet_.least_seconds(result.work) / seconds;
    const bool has_native = contenders.front().code.model == Model::native &&
                            result.models.at(Model::native).timing.has_value();
    if (!contenders[i].code.release.empty())
      compare_release(result, rounds, contenders, i);
    else if (i > 0 && has_native)
      compare(result, rounds, i, contenders[i].code.model);
  }
}

CaseResult Suite::validate(const PlannedCase& planned) {
  CaseResult result = case_of(planned, platform_);
  contenders_of(planned, options_.models, result);
  return result;
}

CaseResult Suite::run(const PlannedCase& planned) {
  CaseResult result = run(planned, options_.models, options_.rounds, ceilings_for(planned));
  announce_none();
  return result;
}

CaseResult Suite::run(const PlannedCase& planned, const std::vector<Model>& models,
                      const RoundsOptions& rounds, const Ceilings& ceilings) {
  CaseResult result = case_of(planned, platform_);
  std::vector<Contender> contenders = contenders_of(planned, models, result);
  if (contenders.empty()) return result;
  if (result.work.empty()) {
    skip_times(result, "nothing to time: the case asks for no bytes; its result is right");
    return result;
  }
  time_without_failures(planned, contenders, rounds, ceilings, result, {});
  return result;
}

/// What fails while it is timed is invalid, and the others are timed anew, without it.
void Suite::time_without_failures(const PlannedCase& planned, std::vector<Contender>& contenders,
                                  const RoundsOptions& rounds, const Ceilings& ceilings,
                                  CaseResult& result, Rounds so_far) {
  while (!contenders.empty()) {
    try {
      return time(planned, contenders, rounds, ceilings, result, std::exchange(so_far, {}));
    } catch (const KernelFailed& failure) {
      drop_running(planned, reason_of(failure), contenders, result);
    }
  }
}

/// Of the contenders, the one that runs, which has failed; the others are prepared again.
void Suite::drop_running(const PlannedCase& planned, const std::string& reason,
                         std::vector<Contender>& contenders, CaseResult& result) {
  const auto failed = std::find_if(contenders.begin(), contenders.end(),
                                   [&](const Contender& c) { return c.code.name() == running_; });
  failed->of(result) = {Status::invalid, "while it was timed: " + reason, {}, {}};
  contenders.erase(failed);
  workspace_for(planned).damage();  // mends what it may have left
  for (Contender& contender : contenders) contender.launch = {};
}

void Suite::time(const PlannedCase& planned, std::vector<Contender>& contenders,
                 const RoundsOptions& rounds, const Ceilings& ceilings, CaseResult& result,
                 Rounds so_far) {
  Rounds sampled = sample(planned, contenders, rounds, std::move(so_far));
  if (sampled.stop != StopReason::interrupted) validate_again(planned, contenders, result);
  record_times(result, contenders, sampled, ceilings);
  if (std::ssize(sampled.blocks) < rounds.blocks) begun_[planned.label()] = std::move(sampled);
}

CaseResult Suite::begin(const PlannedCase& planned) {
  RoundsOptions rounds = options_.rounds;
  rounds.until = first_blocks;
  CaseResult result = run(planned, options_.models, rounds, ceilings_for(planned));
  announce_none();
  return result;
}

/// The models that were timed, still to be prepared.
std::vector<Suite::Contender> Suite::timed_before(const PlannedCase& planned,
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

void Suite::go_on(const PlannedCase& planned, CaseResult& result) {
  auto begun = begun_.extract(planned.label());
  if (begun.empty()) return;
  Rounds so_far = std::move(begun.mapped());
  std::vector<Contender> contenders = timed_before(planned, result);
  // One that was found wrong after it was timed has no partner in what comes.
  if (contenders.size() != so_far.seconds.size() || so_far.stop == StopReason::interrupted) return;
  forget_comparisons(result);
  time_without_failures(planned, contenders, options_.rounds, ceilings_for(planned), result,
                        std::move(so_far));
  contenders.clear();
  announce_none();
}

/// In every block but the first, arrays and workspaces lie elsewhere and work goes to another
/// queue.
Rounds Suite::sample(const PlannedCase& planned, std::vector<Contender>& contenders,
                     const RoundsOptions& rounds, Rounds so_far) {
  const auto place = [&](int block) {
    Workspace& workspace = workspace_for(planned);
    if (block > 0) {
      workspace.move();
      device_.change_queue();
    }
    std::vector<Launch> launches;
    for (Contender& contender : contenders) {
      if (block > 0 || !contender.launch)
        contender.launch = prepared(planned, contender.code, workspace);
      launches.push_back(contender.launch);
    }
    return launches;
  };
  RoundsOptions of_case = rounds;
  of_case.cache = planned.cache;
  of_case.flush_times = flush_check_.times;
  of_case.seed += std::hash<std::string>()(planned.label());
  of_case.about_to_sample = [&](std::size_t i) { announce(planned, contenders[i].code); };
  return run_rounds(device_, place, of_case, options_.interrupted, std::move(so_far));
}

/// The program's own native code, for which no case is to blame.
CaseResult Suite::run_ceiling(const PlannedCase& planned, const RoundsOptions& rounds) {
  measures_ceiling_ = true;
  CaseResult result = run(planned, {Model::native}, rounds, ceilings_);
  measures_ceiling_ = false;
  return result;
}

/// In the best of its placements; 0 if it cannot be measured.
double Suite::measured_rate(const PlannedCase& planned, const RoundsOptions& rounds) {
  const CaseResult result = run_ceiling(planned, rounds);
  const ModelResult& native = result.models.at(Model::native);
  if (options_.interrupted()) return 0;
  if (!native.timing) {
    say(fmt::format("the ceiling {} could not be measured: {}; the run continues without it\n",
                    result.variant, native.reason));
    return 0;
  }
  const bool computes = planned.variant->ceiling_of == Rate::fma;
  const std::vector<double> placements =
      block_medians({native.timing->samples, result.sampling.blocks});
  return (computes ? result.work.flops : result.work.bytes()) /
         *std::min_element(placements.begin(), placements.end());
}

/// A budget for cases that is below every preset's asks for a quick look: one placement of the
/// arrays is enough for it.
RoundsOptions rounds_of_ceilings(double budget_seconds, const RoundsOptions& of_cases) {
  constexpr double briefest_preset = 0.04;
  RoundsOptions rounds;
  rounds.budget_seconds = budget_seconds;
  if (of_cases.budget_seconds < briefest_preset) {
    rounds.budget_seconds = of_cases.budget_seconds;
    rounds.blocks = rounds.until = 1;
  }
  return rounds;
}

void Suite::measure_ceilings(const std::vector<PlannedCase>& cases, const Ceilings& known) {
  ceiling_cases_ = cases;
  ceilings_ = known;
  const RoundsOptions rounds =
      rounds_of_ceilings(std::clamp(options_.rounds.budget_seconds, 0.1, 1.0), options_.rounds);
  check_flush(rounds);
  for (const PlannedCase& planned : cases) {
    if (options_.interrupted()) return;
    double& rate = ceilings_.of(planned.variant->ceiling_of.value());
    if (rate == 0) rate = measured_rate(planned, rounds);
  }
  measure_launch(rounds);
  predictions_.clear();  // made without the ceilings
}

/// A kernel whose data would all fit into the cache, after ever longer flushes: where the longest
/// makes it slower, a shorter one leaves something behind. Of GPUs: a host's flush reads all of its
/// caches, which may be gigabytes.
void Suite::check_flush(const RoundsOptions& rounds) {
  const auto reading = std::find_if(
      ceiling_cases_.begin(), ceiling_cases_.end(),
      [](const PlannedCase& planned) { return planned.variant->ceiling_of == Rate::read; });
  if (platform_ == Platform::host || reading == ceiling_cases_.end()) return;
  PlannedCase half_a_cache = *reading;
  half_a_cache.parameters.set("n", half_of(device_.info().cache_bytes));
  for (const int times : flushes_tried) {
    flush_check_.times = times;
    const CaseResult result = run_ceiling(half_a_cache, rounds);
    const auto& timing = result.models.at(Model::native).timing;
    if (!timing) return;
    flush_check_.seconds[times] = timing->seconds;
  }
  flush_check_.times = shortest_flush(flush_check_.seconds);
}

/// The least difference between two of them; 0 if all are the same.
double least_difference(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  double least = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double difference = values[i] - values[i - 1];
    // Times are converted from whole steps, with the error of a float.
    if (difference > 1e-10 && (least == 0 || difference < least)) least = difference;
  }
  return least;
}

/// An empty launch, by the procedure that times all others; it shows the timer's steps too.
void Suite::measure_launch(const RoundsOptions& rounds) {
  if (!device_.launch_nothing()) return;
  const Launch nothing = [this] { device_.launch_nothing(); };
  const Rounds sampled = run_rounds(
      device_, [&](int) { return std::vector{nothing}; }, rounds, options_.interrupted);
  if (sampled.seconds.front().empty()) return;
  ceilings_.launch_seconds = median(sampled.seconds.front());
  resolution_ = std::max(resolution_, least_difference(sampled.seconds.front()));
}

/// The ceilings for a hot case, measured with hot arrays of about the same size.
const Ceilings& Suite::ceilings_for(const PlannedCase& planned) {
  if (planned.cache == Cache::cold || ceiling_cases_.empty()) return ceilings_;
  constexpr std::size_t least = 1 << 12;
  const std::size_t bytes = std::bit_floor(
      std::max(least, total_bytes(planned.variant->problem->arrays(planned.parameters))));
  const auto found = hot_ceilings_.find(bytes);
  return found != hot_ceilings_.end() ? found->second : hot_ceilings_[bytes] = hot_ceilings(bytes);
}

Ceilings Suite::hot_ceilings(std::size_t bytes) {
  const RoundsOptions rounds = rounds_of_ceilings(0.1, options_.rounds);
  Ceilings ceilings = ceilings_;
  for (PlannedCase planned : ceiling_cases_) {
    const Rate rate = planned.variant->ceiling_of.value();
    if (!is_of_memory(rate)) continue;
    const std::size_t arrays = rate == Rate::copy ? 2 : 1;
    planned.parameters.set("n", static_cast<std::int64_t>(bytes / arrays / sizeof(float)));
    planned.cache = Cache::hot;
    ceilings.of(rate) = measured_rate(planned, rounds);
    if (options_.interrupted()) break;
  }
  return ceilings;
}

std::optional<SelfComparison> Suite::compare_with_itself(const PlannedCase& planned) try {
  ModelResult validation;
  const Code code{Model::native, key_of(planned, Model::native), implementations_};
  const auto launch = validated(planned, code, validation);
  if (!launch && validation.status != Status::invalid) return std::nullopt;
  if (!launch)
    throw Error(ExitStatus::invalid,
                fmt::format("{} failed validation: {}", planned.label(), validation.reason));
  const Contender native = {code, *launch};
  std::vector<Contender> both = {native, native};
  const Rounds rounds = sample(planned, both, options_.rounds);
  if (rounds.seconds.front().empty())
    throw std::runtime_error(fmt::format("{}: no sample could be kept", planned.label()));
  const Interval ratio = ratio_of(rounds, 0, 1);
  return SelfComparison{planned.experiment->name,
                        planned.variant->name,
                        planned.parameters,
                        std::string(name_of(planned.cache)),
                        median(rounds.seconds.front()),
                        ratio,
                        verdict_of(ratio, options_.parity_band),
                        rounds.seconds,
                        rounds.blocks};
} catch (const KernelFailed& reason) {
  throw Error(ExitStatus::invalid,
              fmt::format("{} failed while it was timed: {}", planned.label(), reason.what()));
}

/// Memory shared by host and device is kept small: more of it than the device has can hang a GPU.
void check_shared(const PlannedCase& planned, const PlatformDevice& device) {
  const auto specs = planned.variant->problem->arrays(planned.parameters);
  const std::size_t shared = total_bytes(specs, Space::managed) + total_bytes(specs, Space::pinned);
  const std::size_t most = device.free_bytes() / 4;
  if (shared > most)
    throw UsageError(fmt::format(
        "{} needs {} of memory that host and device share, at most a quarter of the device's free "
        "memory ({}) is used; choose a smaller size with --set",
        planned.label(), in_GiB(shared), in_GiB(most)));
}

void check_memory(const std::vector<PlannedCase>& cases, const PlatformDevice& device) {
  const auto most = largest(cases);
  // The flush buffer and the libraries' workspaces are needed in addition.
  const std::size_t on_device =
      most.first + flushes_tried.back() * device.info().cache_bytes + (std::size_t{64} << 20U);
  const auto check = [&](const char* where, std::size_t needed, std::size_t available) {
    if (needed > available)
      throw UsageError(
          fmt::format("{} needs {} of {} memory, {} is available; choose a smaller size with --set",
                      most.second->label(), in_GiB(needed), where, in_GiB(available)));
  };
  check("device", on_device, device.free_bytes());
  check("host", most.first, host_available_bytes());
  for (const PlannedCase& planned : cases) check_shared(planned, device);
}

}  // namespace tilebridge::measure
