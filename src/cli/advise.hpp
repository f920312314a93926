// SPDX-License-Identifier: Apache-2.0
// `tilebridge advise`: the documents' decision chart, with the thresholds that a result file shows.
#pragma once

#include "cli/command.hpp"

namespace tilebridge::cli {

Command add_advise(CLI::App& app);

}  // namespace tilebridge::cli
