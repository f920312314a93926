// SPDX-License-Identifier: Apache-2.0
#include "judge/pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "base/error.hpp"
#include "judge/match.hpp"
#include "results/duration.hpp"
#include "results/load.hpp"

namespace tilebridge::judge {
namespace {

/// The same case in each of the runs that have it.
using Runs = std::vector<const CaseResult*>;

double mean_of(const std::vector<double>& values) { return geometric_mean(values).value; }

Interval hull(const std::vector<Interval>& intervals) {
  std::vector<double> medians;
  Interval all = intervals.front();
  for (const Interval& one : intervals) {
    medians.push_back(one.median);
    all.low = std::min(all.low, one.low);
    all.high = std::max(all.high, one.high);
  }
  all.median = mean_of(medians);
  return all;
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

Timing pooled(const std::vector<const Timing*>& timings) {
  Timing all;
  std::vector<Interval> seconds;
  double p = 1;
  for (const Timing* timing : timings) {
    seconds.push_back(timing->seconds);
    append(all.samples, timing->samples);
    append(all.clocks_hz, timing->clocks_hz);
    all.wall_seconds += timing->wall_seconds / static_cast<double>(timings.size());
    p = std::min(p, timing->launch_index_p);
  }
  all.seconds = hull(seconds);
  all.launch_index_p = std::min(1.0, p * static_cast<double>(timings.size()));  // after Bonferroni
  return all;
}

/// One kernel's results, a run each.
using KernelRuns = std::vector<const KernelResult*>;

KernelResult pooled(const KernelRuns& runs) {
  const auto untimed = std::find_if(runs.begin(), runs.end(),
                                    [](const KernelResult* result) { return !result->timing; });
  if (untimed != runs.end()) {
    KernelResult result = **untimed;
    result.reason += fmt::format(" (run {} of {})", untimed - runs.begin() + 1, runs.size());
    return result;
  }
  KernelResult result = *runs.front();
  std::vector<const Timing*> timings;
  for (const KernelResult* of_run : runs) timings.push_back(&*of_run->timing);
  const double first = result.timing->seconds.median;
  result.timing = pooled(timings);
  result.share_of_ceiling *= first / result.timing->seconds.median;
  result.share_of_datasheet *= first / result.timing->seconds.median;
  return result;
}

const ComparisonResult* comparison_of(const CaseResult& c, const ComparisonResult& like) {
  const auto found = std::find_if(
      c.comparisons.begin(), c.comparisons.end(), [&](const ComparisonResult& comparison) {
        return comparison.kernel == like.kernel && comparison.against == like.against;
      });
  return found == c.comparisons.end() ? nullptr : &*found;
}

std::optional<ComparisonResult> pooled(const Runs& runs, const ComparisonResult& first) {
  ComparisonResult all = first;
  std::vector<Interval> within;
  all.by_run.clear();
  for (const CaseResult* c : runs) {
    const ComparisonResult* comparison = comparison_of(*c, first);
    if (comparison == nullptr) return std::nullopt;
    if (comparison->by_run.empty()) all.by_run.push_back(comparison->ratio);
    append(all.by_run, comparison->by_run);
    within.push_back(comparison->within);
    if (comparison->verdict != first.verdict) all.verdict = Verdict::inconclusive;
  }
  all.ratio = hull(all.by_run);
  all.within = hull(within);
  return all;
}

SamplingResult pooled_sampling(const Runs& runs) {
  SamplingResult all = runs.front()->sampling;
  all.runs.clear();
  all.blocks.clear();
  all.throttle_reasons.clear();
  all.rounds = all.discarded_as_early = all.discarded_for_clock = 0;
  std::vector<double> clocks;
  for (const CaseResult* c : runs) {
    const SamplingResult& one = c->sampling;
    all.rounds += one.rounds;
    all.discarded_as_early += one.discarded_as_early;
    all.discarded_for_clock += one.discarded_for_clock;
    all.waits_for_host |= one.waits_for_host;
    append(all.throttle_reasons, one.throttle_reasons);
    append(all.blocks, one.blocks);
    if (one.runs.empty()) all.runs.push_back(static_cast<int>(one.blocks.size()));
    append(all.runs, one.runs);
    clocks.push_back(one.clock_hz);
  }
  all.clock_hz = median(clocks);
  return all;
}

CaseResult pooled(const Runs& runs) {
  CaseResult all = *runs.front();
  all.comparisons.clear();
  all.kernels.erase_if([&](const ModelForm& kernel) {
    return !std::ranges::all_of(runs,
                                [&](const CaseResult* c) { return c->kernels.contains(kernel); });
  });
  for (auto& [kernel, result] : all.kernels) {
    KernelRuns of_kernel;
    for (const CaseResult* c : runs) of_kernel.push_back(&c->kernels.at(kernel));
    result = pooled(of_kernel);
  }
  for (const ComparisonResult& first : runs.front()->comparisons)
    if (const auto comparison = pooled(runs, first); comparison)
      all.comparisons.push_back(*comparison);
  all.sampling = pooled_sampling(runs);
  return all;
}

/// Whether both have kernels of the same models; further builds may differ.
bool have_same_models(const CaseResult& a, const CaseResult& b) {
  const auto models_of = [](const CaseResult& c) {
    std::set<std::string_view> models;
    for (const auto& [kernel, result] : c.kernels) models.insert(kernel.model.name());
    return models;
  };
  return models_of(a) == models_of(b);
}

/// Why the two cannot be pooled; "" if they can.
std::string difference(const Results& a, const Results& b) {
  if (std::string found = obstacle(a, b); !found.empty()) return found;
  if (is_profile(a)) return "they are profiles, which have no times";
  for (const CasePair& pair : match(a, b).both)
    if (!have_same_models(*pair.base, *pair.current))
      return fmt::format("{} has other models", case_text(*pair.current));
  return "";
}

/// By case, in the order in which they first occur.
std::vector<Runs> by_case(const std::vector<ResultPart>& parts) {
  std::vector<Runs> all;
  for (const CaseResult& c : parts.front().results.cases) all.push_back({&c});
  for (std::size_t i = 1; i < parts.size(); ++i) {
    Results known;
    for (const Runs& runs : all) known.cases.push_back(*runs.front());
    const Matching matching = match(known, parts[i].results);
    for (const CasePair& pair : matching.both)
      all[static_cast<std::size_t>(pair.base - known.cases.data())].push_back(pair.current);
    for (const CaseResult* c : matching.only_in_current) all.push_back({c});
  }
  return all;
}

}  // namespace

Results pooled(const std::vector<ResultPart>& runs) {
  for (std::size_t i = 1; i < runs.size(); ++i)
    if (const std::string why = difference(runs.front().results, runs[i].results); !why.empty())
      throw UsageError(
          fmt::format("cannot pool '{}' and '{}': {}", runs.front().file, runs[i].file, why));
  Results all = runs.front().results;
  all.cases.clear();
  for (const Runs& of_one : by_case(runs)) all.cases.push_back(pooled(of_one));
  all.self_check.reset();
  double seconds = 0;
  for (const ResultPart& run : runs) {
    keep_best(all.ceilings, run.results.ceilings);
    keep_greater_load(all.program, run.results.program);
    append(all.self_check, run.results.self_check);
    seconds += seconds_taken(run.results);
  }
  all.program["seconds"] = seconds;
  all.program["runs"] = origins(runs, "runs");
  return all;
}

}  // namespace tilebridge::judge
