// SPDX-License-Identifier: Apache-2.0
// The page says what changed: from one run to another, between two drivers or two GPUs, and from
// one build of a model to another that a run timed in the same rounds.
#pragma once

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"
#include "judge/totals.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// "0.998 0.996–1.000"; without an interval "0.998".
std::string mean_text(const GeometricMean& mean);

/// Performance in the second run ÷ that in the first, by kind of code.
Table totals_table(const std::vector<judge::Total>& totals);

/// Compares by the gate's statistics: the runs' differences, means by kind of code, and the
/// variants with a case that became slower or faster, the largest changes first. Empty if the runs
/// have no timed result in common, or one of them is a profile.
Document changes_blocks(const judge::Cells& before, const judge::Cells& after,
                        const Catalogue& catalogue);

/// {5, 0, 2} of the release "5.0.02"; what is no number ends it.
std::vector<int> version_of(const Results& results, const Model& build);

/// The builds besides the program's own, the oldest first; those of one version by their keys.
std::vector<Model> releases_by_version(const Results& results);

/// Shows each of these below a heading: geometric means of its performance ÷ that of the program's
/// own, and the variants that became slower or faster, the largest changes first. `label` names
/// the file.
Document release_blocks(const judge::Cells& cells, const Catalogue& catalogue,
                        const std::string& label = "");

/// "other releases timed: Kokkos 5.0.2; tilebridge report --releases FILE"; "" without such builds.
std::string releases_line(const Results& results);

}  // namespace tilebridge::pages
