// SPDX-License-Identifier: Apache-2.0
// All experiments.
#pragma once

#include <string_view>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// All experiments, in the catalogue's order.
const std::vector<Experiment>& catalogue();

/// Throws UsageError, with a suggestion, for an unknown name.
const Experiment& find_experiment(std::string_view name);

}  // namespace tilebridge
