// SPDX-License-Identifier: Apache-2.0
// `tilebridge kernels`: what libtilebridge_tools.so saw in a user's application.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_kernels(CLI::App& app);

}  // namespace tilebridge::cli
