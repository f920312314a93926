// SPDX-License-Identifier: Apache-2.0
// `tilebridge list`: lists what can be run.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_list(CLI::App& app);

}  // namespace tilebridge::cli
