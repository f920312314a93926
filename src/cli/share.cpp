// SPDX-License-Identifier: Apache-2.0
#include "cli/share.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"

namespace tilebridge::cli {
namespace {

bool holds(const ShareRange& range, double share) {
  return share >= range.least && share <= range.most;
}

/// Writing 5 for 5% is the usual mistake.
std::string suggestion(double share, bool is_percent, const ShareRange& range) {
  if (is_percent || !holds(range, share / 100)) return "";
  return fmt::format("; did you mean {}?", share_text(share / 100));
}

}  // namespace

double parse_share(const std::string& name, std::string_view text, const ShareRange& range) {
  const bool is_percent = text.ends_with('%');
  const std::optional<double> number =
      parse_number<double>(is_percent ? text.substr(0, text.size() - 1) : text);
  if (!number)
    throw UsageError(fmt::format("{} {} is not a share; write for example 5% or 0.05", name, text));
  const double share = is_percent ? *number / 100 : *number;
  if (holds(range, share)) return share;
  const std::string meaning = is_percent ? "" : fmt::format(", which is {},", share_text(share));
  throw UsageError(fmt::format("{} {}{} is out of range: {} to {}{}", name, text, meaning,
                               share_text(range.least), share_text(range.most),
                               suggestion(share, is_percent, range)));
}

std::string share_text(double share) { return fmt::format("{:.6g}%", 100 * share); }

CLI::Option* add_share(CLI::App* app, const std::string& name, double& share,
                       const ShareRange& range, const std::string& help) {
  return app
      ->add_option_function<std::string>(
          name,
          [name, range, &share](const std::string& text) {
            share = parse_share(name, text, range);
          },
          help)
      ->type_name("SHARE")
      ->default_str(share_text(share));
}

}  // namespace tilebridge::cli
