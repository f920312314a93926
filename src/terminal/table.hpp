// SPDX-License-Identifier: Apache-2.0
// The console table.
#pragma once

#include <string>

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"
#include "terminal/style.hpp"

namespace tilebridge::terminal {

/// Cases in at most style.columns, 60 or more, the rest in at most 100: device and ceilings, then
/// for every case and model its time, rate, share of the measured ceiling, performance against
/// native with its interval, and the verdict; the levels of latency curves; the summary; for
/// several ranks also how much they differ.
std::string table(const Results& results, const Catalogue& catalogue, Style style);

/// Shows device, ceilings and cases of these: what was selected of a file has no summary.
std::string selection(const Results& results, const Catalogue& catalogue, Style style);

/// The cases alone.
std::string cases_text(const Results& results, const Catalogue& catalogue, Style style);

}  // namespace tilebridge::terminal
