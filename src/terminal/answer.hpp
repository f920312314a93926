// SPDX-License-Identifier: Apache-2.0
// The end of a run of many cases.
#pragma once

#include <string>

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"

namespace tilebridge::terminal {

/// What a run says, instead of its table: what Kokkos costs by level and family, which kernels are
/// slowest and why, which idioms cost most, and whether the machine is as fast as it should be. At
/// most 23 lines of 80 columns: with the name of the file a terminal of 24.
std::string answer(const Results& results, const Catalogue& catalogue);

}  // namespace tilebridge::terminal
