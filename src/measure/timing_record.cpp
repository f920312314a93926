// SPDX-License-Identifier: Apache-2.0
#include "measure/timing_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "results/statistics.hpp"

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

double TimingRecord::rounding(double seconds) const {
  return rounding_error(seconds, timer_step_, rounds_.repeats);
}

Timing TimingRecord::timing(std::size_t i) const {
  const Interval seconds = interval_over_blocks({rounds_.seconds[i], rounds_.blocks});
  Timing timing = {widened(seconds, std::hypot(rounding(seconds.median), process_error)),
                   rounds_.seconds[i]};
  const std::vector<double>& clocks = rounds_.clocks_hz[i];
  if (std::ranges::count(clocks, 0) < std::ssize(clocks)) timing.clocks_hz = clocks;
  timing.waits_for_host = rounds_.waits_for_host[i];
  if (rounds_.has_back_to_back())
    timing.back_to_back =
        widened(interval_over_blocks({rounds_.back_to_back[i], rounds_.blocks}), process_error);
  return timing;
}

/// Inconclusive if the timer cannot resolve a difference as small as the band in one launch: there
/// repeats show the cost of the call rather than of its work. Inconclusive, too, if the difference
/// is smaller than the least change that counts.
Verdict TimingRecord::verdict(const Interval& ratio, const Timing& base,
                              const Timing& other) const {
  const double shorter = std::min(base.seconds.median, other.seconds.median);
  if (shorter * options_.parity_band < timer_step_) return Verdict::undecided;
  const Verdict verdict = verdict_of(ratio, options_.parity_band);
  const double change = std::abs(base.seconds.median - other.seconds.median) * rounds_.repeats;
  return verdict == Verdict::parity || change >= options_.least_change ? verdict
                                                                       : Verdict::undecided;
}

Interval TimingRecord::ratio(std::size_t base, std::size_t i) const {
  const auto [first, second] = rounds_.in_one_mode(base, i);
  const Interval ratio = interval_over_blocks({ratios(first, second), rounds_.blocks});
  return widened(ratio, std::hypot(rounding(median(first)), rounding(median(second))));
}

ComparisonResult TimingRecord::compared(const CaseResult& result,
                                        const std::vector<Contender>& contenders, std::size_t base,
                                        std::size_t i) const {
  const Interval over_blocks = widened(ratio(base, i), process_error);
  const auto [first, second] = rounds_.in_one_mode(base, i);
  return {
      contenders[i].code.kernel, contenders[base].code.kernel, over_blocks,
      verdict(over_blocks, *contenders[base].of(result).timing, *contenders[i].of(result).timing),
      median_interval(ratios(first, second))};
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
