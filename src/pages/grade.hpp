// SPDX-License-Identifier: Apache-2.0
// The end of a run of an exercise: hints, and whether it passes.
#pragma once

#include "catalogue/catalogue.hpp"
#include "pages/document.hpp"
#include "results/exercise.hpp"

namespace tilebridge::pages {

/// Hints for what is wrong or slow, and at the end "passed: 0.95 of the reference, 0.90 asked for"
/// or "not yet: …", after the exercise's name if the results are of several. `at_least` is the
/// share that the user asks for; 0: the exercise's own, on a GPU.
Document grade_page(const Exercise& exercise, const Results& results, double at_least,
                    const Catalogue& catalogue);

/// Says what was counted of an exercise's kernels, and what the access model counts in kernels that
/// are slow for the same reason, and in ones that are not.
Document counted_page(const Exercise& exercise, const Results& results, const Catalogue& catalogue);

}  // namespace tilebridge::pages
