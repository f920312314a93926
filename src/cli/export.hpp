// SPDX-License-Identifier: Apache-2.0
// `tilebridge export`: converts a result file to other tools' formats.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_export(CLI::App& app);

}  // namespace tilebridge::cli
