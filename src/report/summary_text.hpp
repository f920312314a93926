// SPDX-License-Identifier: Apache-2.0
// A run's summary for a terminal.
#pragma once

#include <string>

#include "results/results.hpp"
#include "results/summary.hpp"

namespace tilebridge {

/// One word for Kokkos's kernels of a level: "plain", "matched", "tuned", "idiomatic".
std::string_view rung_name(Level level);

/// "Kokkos as its guide teaches it runs at 0.71 of native speed, engineered at 0.95, tuned at 0.98:
/// kernels, 43, 31 and 12 variants."
std::string summary_sentence(const Results& results, const Summary& summary);

/// The sentence and a table, at most 12 lines of 80 columns; "" for results without cases.
std::string summary_text(const Results& results);

}  // namespace tilebridge
