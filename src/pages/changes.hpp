// SPDX-License-Identifier: Apache-2.0
// The page says what changed from one run to another: between two releases of Kokkos, two drivers,
// two GPUs.
#pragma once

#include "catalogue/catalogue.hpp"
#include "judge/totals.hpp"
#include "pages/document.hpp"
#include "results/results.hpp"

namespace tilebridge::pages {

struct Changes {
  std::string title;                     // "Kokkos 4.7.01 → Kokkos 5.0.02"
  std::vector<std::string> differences;  // of devices and builds, a line each
  Table by_kind;                         // of code
  /// The variants with a case that became slower or faster, the largest changes first.
  Table by_variant;
};

/// "0.998 0.996…1.000"; without an interval "0.998".
std::string mean_text(const GeometricMean& mean);

/// Performance in the second run ÷ that in the first, by kind of code.
Table totals_table(const std::vector<judge::Total>& totals);

/// Compares by the gate's statistics; none if the runs have no timed result in common, or one of
/// them is a profile.
std::optional<Changes> changes_between(const Results& before, const Results& after,
                                       const Catalogue& catalogue);

/// Puts it below a heading.
Document changes_blocks(const Results& before, const Results& after, const Catalogue& catalogue);

}  // namespace tilebridge::pages
