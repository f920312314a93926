// SPDX-License-Identifier: Apache-2.0
// A comparison of two runs by variant and by kind of code.
#pragma once

#include "catalogue/catalogue.hpp"
#include "judge/gate.hpp"
#include "results/statistics.hpp"

namespace tilebridge::judge {

/// In the order in which they are reported. Where only Kokkos differs, native code is unchanged.
/// Host-bound results are counted apart, in any model. The catalogue lacks what is the user's own.
enum class Kind {
  native,
  controls,
  libraries,
  indices,
  loops,
  builtin,
  rewritten,
  tuned,
  step,
  own_native,
  own_others,
  others,  // of the catalogue, besides native code and Kokkos
  host_bound,
  unknown
};

/// "Kokkos in loops".
std::string_view name_of(Kind kind);

/// One kernel of a variant, in all cases that have figures in both runs.
struct VariantChange {
  std::vector<const Change*> cases;  // at least one

  const CaseResult& case_of() const { return *cases.front()->now.of; }
  const ModelForm& kernel() const { return cases.front()->now.kernel; }
  /// Geometric mean over the cases.
  double performance() const;
  /// The relative error of that, by the intervals of the cases, as if they were all wrong in the
  /// same direction.
  double error() const;
  /// By how much the logarithm of the performance changes for each second that a process adds to
  /// its samples.
  double change_per_second() const;
  std::size_t count(Judgement judgement) const;
  const Change& largest() const;
};

/// Groups by experiment, variant and kernel. The report must outlive them.
std::vector<VariantChange> by_variant(const GateReport& report);
/// Only changes that have figures count.
std::vector<VariantChange> by_variant(const std::vector<const Change*>& changes);

/// The largest changes first.
std::vector<VariantChange> by_size(std::vector<VariantChange> variants);

/// Estimates the performance of variants, at least one, together. A mean over the variants of each
/// experiment, then over the experiments: what varies is the experiment. The error is what
/// Student's t shows over the experiments; of fewer than three experiments, what it shows over the
/// variants, and the variants' own measured error. What two processes share comes on top: no number
/// of experiments averages it away. A single variant has its own measured error alone.
LogEstimate mean_change(const std::vector<VariantChange>& variants);

Kind kind_of(const VariantChange& change, const Catalogue& catalogue);

struct Total {
  Kind kind;
  GeometricMean performance;  // in the second run ÷ that in the first, by mean_change()
  std::size_t variants;
  std::size_t slower;  // cases
  std::size_t faster;
};

/// Only kinds that there are have one.
std::vector<Total> totals(const std::vector<VariantChange>& variants, const Catalogue& catalogue);

}  // namespace tilebridge::judge
