// SPDX-License-Identifier: Apache-2.0
// `tilebridge report`: a result file in readable form.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_report(CLI::App& app);

}  // namespace tilebridge::cli
