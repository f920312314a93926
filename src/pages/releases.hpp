// SPDX-License-Identifier: Apache-2.0
// A further build of a model changes these, where a run timed it in the same rounds.
#pragma once

#include "catalogue/catalogue.hpp"
#include "pages/document.hpp"
#include "results/results.hpp"

namespace tilebridge::pages {

/// The builds besides the program's own, the oldest first; those of one version by their keys.
std::vector<Model> releases_by_version(const Results& results);

struct ReleaseChanges {
  std::string title;  // "Kokkos 5.0.02 (5.0.2) against 4.7.01, in the same rounds"
  Table by_level;     // geometric means of its performance ÷ that of the program's own
  /// The variants with a case that it makes slower or faster, the largest changes first.
  Table by_variant;
  std::string without_result;  // "3 results are invalid or missing."; "" if none is
};

/// Has an entry for each further build of the run, the oldest first.
std::vector<ReleaseChanges> release_changes(const Results& results, const Catalogue& catalogue);

/// Puts each below a heading, with the `most` largest changes; `label` names the file.
Document release_blocks(const Results& results, const Catalogue& catalogue,
                        const std::string& label = "",
                        std::size_t most = static_cast<std::size_t>(-1));

}  // namespace tilebridge::pages
