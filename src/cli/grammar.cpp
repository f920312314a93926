// SPDX-License-Identifier: Apache-2.0
#include "cli/grammar.hpp"

#include <regex>

#include "base/text.hpp"

namespace tilebridge::cli {
namespace {

/// The options that help shows, or the positional arguments.
std::vector<const CLI::Option*> shown_options(const CLI::App& app, bool positional) {
  return app.get_options([&](const CLI::Option* option) {
    return !option->get_group().empty() && option->get_positional() == positional;
  });
}

std::string text_of_unexpected(const std::string& word, const CLI::App& app,
                               const std::string& help) {
  if (!word.starts_with('-'))
    return fmt::format("'{}' is one argument too many; `{}` shows what is taken", word, help);
  std::vector<std::string> known;
  for (const CLI::Option* option : shown_options(app, false)) {
    for (const std::string& name : option->get_snames()) known.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  return unknown_name("option", word.substr(0, word.find('=')), known, help).what();
}

/// "tilebridge compare BASE NEW".
std::string usage_of(const CLI::App& app) {
  std::string usage = "tilebridge " + app.get_name();
  for (const CLI::Option* argument : shown_options(app, true))
    usage += fmt::format(fmt::runtime(argument->get_required() ? " {}" : " [{}]"),
                         argument->get_name(true));
  for (const CLI::Option* option : shown_options(app, false))
    if (option->get_required())  // the library appends the names of checks after a colon
      usage += fmt::format(" --{} {}", option->get_lnames().back(),
                           option->get_type_name().substr(0, option->get_type_name().find(':')));
  return usage;
}

/// Puts the library's message about a number of values in the words of the other messages.
std::string reworded(const std::string& text) {
  constexpr std::size_t longest = 1000;  // matching takes the more stack the longer a text is
  if (text.size() > longest) return text;
  const std::regex too_many("(.*): At Most ([0-9]+) required but received ([0-9]+)");
  const std::regex none("(.*): [0-9]+ required (.*) missing");
  return std::regex_replace(std::regex_replace(text, too_many, "$1: at most $2, not $3"), none,
                            "$1 needs a value: $2");
}

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

std::string text_of(const CLI::ParseError& error, const CLI::App& app, const std::string& command) {
  const bool is_of_command = !app.get_subcommands().empty();
  const CLI::App& named = is_of_command ? *app.get_subcommands().front() : app;
  const std::string help = is_of_command ? "tilebridge help " + command : "tilebridge help";
  if (const auto unexpected = app.remaining(true); !unexpected.empty())
    return text_of_unexpected(unexpected.front(), named, help);
  const std::string text = error.what();
  if (is_of_command && text.ends_with(" is required"))
    return fmt::format("{}: {}; `{}` shows more", text, usage_of(named), help);
  return fmt::format("{}; `{}` shows what is taken", reworded(text), help);
}

}  // namespace tilebridge::cli
