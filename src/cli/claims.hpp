// SPDX-License-Identifier: Apache-2.0
// `tilebridge claims`: what the documents claim, and whether a result file supports it.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_claims(CLI::App& app);

}  // namespace tilebridge::cli
