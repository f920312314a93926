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

/// A run of many cases says this instead of its table: what Kokkos costs by form and family, which
/// kernels are slowest and why, which idioms cost most, and whether the machine is as fast as it
/// should be. With the name of the file it fits a terminal of 24 lines of 100 columns.
Document summary_page(const judge::Cells& cells, const Catalogue& catalogue);

}  // namespace tilebridge::pages
