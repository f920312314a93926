// SPDX-License-Identifier: Apache-2.0
#include "measure/suite.hpp"

#include <fmt/format.h>

#include <iterator>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "catalogue/arrays.hpp"
#include "measure/digest.hpp"
#include "results/prediction.hpp"
#include "results/statistics.hpp"

namespace tilebridge::measure {
namespace {

/// How many of the five blocks begin() samples.
constexpr int first_blocks = 3;

CaseResult case_of(const PlannedCase& planned, Platform platform) {
  CaseResult result;
  result.experiment = planned.experiment->name;
  result.variant = planned.variant->name;
  result.form = name_of(planned.variant->form);
  result.compared_with = planned.variant->listing();
  result.platform = name_of(platform);
  result.parameters = planned.parameters;
  result.cache = name_of(planned.cache);
  result.work = planned.variant->problem->work(planned.parameters);
  return result;
}

/// Gives every case an order of samples of its own, the same wherever the program is built.
std::uint64_t seed_of(const PlannedCase& planned, std::uint64_t seed) {
  const std::string label = planned.label();
  return Random(seed, digest_of(std::as_bytes(std::span(label)))).bits(0);
}

}  // namespace

Suite::Suite(Platform platform, kernels::PlatformDevice& device,
             const kernels::Implementations& implementations, const SuiteOptions& options)
    : platform_(platform),
      device_(device),
      options_(options),
      preparation_(platform, device, implementations, options),
      ceilings_(
          platform, device,
          [this](const PlannedCase& planned, const RoundsOptions& rounds) {
            return run_ceiling(planned, rounds);
          },
          options.interrupted) {}

void Suite::reserve(const std::vector<PlannedCase>& cases) { preparation_.reserve(cases); }

void Suite::measure_ceilings(const std::vector<PlannedCase>& cases, const Ceilings& known) {
  ceilings_.measure(cases, known, options_.rounds.budget_seconds);
}

/// Runs the program's own native code. It is not announced: no case is to blame if it crashes.
CaseResult Suite::run_ceiling(const PlannedCase& planned, const RoundsOptions& rounds) {
  CaseResult result = case_of(planned, platform_);
  preparation_.announce_cases(false);
  std::vector<Contender> contenders = preparation_.validated(planned, {Model::native}, result);
  time(planned, contenders, rounds, {}, result);
  preparation_.announce_cases(true);
  return result;
}

CaseResult Suite::validate(const PlannedCase& planned) {
  CaseResult result = case_of(planned, platform_);
  predict(planned, preparation_.validated(planned, options_.models, result), result);
  return result;
}

CaseResult Suite::run(const PlannedCase& planned, int until) {
  discard();
  RoundsOptions rounds = options_.rounds;
  rounds.until = std::min(rounds.until, until);
  const Ceilings& ceilings = ceilings_.of(planned);
  CaseResult result = case_of(planned, platform_);
  std::vector<Contender> contenders = preparation_.validated(planned, options_.models, result);
  predict(planned, contenders, result);
  time(planned, contenders, rounds, ceilings, result);
  finished_ = std::move(contenders);
  preparation_.announce_none();
  return result;
}

void Suite::discard() {
  preparation_.discard(finished_, true);
  finished_.clear();
  preparation_.announce_none();
}

CaseResult Suite::begin(const PlannedCase& planned) { return run(planned, first_blocks); }

void Suite::finish(const PlannedCase& planned, CaseResult& result) {
  discard();
  auto begun = begun_.extract(planned.label());
  if (begun.empty()) return;
  Rounds so_far = std::move(begun.mapped());
  std::vector<Contender> contenders = preparation_.timed_in(planned, result);
  // Code that was found wrong after it was timed has rounds in `so_far` and no contender.
  if (contenders.size() != so_far.seconds.size() || so_far.stop == StopReason::interrupted) return;
  result.comparisons.clear();
  time(planned, contenders, options_.rounds, ceilings_.of(planned), result, std::move(so_far));
  finished_ = std::move(contenders);
  preparation_.announce_none();
}

/// None if its accesses are not known: those of a control are as it follows a library's launch.
std::optional<Prediction> Suite::prediction_of(const PlannedCase& planned, const Code& code) {
  if (!code.variant->accesses || code.kernel.form == Form::usual_block) return std::nullopt;
  const Workspace& workspace = preparation_.workspace(planned);
  const std::string key =
      fmt::format("{} {} {}", code.key, code.name(), to_string(planned.parameters));
  auto known = traffic_.find(key);
  if (known == traffic_.end()) {
    const std::vector<Kernel> kernels = code.variant->accesses(
        planned.experiment->described_as(code.kernel), planned.parameters, workspace.host());
    if (kernels.empty()) return std::nullopt;
    known = traffic_.emplace(key, traffic(kernels, options_.most_addresses)).first;
  }
  const kernels::DeviceInfo& device = device_.info();
  const OnChip on_chip{static_cast<double>(device.cache_bytes), device.units * device.clock_hz};
  return Prediction{known->second,
                    predicted_seconds(known->second, workspace.specs(), ceilings_.cold(), on_chip)};
}

/// The access model describes only the memory of CUDA devices.
void Suite::predict(const PlannedCase& planned, const std::vector<Contender>& contenders,
                    CaseResult& result) {
  if (platform_ != Platform::cuda) return;
  for (const Contender& contender : contenders)
    contender.of(result).prediction = prediction_of(planned, contender.code);
}

/// Code that fails while it is timed is invalid, and the others are timed anew, without it.
void Suite::time(const PlannedCase& planned, std::vector<Contender>& contenders,
                 const RoundsOptions& rounds, const Ceilings& ceilings, CaseResult& result,
                 Rounds so_far) {
  if (!contenders.empty() && result.work.empty())
    return skip_times(result, "nothing to time: the case asks for no bytes; its result is right");
  while (!contenders.empty()) {
    try {
      Rounds sampled = sample(planned, contenders, rounds, std::exchange(so_far, {}));
      if (sampled.stop != StopReason::interrupted) preparation_.validate_again(contenders, result);
      result.sampling = sampling_of(sampled, device_.throttle_reasons(), ceilings_.timer_step());
      TimingRecord(sampled, ceilings_.timer_step(), options_)
          .write(result, contenders, bounds(result.work, ceilings));
      if (std::ssize(sampled.blocks) < rounds.blocks) begun_[planned.label()] = std::move(sampled);
      return;
    } catch (const kernels::KernelFailed& failure) {
      preparation_.drop_failed(planned, failure, contenders, result);
    }
  }
}

/// The ceilings of a quick look are known less well than to a few percent. Those of a host, whose
/// processors have other work too, say something of work that is far larger than its caches alone.
Bounds Suite::bounds(const Work& work, const Ceilings& ceilings) const {
  constexpr double far_larger = 16;
  const auto cache_bytes = static_cast<double>(device_.info().cache_bytes);
  double share = ceilings_.are_brief() ? 0.7 : 0.95;
  if (platform_ == Platform::host) share = work.bytes() > far_larger * cache_bytes ? 0.05 : 0;
  return {ceilings, ceilings_.datasheet(), cache_bytes, share};
}

Rounds Suite::sample(const PlannedCase& planned, std::vector<Contender>& contenders,
                     const RoundsOptions& rounds, Rounds so_far) {
  RoundsOptions of_case = rounds;
  of_case.cache = planned.cache;
  of_case.flush_times = ceilings_.flush_check().times;
  of_case.seed = seed_of(planned, rounds.seed);
  of_case.trusted = preparation_.trusts(planned);
  of_case.back_to_back = planned.experiment->family == Family::idioms;
  of_case.about_to_sample = [&](std::size_t i) { preparation_.begin_sample(contenders[i]); };
  if (!of_case.trusted)
    of_case.sampled = [&](std::size_t i) { preparation_.end_sample(contenders[i]); };
  if (!of_case.trusted && !planned.experiment->copies_inputs)
    of_case.about_to_begin_round = [&] { preparation_.workspace(planned).exchange_inputs(); };
  const auto place = [&](int block) { return preparation_.place(contenders, block); };
  return run_rounds(device_, place, of_case, options_.interrupted, std::move(so_far));
}

void Suite::tune(const PlannedTuning& planned, const TuningOptions& options) {
  const auto sample_all = [this](std::vector<Contender>& contenders, const RoundsOptions& rounds) {
    return sample(contenders.front().planned, contenders, rounds);
  };
  Tuner tuner(preparation_, options_, options_.rounds, ceilings_.timer_step(), sample_all);
  tuner.tune(planned, options_.models, options);
  preparation_.announce_none();
}

std::optional<SelfComparison> Suite::compare_with_itself(const PlannedCase& planned) try {
  KernelResult validation;
  const auto native = preparation_.validated_native(planned, validation);
  if (!native && validation.status != Status::invalid) return std::nullopt;
  if (!native)
    throw Error(ExitStatus::invalid,
                fmt::format("{} failed validation: {}", planned.label(), validation.reason));
  std::vector<Contender> both = {*native, *native};
  const Rounds rounds = sample(planned, both, options_.rounds);
  if (rounds.seconds.front().empty() && options_.interrupted()) return std::nullopt;
  if (rounds.seconds.front().empty())
    throw Error(ExitStatus::undecided, fmt::format("{}: no sample could be kept", planned.label()));
  ContendersRatio ratio = TimingRecord(rounds, ceilings_.timer_step(), options_).ratio(0, 1);
  return SelfComparison{.experiment = planned.experiment->name,
                        .variant = planned.variant->name,
                        .parameters = planned.parameters,
                        .cache = std::string(name_of(planned.cache)),
                        .seconds = median(rounds.seconds.front()),
                        .ratio = ratio.in_process,
                        .verdict = verdict_of(ratio.in_process, options_.parity_band),
                        .samples = rounds.seconds,
                        .blocks = rounds.blocks,
                        .block_medians = std::move(ratio.block_medians),
                        .rounding = ratio.rounding};
} catch (const kernels::KernelFailed& reason) {
  throw Error(ExitStatus::invalid,
              fmt::format("{} failed while it was timed: {}", planned.label(), reason.what()));
}

}  // namespace tilebridge::measure
