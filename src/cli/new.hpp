// SPDX-License-Identifier: Apache-2.0
// `tilebridge new`: the beginnings of a pair of kernels of the user's own.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_new(CLI::App& app);

}  // namespace tilebridge::cli
