// SPDX-License-Identifier: Apache-2.0
// A run in a few numbers.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/results.hpp"
#include "results/statistics.hpp"

namespace tilebridge {

/// Comparisons whose ratio and interval lie between a millionth and a million; a file with others
/// was not written by a run.
bool is_usable(const ComparisonResult& comparison);

/// The variants of one level in which Kokkos is compared with native code.
struct LevelMean {
  int variants = 0;
  /// Of performance against native, 1 is parity: of each variant's cases, then of the variants.
  GeometricMean performance;
  std::map<Verdict, int> verdicts;  // of the cases
};

using LevelMeans =
    std::map<Level, LevelMean>;  // textbook, matched, tuned, idiomatic: what there is

struct GroupSummary {
  std::string name;
  LevelMeans levels;
};

struct Summary {
  LevelMeans kernels;
  /// The families of the catalogue, those of kernels first. What crosses the link between host and
  /// device is a transfer, whatever its experiment's family.
  std::vector<GroupSummary> kernel_families;
  std::vector<GroupSummary> other_families;
};

/// How fast Kokkos is compared with native code on each level. Kernels are what is of no transfer,
/// whose time is the link's and the driver's, and not of the hierarchy's experiments, which measure
/// a device's latency and rates. Where a group has matched variants, those that have none are there
/// with their plain form, on which nothing was gained. Experiments that the catalogue does not have
/// do not count.
Summary summarise(const std::vector<CaseResult>& cases);

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
