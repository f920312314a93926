// SPDX-License-Identifier: Apache-2.0
// Performance portability: efficiencies over several machines, with intervals.
#pragma once

#include "pages/document.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

/// The kernels that people know down and models across: the harmonic means of model efficiencies
/// over machines, then means of application efficiencies. A kernel with several large cases is
/// shown in the median one. Empty if no variant ran in two files with equal parameters.
Document portability_page(const Report& report);

/// Every kernel of the variants that `takes` chooses instead, with its efficiencies on each
/// machine, the most portable of a task first.
Document portability_selection_page(const Report& report,
                                    const std::function<bool(const CaseResult&)>& takes);

}  // namespace tilebridge::pages
