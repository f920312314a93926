// SPDX-License-Identifier: Apache-2.0
// `tilebridge explain`: one variant, with native and Kokkos code side by side.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_explain(CLI::App& app);

}  // namespace tilebridge::cli
