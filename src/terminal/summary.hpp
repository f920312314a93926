// SPDX-License-Identifier: Apache-2.0
// A run's summary for a terminal.
#pragma once

#include <string>

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"

namespace tilebridge::terminal {

/// How fast Kokkos is, in a sentence and a table: at most 12 lines of 80 columns, below a line for
/// each pair of the user's own. Of a host, only those: its means say nothing about a GPU.
std::string summary_text(const Results& results, const Catalogue& catalogue);

}  // namespace tilebridge::terminal
