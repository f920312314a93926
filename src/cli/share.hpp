// SPDX-License-Identifier: Apache-2.0
// Options that take a fraction: "5%" or "0.05".
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace tilebridge::cli {

struct ShareRange {
  double least;
  double most;
};

/// A finite number in decimal digits; none for any other text.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value = {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  return is_number && std::isfinite(static_cast<double>(value)) ? std::optional(value)
                                                                : std::nullopt;
}

/// "5%" and "0.05" are the same. Throws UsageError for anything else and for values out of `range`;
/// the message begins with `name`.
double parse_share(const std::string& name, std::string_view text, const ShareRange& range);

/// "5%", "0.5%", "0.0001%".
std::string share_text(double share);

/// Adds an option whose default is the value of `share`.
CLI::Option* add_share(CLI::App* app, const std::string& name, double& share,
                       const ShareRange& range, const std::string& help);

}  // namespace tilebridge::cli
