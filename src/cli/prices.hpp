// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

/// `tilebridge prices`: what ways of writing Kokkos cost.
Command add_prices(CLI::App& app);

}  // namespace tilebridge::cli
