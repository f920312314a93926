// SPDX-License-Identifier: Apache-2.0
// The web page of a report, and the sections that are written elsewhere.
#pragma once

#include "pages/document.hpp"
#include "pages/listing.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

/// Devices, models with their colours, and when each file was measured.
PageHead report_head(const Report& report);

/// An overview, sections that cover several experiments, and one for each experiment. If there are
/// more cases than a page can hold, only the first are shown, and the page says so. It also says so
/// if a file was measured by a program built from another state than that whose code is shown.
Document report_page(const Report& report);

/// The question, charts, code and tables of one experiment. Code that the page has shown before is
/// named, not repeated.
Document experiment_section(const Report& report, const ExperimentCases& experiment,
                            ShownFragments& shown);

/// Shows for each variant of the experiment that has cases in the report and is in the catalogue
/// what a warp touches and both models' code, a fold for each; nothing for an unknown experiment.
Document code_of_experiment(const Report& report, const ExperimentCases& experiment,
                            ShownFragments& shown);

/// Kernels down, models across, for each way of writing: speeds relative to native code, in the
/// median case of the largest size. A row leads to its kernel. One row of each experiment is first,
/// the others are further ones. Empty where a file compares nothing.
Table heat_map(const Report& report, std::size_t file);

}  // namespace tilebridge::pages
