// SPDX-License-Identifier: Apache-2.0
// A result file on a screen: `tilebridge report` and the end of `tilebridge run`.
#pragma once

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// Device and ceilings, then for every case and model its time, rate, share of the measured
/// ceiling, performance against native with its interval, and the verdict; the levels of latency
/// curves; the summary.
Document results_page(const judge::Cells& cells, const Catalogue& catalogue);

/// Device, ceilings and cases: what was selected of a file has no summary.
Document selection_page(const judge::Cells& cells, const Catalogue& catalogue);

/// A run of many cases says this instead of its table: what Kokkos costs by form and pattern, which
/// kernels are slowest, which idioms cost most, and whether the machine is as fast as it should be.
/// On a screen it has at most 25 lines, if that has 80 columns.
Document summary_page(const judge::Cells& cells, const Catalogue& catalogue);

/// Says what further builds of models change, by kind of code and by variant; empty if the file has
/// none.
Document releases_page(const judge::Cells& cells, const Catalogue& catalogue);

}  // namespace tilebridge::pages
