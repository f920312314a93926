// SPDX-License-Identifier: Apache-2.0
// Sections of a report's page; empty where the files have nothing for them.
#pragma once

#include <string>

#include "pages/document.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

Document overview_section(const Report& report);

/// The question, charts, code and tables of one experiment.
Document experiment_section(const Report& report, const ExperimentCases& experiment);

/// The table in a fold named "Table: 12 rows"; nothing for an empty one.
void add_folded(Document& document, Table table, const std::string& noun);

}  // namespace tilebridge::pages
