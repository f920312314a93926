// SPDX-License-Identifier: Apache-2.0
// Options that take a fraction: "5%" or "0.05".
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace tilebridge::cli {

struct ShareRange {
  double least;
  double most;
};

/// "5%" and "0.05" are the same. Throws UsageError for anything else and for values out of `range`;
/// the message begins with `name`.
double parse_share(const std::string& name, std::string_view text, const ShareRange& range);

/// "5%", "0.5%", "0.0001%".
std::string share_text(double share);

/// Adds an option whose default is the value of `share`.
CLI::Option* add_share(CLI::App* app, const std::string& name, double& share,
                       const ShareRange& range, const std::string& help);

}  // namespace tilebridge::cli
