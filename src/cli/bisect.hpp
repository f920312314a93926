// SPDX-License-Identifier: Apache-2.0
// `tilebridge bisect`: which commit of Kokkos made kernels slower.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_bisect(CLI::App& app);

}  // namespace tilebridge::cli
