// SPDX-License-Identifier: Apache-2.0
#include "measure/timing_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tilebridge::measure {
namespace {

KernelResult implausible(const KernelResult& result, double least_seconds) {
  const std::string reason =
      fmt::format("implausible: {:.4g} us, while the device needs {:.4g} us to move the bytes",
                  1e6 * result.timing->seconds.median, 1e6 * least_seconds);
  return {Status::invalid, reason, result.validation, {}};
}

/// Every kernel is compared with the reference, and with those in its form that are native (where
/// these are controls, of the model that they are for) or of the first build of its model. A model
/// without controls has its code in loops compared with its own by indices.
bool is_compared(const std::vector<Contender>& contenders, std::size_t base, std::size_t i) {
  const ModelForm& against = contenders[base].code.kernel;
  const ModelForm& kernel = contenders[i].code.kernel;
  if (contenders[base].code.is_reference) return true;
  const auto first_build = std::ranges::find_if(contenders, [&](const Contender& c) {
    return c.code.kernel.model.name() == kernel.model.name();
  });
  const bool is_first_build = against.model == first_build->code.kernel.model;
  if (against.is(control_in_usual_block)) return kernel.is(control);
  if (against.is(respelled_control)) return kernel.is({controlled, Form::loops});
  if (against.form == Form::indices && kernel.form == Form::loops)
    return is_first_build && !kernel.model.is(controlled);
  if (against.is(control) && !kernel.model.is(controlled)) return false;
  return against.form == kernel.form && (against.model.is_native() || is_first_build);
}

}  // namespace

SamplingResult sampling_of(const Rounds& rounds, std::vector<std::string> throttle_reasons,
                           double timer_step) {
  return {.rounds = static_cast<int>(rounds.seconds.front().size()),
          .repeats = rounds.repeats,
          .discarded_for_clock = rounds.discarded_for_clock,
          .discarded_as_early = rounds.discarded_as_early,
          .waits_for_host = std::ranges::count(rounds.waits_for_host, true) > 0,
          .clock_hz = rounds.clock_hz,
          .stop = std::string(name_of(rounds.stop)),
          .throttle_reasons = std::move(throttle_reasons),
          .blocks = rounds.blocks,
          .timer_step = timer_step};
}

Timing TimingRecord::timing(std::size_t i) const {
  Timing timing = {.seconds = {}, .samples = rounds_.seconds[i]};
  timing.block_medians = stored_medians(blocked(timing, sampling_));
  timing.seconds = time_over_blocks(blocked(timing, sampling_), sampling_);
  const std::vector<double>& clocks = rounds_.clocks_hz[i];
  if (std::ranges::count(clocks, 0) < std::ssize(clocks)) timing.clocks_hz = clocks;
  timing.waits_for_host = rounds_.waits_for_host[i];
  if (!rounds_.has_back_to_back()) return timing;
  const std::vector<double>& rows = rounds_.back_to_back[i];
  timing.back_to_back_medians = stored_medians({rows, rounds_.blocks});
  timing.back_to_back =
      back_to_back_over_blocks({rows, rounds_.blocks, timing.back_to_back_medians});
  return timing;
}

ContendersRatio TimingRecord::ratio(std::size_t base, std::size_t i) const {
  return ratio(base, i, timing(base), timing(i));
}

ContendersRatio TimingRecord::ratio(std::size_t base, std::size_t i, const Timing& of_base,
                                    const Timing& of_other) const {
  const auto [first, second] = rounds_.in_one_mode(base, i);
  ContendersRatio ratio = {ratios(first, second)};
  ratio.block_medians = stored_medians({ratio.of_rounds, rounds_.blocks});
  ratio.rounding = rounding_of_ratio(of_base, of_other, sampling_);
  ratio.in_process =
      ratio_over_blocks({ratio.of_rounds, rounds_.blocks, ratio.block_medians}, ratio.rounding, 0);
  return ratio;
}

ComparisonResult TimingRecord::compared(const CaseResult& result,
                                        const std::vector<Contender>& contenders, std::size_t base,
                                        std::size_t i) const {
  const Timing& first = *contenders[base].of(result).timing;
  const Timing& second = *contenders[i].of(result).timing;
  ContendersRatio over_rounds = ratio(base, i, first, second);
  ComparisonResult comparison = {contenders[i].code.kernel, contenders[base].code.kernel};
  comparison.within = median_interval(over_rounds.of_rounds);
  comparison.block_medians = std::move(over_rounds.block_medians);
  comparison.ratio = ratio_over_blocks(blocked(comparison, over_rounds.of_rounds, sampling_),
                                       over_rounds.rounding);
  comparison.verdict = verdict_of(comparison.ratio, first, second, sampling_, options_);
  return comparison;
}

void TimingRecord::write(CaseResult& result, const std::vector<Contender>& contenders,
                         const Bounds& bounds) const {
  if (rounds_.seconds.front().empty())
    return skip_times(result, fmt::format("no sample could be kept ({})", name_of(rounds_.stop)));
  const double least = bounds.ceilings.least_seconds(result.work);
  const double plausible = bounds.ceilings.least_plausible_seconds(result.work, bounds.cache_bytes);
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    KernelResult& kernel = contenders[i].of(result);
    if (kernel.status != Status::ok) continue;
    kernel.timing = timing(i);
    const Interval& seconds = kernel.timing->seconds;
    kernel.share_of_ceiling = least / seconds.median;
    kernel.share_of_datasheet = bounds.datasheet.least_seconds(result.work) / seconds.median;
    if (seconds.high < bounds.plausible_share * plausible) kernel = implausible(kernel, plausible);
  }
  const auto is_timed = [&](std::size_t i) {
    const KernelResult& kernel = contenders[i].of(result);
    return kernel.status == Status::ok && kernel.timing;
  };
  for (std::size_t i = 0; i < contenders.size(); ++i)
    for (std::size_t base = 0; base < contenders.size(); ++base)
      if (base != i && is_timed(i) && is_timed(base) && is_compared(contenders, base, i))
        result.comparisons.push_back(compared(result, contenders, base, i));
}

void skip_times(CaseResult& result, const std::string& reason) {
  for (auto& [kernel, of_kernel] : result.kernels)
    if (of_kernel.status == Status::ok)
      of_kernel = {Status::skipped, reason, of_kernel.validation, {}};
}

}  // namespace tilebridge::measure
