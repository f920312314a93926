// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

/// `tilebridge costs`: what ways of writing Kokkos cost.
Command add_costs(CLI::App& app);

}  // namespace tilebridge::cli
