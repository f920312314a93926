// SPDX-License-Identifier: Apache-2.0
#include "measure/timing_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "results/statistics.hpp"

namespace tilebridge::measure {
namespace {

/// The period of what GPUs have been seen to do with successive launches divides this.
constexpr int launch_period = 8;
constexpr std::size_t fewest_of_a_position = 4;

void skip_time(ModelResult& result, const std::string& reason) {
  if (result.status == Status::ok) result = {Status::skipped, reason, result.validation, {}};
}

}  // namespace

SamplingResult sampling_of(const Rounds& rounds, std::vector<std::string> throttle_reasons,
                           double timer_step) {
  return {.rounds = static_cast<int>(rounds.seconds.front().size()),
          .repeats = rounds.repeats,
          .discarded_for_clock = rounds.discarded_for_clock,
          .discarded_as_early = rounds.discarded_as_early,
          .waits_for_host = rounds.waits_for_host,
          .clock_hz = rounds.clock_hz,
          .stop = std::string(name_of(rounds.stop)),
          .throttle_reasons = std::move(throttle_reasons),
          .blocks = rounds.blocks,
          .timer_step = timer_step};
}

double TimingRecord::rounding(double seconds) const {
  return rounding_error(seconds, timer_step_, rounds_.repeats);
}

/// The samples are grouped by their position among all samples of the case.
double TimingRecord::launch_index_p(std::size_t i) const {
  if (rounds_.seconds[i].size() < launch_period * fewest_of_a_position) return 1;
  std::vector<int> positions;
  for (const int index : rounds_.launch_index[i]) positions.push_back(index % launch_period);
  return group_dependence(rounds_.seconds[i], positions);
}

Timing TimingRecord::timing(std::size_t i) const {
  const Interval seconds = interval_over_blocks({rounds_.seconds[i], rounds_.blocks});
  Timing timing = {widened(seconds, std::hypot(rounding(seconds.median), process_error)),
                   rounds_.seconds[i]};
  const std::vector<double>& clocks = rounds_.clocks_hz[i];
  if (std::ranges::count(clocks, 0) < std::ssize(clocks)) timing.clocks_hz = clocks;
  if (rounds_.waits_for_host) timing.wall_seconds = median(rounds_.wall_seconds[i]);
  timing.launch_index_p = launch_index_p(i);
  return timing;
}

/// Inconclusive if the timer cannot resolve a difference as small as the band in one launch: there
/// repeats show the cost of the call rather than of its work. Inconclusive, too, if the difference
/// is smaller than the least change that counts.
Verdict TimingRecord::verdict(const Interval& ratio, const Timing& base,
                              const Timing& other) const {
  const double shorter = std::min(base.seconds.median, other.seconds.median);
  if (shorter * options_.parity_band < timer_step_) return Verdict::inconclusive;
  const Verdict verdict = verdict_of(ratio, options_.parity_band);
  const double change = std::abs(base.seconds.median - other.seconds.median) * rounds_.repeats;
  return verdict == Verdict::parity || change >= options_.least_change ? verdict
                                                                       : Verdict::inconclusive;
}

Interval TimingRecord::ratio(std::size_t base, std::size_t i) const {
  const std::vector<double>& first = rounds_.seconds[base];
  const std::vector<double>& second = rounds_.seconds[i];
  const Interval ratio = interval_over_blocks({ratios(first, second), rounds_.blocks});
  return widened(ratio, std::hypot(rounding(median(first)), rounding(median(second))));
}

ComparisonResult TimingRecord::compared_with_native(const CaseResult& result, std::size_t i,
                                                    Model model) const {
  const Interval over_blocks = widened(ratio(0, i), process_error);
  return {model, Model::native, over_blocks,
          verdict(over_blocks, *result.models.at(Model::native).timing,
                  *result.models.at(model).timing),
          median_interval(ratios(rounds_.seconds.front(), rounds_.seconds[i]))};
}

ReleaseComparison TimingRecord::compared(const CaseResult& result,
                                         const std::vector<Contender>& contenders, std::size_t base,
                                         std::size_t i) const {
  const Interval over_blocks = widened(ratio(base, i), process_error);
  return {over_blocks, verdict(over_blocks, *contenders[base].of(result).timing,
                               *contenders[i].of(result).timing)};
}

/// Compares a second Kokkos build with native code and with the program's own Kokkos, if they were
/// timed.
void TimingRecord::compare_release(CaseResult& result, const std::vector<Contender>& contenders,
                                   std::size_t i) const {
  ReleaseResult& release = result.releases[contenders[i].code.release];
  for (std::size_t base = 0; base < i; ++base) {
    const Contender& other = contenders[base];
    if (!other.code.release.empty() || !other.of(result).timing) continue;
    if (other.code.model == Model::native)
      release.against_native = compared(result, contenders, base, i);
    if (other.code.model == Model::kokkos)
      release.against_own = compared(result, contenders, base, i);
  }
}

void TimingRecord::write(CaseResult& result, const std::vector<Contender>& contenders,
                         const Ceilings& ceilings, const Ceilings& datasheet) const {
  if (rounds_.seconds.front().empty())
    return skip_times(result, fmt::format("no sample could be kept ({})", name_of(rounds_.stop)));
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    ModelResult& model = contenders[i].of(result);
    if (model.status != Status::ok) continue;
    model.timing = timing(i);
    const double seconds = model.timing->seconds.median;
    model.share_of_ceiling = ceilings.least_seconds(result.work) / seconds;
    model.share_of_datasheet = datasheet.least_seconds(result.work) / seconds;
    const bool has_native = contenders.front().code.model == Model::native &&
                            result.models.at(Model::native).timing.has_value();
    if (!contenders[i].code.release.empty())
      compare_release(result, contenders, i);
    else if (i > 0 && has_native)
      result.comparisons.push_back(compared_with_native(result, i, contenders[i].code.model));
  }
}

void skip_times(CaseResult& result, const std::string& reason) {
  for (auto& [model, model_result] : result.models) skip_time(model_result, reason);
  for (auto& [name, release] : result.releases) skip_time(release.result, reason);
}

void forget_comparisons(CaseResult& result) {
  result.comparisons.clear();
  for (auto& [name, release] : result.releases) release.against_native = release.against_own = {};
}

}  // namespace tilebridge::measure
