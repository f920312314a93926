// SPDX-License-Identifier: Apache-2.0
// tilebridge resources: the resources that the compiler assigns to every kernel.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_resources(CLI::App& app);

}  // namespace tilebridge::cli
