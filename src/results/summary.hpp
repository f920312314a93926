// SPDX-License-Identifier: Apache-2.0
// Summarises a run in a few numbers.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"
#include "results/statistics.hpp"

namespace tilebridge {

/// Comparisons whose ratio and interval lie between a millionth and a million; no run writes
/// others.
bool is_usable(const ComparisonResult& comparison);

/// The usable comparison of a case's Kokkos with its native code; null if there is none.
const ComparisonResult* kokkos_against_native(const CaseResult& c);

/// The variants of one form that compare Kokkos with native code.
struct FormMean {
  int variants = 0;
  /// Geometric mean of performance against native (1 is parity), over each variant's cases, then
  /// over the variants.
  GeometricMean performance;
  std::map<Verdict, int> verdicts;  // over the cases
};

using FormMeans = std::map<Form, FormMean>;  // those that are present

struct GroupSummary {
  std::string name;
  FormMeans forms;
};

struct Summary {
  FormMeans kernels;
  /// The families of the catalogue, those of kernels first. Anything that crosses the link between
  /// host and device is a transfer, whatever its experiment's family.
  std::vector<GroupSummary> kernel_families;
  std::vector<GroupSummary> other_families;
};

/// How fast Kokkos is compared with native code in each form. Kernels are everything except
/// transfers, whose time depends on the link and the driver, and except the hierarchy experiments,
/// which measure a device's latency and rates. If a group has matched variants, variants without
/// one count with their form in ranges. Experiments that are not in the catalogue do not count.
Summary summarise(const std::vector<CaseResult>& cases, const Catalogue& catalogue);

/// Whether a case counts as a kernel, as said above.
bool is_kernel(const CaseResult& c, const Catalogue& catalogue);

/// Kokkos's application efficiency in one variant on the platforms of several runs: the shorter of
/// the native and the Kokkos time ÷ the Kokkos time, geometric mean over the cases. The metric is
/// that of Pennycook, Sewall and Lee, "A metric for performance portability" (2016): the harmonic
/// mean over the platforms, 0 if one is not supported.
struct Portability {
  std::string experiment;
  std::string variant;
  /// In the order of `Portabilities::platforms`; 0 if Kokkos has no valid result there or the
  /// catalogue says that it does not run there, none if it was not run.
  std::vector<std::optional<double>> efficiencies;
  std::optional<double> metric;  // none if a platform was not run
};

struct Portabilities {
  std::vector<std::string> platforms;  // "NVIDIA H200, cuda"
  std::vector<Portability> variants;   // in order of first appearance
};

/// Covers the variants that Kokkos takes part in; results from the same platform are combined.
Portabilities portabilities(std::span<const Results* const> runs, const Catalogue& catalogue);

}  // namespace tilebridge
