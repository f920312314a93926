// SPDX-License-Identifier: Apache-2.0
#include "results/consistency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "base/error.hpp"
#include "base/text.hpp"

namespace tilebridge {
namespace {

/// Lists of samples have six digits.
constexpr double rounding = 1e-4;
/// Archives have some of the samples of a case: the median of all may lie outside of these.
constexpr double of_few_samples = 2;
/// Ratios are of paired samples, and the quotient is of two medians.
constexpr double of_pairing = 1.1;

bool is_positive(double value) { return std::isfinite(value) && value > 0; }

/// What is wrong with it; "" if nothing is.
std::string problem_of(const Interval& interval, const char* middle) {
  for (const double value : {interval.median, interval.low, interval.high})
    if (!is_positive(value)) return fmt::format("{:g} is not positive", value);
  if (interval.low <= interval.median && interval.median <= interval.high) return "";
  return fmt::format("the {} {:g} is not between low {:g} and high {:g}", middle, interval.median,
                     interval.low, interval.high);
}

/// If there are medians, each block that has rounds has one.
std::string problem_of_blocks(const std::vector<double>& medians, const SamplingResult& sampling) {
  for (const double median : medians)
    if (!is_positive(median)) return fmt::format("the median {:g} is not positive", median);
  const auto blocks = std::ranges::count_if(sampling.blocks, [](int size) { return size > 0; });
  if (medians.empty() || std::ssize(medians) == blocks) return "";
  return fmt::format("{} of {}", plural(medians.size(), "median"), plural(blocks, "block"));
}

std::string problem_of_samples(const Timing& timing, int rounds) {
  for (const double sample : timing.samples)
    if (!is_positive(sample)) return fmt::format("the sample {:g} is not positive", sample);
  const auto [least, most] = std::ranges::minmax(timing.samples);
  const bool are_all = std::ssize(timing.samples) == rounds;
  const double margin = are_all ? 1 + rounding : of_few_samples;
  const double median = timing.seconds.median;
  if (least / margin <= median && median <= most * margin) return "";
  return fmt::format("the median {:g} is outside of its samples, {:g} to {:g}", median, least,
                     most);
}

std::string problem_of(const Timing& timing, const SamplingResult& sampling) {
  if (std::string problem = problem_of(timing.seconds, "median"); !problem.empty()) return problem;
  if (timing.back_to_back)
    if (std::string problem = problem_of(*timing.back_to_back, "median"); !problem.empty())
      return "back_to_back: " + problem;
  for (const auto* medians : {&timing.block_medians, &timing.back_to_back_medians})
    if (std::string problem = problem_of_blocks(*medians, sampling); !problem.empty())
      return "block_medians: " + problem;
  if (!timing.samples.empty()) return problem_of_samples(timing, sampling.rounds);
  if (timing.block_medians.size() >= fewest_blocks) return "";
  return "it has neither samples nor the medians of three blocks";
}

/// `is_timed`: the results are those of a run, not of a profile or of a validation.
std::string problem_of(const KernelResult& result, const SamplingResult& sampling, bool is_timed) {
  if (is_timed && (result.status == Status::ok) != result.timing.has_value())
    return fmt::format("status: it is {} {} a time", name_of(result.status),
                       result.timing ? "and has" : "without");
  if (result.timing)
    if (std::string problem = problem_of(*result.timing, sampling); !problem.empty())
      return "seconds: " + problem;
  for (const double share : {result.share_of_ceiling, result.share_of_datasheet})
    if (share < 0) return fmt::format("a share of a ceiling: {:g} is negative", share);
  const auto& validation = result.validation;
  if (result.status != Status::ok || !validation) return "";
  if (validation->wrong > 0)
    return "status: it is ok, with " + plural(validation->wrong, "wrong element");
  if (validation->max_error > validation->bound)
    return fmt::format("status: it is ok, and its error {:g} is beyond the bound {:g}",
                       validation->max_error, validation->bound);
  return "";
}

/// Whether the two times of one mode allow the ratio.
bool allows(const Interval& ratio, const Interval& kernel, const Interval& against) {
  return ratio.low <= of_pairing * against.high / kernel.low &&
         ratio.high >= against.low / kernel.high / of_pairing;
}

/// `band` is 0 if the file does not say it.
std::string problem_of(Verdict verdict, const Interval& ratio, double band) {
  const bool is_slower = ratio.high < 1 - band;
  const bool is_faster = ratio.low > 1 + band;
  const bool is_parity = band == 0 || verdict_of(ratio, band) == Verdict::parity;
  // A difference that is too small to count, or too short for the timer, is undecided.
  if (verdict == Verdict::undecided || (verdict == Verdict::slower && is_slower) ||
      (verdict == Verdict::faster && is_faster) || (verdict == Verdict::parity && is_parity))
    return "";
  return fmt::format("verdict: it is {}, and the ratio is {:g} [{:g}, {:g}]", name_of(verdict),
                     ratio.median, ratio.low, ratio.high);
}

std::string problem_of(const ComparisonResult& comparison, const CaseResult& c, double band) {
  if (std::string problem = problem_of(comparison.ratio, "ratio"); !problem.empty())
    return "ratio: " + problem;
  if (std::string problem = problem_of_blocks(comparison.block_medians, c.sampling);
      !problem.empty())
    return "block_medians: " + problem;
  const KernelResult* const kernel = c.kernels.find(comparison.kernel);
  const KernelResult* const against = c.kernels.find(comparison.against);
  const std::string of_verdict = problem_of(comparison.verdict, comparison.ratio, band);
  // Archives have ratios of kernels that were left out.
  if (kernel == nullptr || against == nullptr || !kernel->timing || !against->timing)
    return of_verdict;
  const Timing& time = *kernel->timing;
  const Timing& other = *against->timing;
  // Where a launch waits for the host, the ratio is that of launches back to back.
  const bool fits = allows(comparison.ratio, time.seconds, other.seconds) ||
                    (time.back_to_back && other.back_to_back &&
                     allows(comparison.ratio, *time.back_to_back, *other.back_to_back));
  if (!fits)
    return fmt::format("ratio: it is {:g} [{:g}, {:g}], and the times are {:g} s and {:g} s",
                       comparison.ratio.median, comparison.ratio.low, comparison.ratio.high,
                       other.seconds.median, time.seconds.median);
  return of_verdict;
}

/// What is wrong in a case, after the name of the member.
std::string problem_of(const CaseResult& c, double band, bool is_timed) {
  for (const auto& [kernel, result] : c.kernels)
    if (const std::string problem = problem_of(result, c.sampling, is_timed); !problem.empty())
      return fmt::format("kernel {}: {}", text_of(kernel), problem);
  std::set<std::pair<std::string, std::string>> known;
  for (const ComparisonResult& comparison : c.comparisons) {
    const std::pair both = {text_of(comparison.kernel), text_of(comparison.against)};
    const std::string problem = known.insert(both).second ? problem_of(comparison, c, band)
                                                          : std::string("it is there twice");
    if (!problem.empty())
      return fmt::format("comparison of {} with {}: {}", both.first, both.second, problem);
  }
  return "";
}

std::string problem_of(const Ceilings& ceilings) {
  for (const double rate :
       {ceilings.read_bytes_per_s, ceilings.write_bytes_per_s, ceilings.copy_bytes_per_s,
        ceilings.flops, ceilings.to_device_bytes_per_s, ceilings.to_host_bytes_per_s,
        ceilings.l2_bytes_per_s, ceilings.launch_seconds})
    if (!(rate >= 0)) return fmt::format("a ceiling is {:g}", rate);
  return "";
}

[[noreturn]] void refuse(const std::string& place, const std::string& problem) {
  throw UsageError(fmt::format("it contradicts itself: {}: {}", place, problem));
}

}  // namespace

void check_consistent(const Results& results) {
  for (const Ceilings& ceilings : {results.ceilings, results.datasheet})
    if (const std::string problem = problem_of(ceilings); !problem.empty())
      refuse("ceilings", problem);
  const double band = parity_band_of(results);
  const bool is_timed = has_times(results);
  std::set<std::string> known;
  for (std::size_t i = 0; i < results.cases.size(); ++i) {
    const CaseResult& c = results.cases[i];
    const std::string place = fmt::format("cases[{}] ({})", i, case_text(c));
    const bool is_new = known
                            .insert(fmt::format("{}/{} {} {} {}", c.experiment, c.variant,
                                                c.platform, to_string(c.parameters), c.cache))
                            .second;
    if (!is_new) refuse(place, "it is there twice");
    if (const std::string problem = problem_of(c, band, is_timed); !problem.empty())
      refuse(place, problem);
  }
  if (!results.self_check) return;
  for (std::size_t i = 0; i < results.self_check->comparisons.size(); ++i) {
    const SelfComparison& c = results.self_check->comparisons[i];
    std::string problem = problem_of(c.ratio, "ratio");
    if (problem.empty() && !is_positive(c.seconds))
      problem = fmt::format("seconds: {:g} is not positive", c.seconds);
    if (problem.empty()) problem = problem_of(c.verdict, c.ratio, results.self_check->parity_band);
    if (!problem.empty())
      refuse(fmt::format("self_check.comparisons[{}] ({}/{})", i, c.experiment, c.variant),
             problem);
  }
}

}  // namespace tilebridge
