// SPDX-License-Identifier: Apache-2.0
// Every experiment there is.
#pragma once

#include <string_view>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// All experiments, in the catalogue's order.
const std::vector<Experiment>& catalogue();

/// Throws UsageError, with a suggestion, for a name that is not there.
const Experiment& find_experiment(std::string_view name);

}  // namespace tilebridge
