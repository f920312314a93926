// SPDX-License-Identifier: Apache-2.0
// Shared by the subcommands that read result files and write something derived from them.
#pragma once

#include "results/results.hpp"

namespace tilebridge::cli {

/// A result file of `tilebridge run`. Throws UsageError, one line with the path, for a file that
/// cannot be read, for a profile, and for a file in which a result with status ok has no time or a
/// time is not positive.
Results read_timed_results(const std::string& path);

/// Throws UsageError if `output` cannot be written or is one of `inputs`; "" is standard output.
void check_output(const std::string& output, const std::vector<std::string>& inputs);

/// Writes all of `text` to `output`, never part of it; "" is standard output.
void write_output(const std::string& output, const std::string& text);

}  // namespace tilebridge::cli
