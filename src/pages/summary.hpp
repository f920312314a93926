// SPDX-License-Identifier: Apache-2.0
// How fast Kokkos is, in a sentence and in a few figures.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "pages/document.hpp"
#include "results/results.hpp"
#include "results/summary.hpp"

namespace tilebridge::pages {

/// "Kokkos in nested ranges runs at 0.71 of native speed, matched at 0.95, tuned at 0.98: kernels,
/// 43, 31 and 12 variants."
std::string summary_sentence(const Results& results, const Summary& summary);

/// A line for each pair of the user's own: "heat_flux: Kokkos runs at 0.94 of native speed
/// (0.84…1.06)", or for several cases the mean and "(3 cases, 0.79…1.02)".
std::vector<std::string> pair_lines(const Results& results, const Catalogue& catalogue);

/// In short: "0.71 0.62…0.81" in a column for each form that there is, and a row for kernels, for
/// each of their families, and for everything else.
Table summary_table(const Summary& summary);

/// Shows what kernels of each form come to, with the number of cases of each verdict.
Table forms_table(const FormMeans& kernels);

/// How fast Kokkos is, in a table or a sentence that says why there is none, below a line for each
/// pair of the user's own. Of a host, only those: its means say nothing about a GPU.
Document summary_blocks(const Results& results, const Catalogue& catalogue);

/// "what gains most in native code: coalesced access 18.2×, …", the greatest gain first; "" for
/// results without the cases that gains are taken from.
std::string advice_line(const Results& results);

}  // namespace tilebridge::pages
