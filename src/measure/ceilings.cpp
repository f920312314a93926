// SPDX-License-Identifier: Apache-2.0
#include "measure/ceilings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <utility>

#include "base/text.hpp"
#include "results/statistics.hpp"

namespace tilebridge::measure {
namespace {

constexpr std::array flushes_tried = {2, 4, longest_flush};

/// The shortest flush after which no time is more than a percent below those after the longest.
int shortest_flush(const std::map<int, Interval>& seconds) {
  const auto longest = std::prev(seconds.end());
  const auto is_enough = [&](const auto& tried) {
    return tried.second.high >= 0.99 * longest->second.low;
  };
  return std::find_if(seconds.begin(), longest, is_enough)->first;
}

/// How many floats fill half of `bytes`, in multiples of what the kernels of the ceilings take.
std::int64_t half_of(std::size_t bytes) {
  constexpr std::size_t multiple = 1024;
  return static_cast<std::int64_t>(bytes / 2 / sizeof(float) / multiple * multiple);
}

/// The smallest difference between two values; 0 if all are the same.
double least_difference(std::vector<double> values) {
  std::ranges::sort(values);
  double least = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double difference = values[i] - values[i - 1];
    // Times are converted from whole steps, with the error of a float.
    if (difference > 1e-10 && (least == 0 || difference < least)) least = difference;
  }
  return least;
}

}  // namespace

CeilingMeasurement::CeilingMeasurement(Platform platform, kernels::PlatformDevice& device, Run run,
                                       std::function<bool()> interrupted)
    : platform_(platform),
      device_(device),
      run_(std::move(run)),
      interrupted_(std::move(interrupted)),
      datasheet_{device.info().datasheet_bytes_per_s, device.info().datasheet_bytes_per_s,
                 device.info().datasheet_bytes_per_s, device.info().datasheet_flops},
      timer_step_(device.info().timer_resolution_s) {}

/// The rate in the best placement; 0 if it cannot be measured.
double CeilingMeasurement::rate_of(const PlannedCase& planned, const RoundsOptions& rounds) {
  const CaseResult result = run_(planned, rounds);
  const KernelResult& native = result.kernels.at(Model::native);
  if (interrupted_()) return 0;
  if (!native.timing) {
    say(fmt::format("the ceiling {} could not be measured: {}; the run continues without it\n",
                    result.variant, native.reason));
    return 0;
  }
  const bool computes = planned.variant->ceiling_of == Rate::fma;
  const double seconds =
      std::ranges::min(block_medians({native.timing->samples, result.sampling.blocks}));
  return (computes ? result.work.flops : result.work.bytes()) / seconds;
}

/// A case budget below every preset's asks for a quick look: one placement of the arrays is enough.
bool CeilingMeasurement::are_brief() const {
  constexpr double briefest_preset = 0.04;
  return case_budget_ < briefest_preset;
}

RoundsOptions CeilingMeasurement::rounds_for(double budget_seconds) const {
  RoundsOptions rounds;
  rounds.budget_seconds = budget_seconds;
  if (are_brief()) {
    rounds.budget_seconds = case_budget_;
    rounds.blocks = rounds.until = 1;
  }
  return rounds;
}

void CeilingMeasurement::measure(const std::vector<PlannedCase>& cases, const Ceilings& known,
                                 double budget_seconds) {
  cases_ = cases;
  ceilings_ = known;
  case_budget_ = budget_seconds;
  const RoundsOptions rounds = rounds_for(std::clamp(budget_seconds, 0.1, 1.0));
  calibrate_flush(rounds);
  for (const PlannedCase& planned : cases) {
    if (interrupted_()) return;
    double& rate = ceilings_.of(planned.variant->ceiling_of.value());
    if (rate == 0) rate = rate_of(planned, rounds);
  }
  measure_launch(rounds);
}

/// Times a kernel whose data would all fit into the cache after ever longer flushes: a flush that
/// leaves data behind makes it faster. Only on GPUs: a host's flush reads all of its caches, which
/// may be gigabytes.
void CeilingMeasurement::calibrate_flush(const RoundsOptions& rounds) {
  const auto reading = std::ranges::find_if(
      cases_, [](const PlannedCase& planned) { return planned.variant->ceiling_of == Rate::read; });
  if (platform_ == Platform::host || reading == cases_.end()) return;
  PlannedCase half_a_cache = *reading;
  half_a_cache.parameters.set("n", half_of(device_.info().cache_bytes));
  for (const int times : flushes_tried) {
    flush_check_.times = times;
    const CaseResult result = run_(half_a_cache, rounds);
    const auto& timing = result.kernels.at(Model::native).timing;
    if (!timing) return;
    flush_check_.seconds[times] = timing->seconds;
  }
  flush_check_.times = shortest_flush(flush_check_.seconds);
}

/// Times an empty launch by the procedure that times all others; this shows the timer's steps too.
void CeilingMeasurement::measure_launch(const RoundsOptions& rounds) {
  if (!device_.launch_nothing()) return;
  const kernels::Launch nothing = [this] { device_.launch_nothing(); };
  const Rounds sampled = run_rounds(
      device_, [&](int) { return std::vector{nothing}; }, rounds, interrupted_);
  if (sampled.seconds.front().empty()) return;
  ceilings_.launch_seconds = median(sampled.seconds.front());
  timer_step_ = std::max(timer_step_, least_difference(sampled.seconds.front()));
}

const Ceilings& CeilingMeasurement::of(const PlannedCase& planned) {
  if (planned.cache == Cache::cold || cases_.empty()) return ceilings_;
  constexpr std::size_t least = 1 << 12;
  const std::size_t bytes = std::bit_floor(
      std::max(least, total_bytes(planned.variant->problem->arrays(planned.parameters))));
  const auto found = hot_.find(bytes);
  return found != hot_.end() ? found->second : hot_[bytes] = hot(bytes);
}

/// The ceilings, those of memory measured with hot arrays of about this size.
Ceilings CeilingMeasurement::hot(std::size_t bytes) {
  const RoundsOptions rounds = rounds_for(0.1);
  Ceilings ceilings = ceilings_;
  for (PlannedCase planned : cases_) {
    const Rate rate = planned.variant->ceiling_of.value();
    if (rate != Rate::read && rate != Rate::write && rate != Rate::copy) continue;
    const std::size_t arrays = rate == Rate::copy ? 2 : 1;
    planned.parameters.set("n", static_cast<std::int64_t>(bytes / arrays / sizeof(float)));
    planned.cache = Cache::hot;
    ceilings.of(rate) = rate_of(planned, rounds);
    if (interrupted_()) break;
  }
  return ceilings;
}

}  // namespace tilebridge::measure
