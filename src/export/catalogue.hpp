// SPDX-License-Identifier: Apache-2.0
// Experiments, their variants and parameters for other programs.
#pragma once

#include <string>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge::exports {

std::string experiments_json(const std::vector<Experiment>& experiments);

}  // namespace tilebridge::exports
