// SPDX-License-Identifier: Apache-2.0
// One page section per experiment, and the sections that cover several.
#pragma once

#include <string>

#include "pages/report.hpp"

namespace tilebridge::html {

/// The question, charts, tables and explanations of one experiment.
std::string experiment_section(const pages::Report& report,
                               const pages::ExperimentCases& experiment);

/// The roofline of all experiments that compute; "" if there are none or no ceiling was measured.
std::string roofline_section(const pages::Report& report);

/// The levels of the memory hierarchy; "" without the experiment `latency`.
std::string latency_levels_section(const pages::Report& report);

}  // namespace tilebridge::html
