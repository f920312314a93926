// SPDX-License-Identifier: Apache-2.0
// The steps from Kokkos `loops` to its rewritten form, one idiom at a time, as one run measured it.
#pragma once

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"

namespace tilebridge::judge {

/// One kernel on the way.
struct Stage {
  const Variant* variant;
  Interval performance;       // against native code
  Interval gain = {1, 1, 1};  // time of the stage before ÷ its own time
};

/// The steps of one variant, in the case of floats in which its kernel in loops costs most; in one
/// of other numbers if no floats were measured.
struct Ablation {
  const Experiment* experiment;
  Parameters parameters;
  std::string cache;
  std::vector<Stage> stages;  // Kokkos in loops first, the rewritten form last

  const Variant& in_loops() const { return *stages.front().variant; }
  /// Time of Kokkos in loops ÷ time of its rewritten form.
  Interval gain() const;
};

/// Returns those of all variants of `catalogue` whose steps were all measured in one case.
std::vector<Ablation> ablations(const Cells& cells, const Catalogue& catalogue);

}  // namespace tilebridge::judge
