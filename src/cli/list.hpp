// SPDX-License-Identifier: Apache-2.0
// `tilebridge list`: what there is to run.
#pragma once

#include "cli/command.hpp"

namespace tilebridge {

Command add_list(CLI::App& app);

}  // namespace tilebridge
