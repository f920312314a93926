// SPDX-License-Identifier: Apache-2.0
#include "results/recomputation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "results/intervals.hpp"

namespace tilebridge {
namespace {

constexpr double by_medians = 1e-12;
constexpr double by_samples = 5e-5;

bool are_alike(double a, double b, double tolerance) { return std::abs(a / b - 1) <= tolerance; }

bool are_alike(const Interval& a, const Interval& b, double tolerance) {
  return are_alike(a.median, b.median, tolerance) && are_alike(a.low, b.low, tolerance) &&
         are_alike(a.high, b.high, tolerance);
}

std::string interval_text(const Interval& interval) {
  return fmt::format("{} [{}, {}]", interval.median, interval.low, interval.high);
}

bool has_all_values(const Blocked& blocks) {
  const auto rounds = std::accumulate(blocks.sizes.begin(), blocks.sizes.end(), std::ptrdiff_t{0});
  return rounds > 0 && std::ssize(blocks.values) == rounds;
}

VerdictOptions verdicts_of(const Results& results) {
  VerdictOptions options;
  if (const double band = parity_band_of(results); band > 0) options.parity_band = band;
  return options;
}

class Recomputing {
 public:
  Recomputing(const Results& results, double between_processes)
      : verdicts_(verdicts_of(results)), between_processes_(between_processes) {}

  void add(const CaseResult& c) {
    for (const auto& [kernel, result] : c.kernels)
      if (result.timing) add(case_text(c) + ", " + text_of(kernel), c, *result.timing);
    for (const ComparisonResult& comparison : c.comparisons) {
      const std::string what = fmt::format("{}, {} against {}", case_text(c),
                                           text_of(comparison.kernel), text_of(comparison.against));
      const KernelResult* const kernel = c.kernels.find(comparison.kernel);
      const KernelResult* const against = c.kernels.find(comparison.against);
      if (kernel != nullptr && against != nullptr && kernel->timing && against->timing)
        add(what, c, comparison, *kernel->timing, *against->timing);
      else
        found_.impossible.push_back(what);
    }
  }

  void add(const SelfComparison& c, double band) {
    const std::string what =
        fmt::format("self-check, {}/{} {}", c.experiment, c.variant, to_string(c.parameters));
    std::vector<double> of_rounds;
    if (c.samples.size() == 2) of_rounds = ratios(c.samples.front(), c.samples.back());
    const Blocked all = {of_rounds, c.blocks, c.block_medians};
    expect(what, all, c.ratio, [&] { return ratio_over_blocks(all, c.rounding, 0); });
    if (verdict_of(c.ratio, band) != c.verdict) found_.different.push_back(what + ": its verdict");
  }

  Recomputation found() && { return std::move(found_); }

 private:
  void add(const std::string& what, const CaseResult& c, const Timing& timing) {
    const Blocked seconds = blocked(timing, c.sampling);
    expect(what, seconds, timing.seconds,
           [&] { return time_over_blocks(seconds, c.sampling, between_processes_); });
    if (!timing.back_to_back) return;
    const Blocked rows = {{}, c.sampling.blocks, timing.back_to_back_medians};
    expect(what + ", back to back", rows, *timing.back_to_back,
           [&] { return back_to_back_over_blocks(rows, between_processes_); });
  }

  void add(const std::string& what, const CaseResult& c, const ComparisonResult& comparison,
           const Timing& kernel, const Timing& against) {
    std::vector<double> of_rounds;
    const bool are_pairs = kernel.samples.size() == against.samples.size();
    if (are_pairs && !is_ratio_back_to_back(kernel, against))
      of_rounds = ratios(against.samples, kernel.samples);
    const Blocked all = blocked(comparison, of_rounds, c.sampling);
    const double rounding = rounding_of_ratio(against, kernel, c.sampling);
    expect(what, all, comparison.ratio,
           [&] { return ratio_over_blocks(all, rounding, between_processes_); });
    if (verdict_of(comparison.ratio, against, kernel, c.sampling, verdicts_) != comparison.verdict)
      found_.different.push_back(what + ": its verdict");
  }

  /// Compares an interval with what `compute` makes of its blocks.
  template <class Compute>
  void expect(const std::string& what, const Blocked& blocks, const Interval& stored,
              const Compute& compute) {
    const bool by_median = blocks.medians.size() >= fewest_blocks;
    const bool has_samples = has_all_values(blocks);
    const bool is_cut = !has_samples && !blocks.values.empty();
    if (is_cut || (!by_median && !has_samples)) return found_.impossible.push_back(what);
    ++(by_median ? found_.from_medians : found_.from_samples);
    const Interval computed = compute();
    if (!are_alike(computed, stored, by_median ? by_medians : by_samples))
      found_.different.push_back(fmt::format("{}: {}, and its blocks give {}", what,
                                             interval_text(stored), interval_text(computed)));
    if (by_median && has_samples) compare_with_samples(what, blocks);
  }

  void compare_with_samples(const std::string& what, const Blocked& blocks) {
    const std::vector<double> of_samples = block_medians({blocks.values, blocks.sizes});
    const auto alike = [](double a, double b) { return are_alike(a, b, by_samples); };
    if (!std::ranges::equal(of_samples, blocks.medians, alike))
      found_.different.push_back(what + ": the medians of its blocks are not those of its samples");
  }

  VerdictOptions verdicts_;
  double between_processes_;
  Recomputation found_;
};

[[noreturn]] void refuse(const CaseResult& c) {
  throw UsageError(fmt::format("{}: it has no medians of blocks: an older tilebridge measured it",
                               case_text(c)));
}

void compact(CaseResult& c, Timing& timing) {
  if (timing.block_medians.empty() || (timing.back_to_back && timing.back_to_back_medians.empty()))
    refuse(c);
  if (timing.block_medians.size() < fewest_blocks) return;
  timing.samples.clear();
  timing.clocks_hz.clear();
}

}  // namespace

Recomputation recompute(const Results& results, double between_processes) {
  Recomputing recomputing(results, between_processes);
  for (const CaseResult& c : results.cases) recomputing.add(c);
  if (results.self_check)
    for (const SelfComparison& c : results.self_check->comparisons)
      recomputing.add(c, results.self_check->parity_band);
  return std::move(recomputing).found();
}

Results compacted(Results results) {
  for (CaseResult& c : results.cases) {
    for (auto& [kernel, result] : c.kernels)
      if (result.timing) compact(c, *result.timing);
    for (const ComparisonResult& comparison : c.comparisons)
      if (comparison.block_medians.empty()) refuse(c);
  }
  return results;
}

}  // namespace tilebridge
