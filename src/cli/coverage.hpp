// SPDX-License-Identifier: Apache-2.0
// `tilebridge coverage`: every item of the documents, and where it is run, checked or stated.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_coverage(CLI::App& app);

}  // namespace tilebridge::cli
