// A run in a few numbers.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// Comparisons whose ratio and interval lie between a millionth and a million; a file with others
/// was not written by a run.
bool is_usable(const ComparisonResult& comparison);

/// All usable comparisons of one level.
struct LevelSummary {
  Level level = Level::textbook;
  int comparisons = 0;
  double geometric_mean = 0;  // of performance, against native: 1 is parity
  std::map<Verdict, int> verdicts;
};

/// Of the levels that have any, in the order textbook, matched, tuned, idiomatic, vendor.
std::vector<LevelSummary> level_summaries(const std::vector<CaseResult>& cases);

/// Kokkos's application efficiency in one variant on the platforms of several runs: the faster of
/// native and Kokkos's time ÷ Kokkos's, geometric mean over the cases. The metric is that of
/// Pennycook, Sewall and Lee, "A metric for performance portability" (2016): the harmonic mean over
/// the platforms, 0 where one is not supported.
struct Portability {
  std::string experiment;
  std::string variant;
  /// In the order of `Portabilities::platforms`; 0 where Kokkos has no valid result there or the
  /// catalogue says that it does not run there, none where it was not run.
  std::vector<std::optional<double>> efficiencies;
  std::optional<double> metric;  // none where a platform was not run
};

struct Portabilities {
  std::vector<std::string> platforms;  // "NVIDIA H200, cuda"
  std::vector<Portability> variants;   // in order of first appearance
};

/// Of the variants that Kokkos has a part in; results of one platform are taken together.
Portabilities portabilities(std::span<const Results* const> runs);

}  // namespace tilebridge
