// SPDX-License-Identifier: Apache-2.0
// Experiments, their variants and parameters in a terminal.
#pragma once

#include <string>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge::terminal {

/// Question, parameters and variants of each.
std::string experiments_text(const std::vector<Experiment>& experiments);

/// What each means, its range and its default, at most `width` columns wide.
std::string parameters_text(const std::vector<Parameter>& parameters, std::size_t width);

/// One line per experiment, which says whether it needs a GPU; only text too long for the terminal
/// continues below.
std::string experiment_lines(const std::vector<Experiment>& experiments);

}  // namespace tilebridge::terminal
