// SPDX-License-Identifier: Apache-2.0
// Sections of a report's page; empty where the files have nothing for them.
#pragma once

#include "pages/document.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

Document overview_section(const Report& report);

/// The question, charts, code and tables of one experiment.
Document experiment_section(const Report& report, const ExperimentCases& experiment);

/// Shows for each variant of the experiment that has cases in the report and is in the catalogue
/// what a warp touches and both models' code, a fold for each; nothing for an unknown experiment.
Document code_of_experiment(const Report& report, const ExperimentCases& experiment);

}  // namespace tilebridge::pages
