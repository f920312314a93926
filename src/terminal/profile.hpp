// SPDX-License-Identifier: Apache-2.0
// Hardware counters for a terminal.
#pragma once

#include <string>

#include "pages/predicted.hpp"
#include "results/results.hpp"
#include "terminal/style.hpp"

namespace tilebridge::terminal {

/// At most 120 columns, unless `style` is whole: a legend, then for every case and model what the
/// hardware counted.
std::string profile_text(const Results& results, Style style = {});

/// How many counts agree with the access model's, and which do not.
std::string agreement_lines(const pages::Agreement& agreement);

}  // namespace tilebridge::terminal
