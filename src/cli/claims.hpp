// SPDX-License-Identifier: Apache-2.0
// `tilebridge claims`: what the documents in documents/ claim, and whether a result file supports
// it; and `coverage`, an old name of a part of it.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_claims(CLI::App& app);
Command add_coverage(CLI::App& app);

}  // namespace tilebridge::cli
