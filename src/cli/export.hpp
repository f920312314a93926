// SPDX-License-Identifier: Apache-2.0
// `tilebridge export`: a result file in the formats of others.
#pragma once

#include "cli/command.hpp"

namespace tilebridge {

Command add_export(CLI::App& app);

}  // namespace tilebridge
