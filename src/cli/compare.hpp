// SPDX-License-Identifier: Apache-2.0
// `tilebridge compare`: is one run slower than another?
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_compare(CLI::App& app);

}  // namespace tilebridge::cli
