// SPDX-License-Identifier: Apache-2.0
// tilebridge check and tilebridge submit.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_check(CLI::App& app);
Command add_submit(CLI::App& app);

}  // namespace tilebridge::cli
