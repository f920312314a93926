// SPDX-License-Identifier: Apache-2.0
// How fast Kokkos is, in a sentence and in a few figures.
#pragma once

#include "catalogue/catalogue.hpp"
#include "pages/document.hpp"
#include "results/results.hpp"
#include "results/summary.hpp"

namespace tilebridge::pages {

/// How many kernels in ranges are how fast: "Kokkos in ranges, 116 variants: 30 at parity with
/// native code (0.95 or more), median 0.76, slowest 0.15 (shuffle/sum_8)". Where controls were
/// measured, a line for the library follows. None where no kernel is compared.
std::vector<std::string> distribution_lines(const Summary& summary);

/// A line for each pair of the user's own: "heat_flux: kokkos runs at 0.94 of native speed
/// (0.84…1.06)", or for several cases the mean and "(3 cases, 0.79…1.02)".
std::vector<std::string> pair_lines(const Results& results, const Catalogue& catalogue);

/// Means of performance with their intervals, "0.71 0.62…0.81": a row for each pattern, in a group
/// for float and one for double, and a column for each model and form that there is.
Table summary_table(const Summary& summary);

/// How fast models are, in a table and lines, or in a sentence that says why there is none, below a
/// line for each pair of the user's own. Of a host, only those: its means say nothing about a GPU.
Document summary_blocks(const Results& results, const Catalogue& catalogue);

/// "what gains most in native code: coalesced access 18.2×, …", the greatest gain first; "" for
/// results without the cases that gains are taken from.
std::string advice_line(const Results& results);

}  // namespace tilebridge::pages
