// SPDX-License-Identifier: Apache-2.0
// What subcommands that read result files and write something of them share.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// A result file of `tilebridge run`. Throws UsageError, one line with the path, for one that
/// cannot be read, a profile, and one that lacks a time of what is ok or has a time that is not
/// positive.
Results read_timed_results(const std::string& path);

/// Throws UsageError where `output` cannot be written or is one of `inputs`; "" is standard output.
void check_output(const std::string& output, const std::vector<std::string>& inputs);

/// All of `text` to `output`, never half of it; "" is standard output.
void write_output(const std::string& output, const std::string& text);

}  // namespace tilebridge
