// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <sstream>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"

namespace tilebridge::cli::help_command {
namespace {

constexpr auto examples =
    "Examples:\n"
    "  tilebridge list transpose            the variants and parameters of an experiment\n"
    "  tilebridge run transpose -o r.json   measure it: results in r.json and a table\n"
    "  tilebridge report r.json -o r.html   the same results as a web page\n"
    "\n"
    "tilebridge help COMMAND shows the options of a command.";

/// Within a group, commands are in the order in which they were added.
constexpr std::pair<const char*, std::string_view> groups[] = {
    {"Measure", "run tune devices check profile"},
    {"Understand", "report list explain costs claims follow"},
    {"Compare", "compare merge export"},
    {"Your code", "new scan port kernels"},
    {"This program", "help"}};

/// The column in which the second part of "  name   what it is" begins; else that of the text.
std::size_t description_column(const std::string& line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", begin);
  const std::size_t column = gap == std::string::npos ? begin : line.find_first_not_of(' ', gap);
  return column == std::string::npos ? begin : column;
}

std::string fitted(const std::string& text, std::size_t width) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t column = description_column(line);
    result += line.substr(0, column) + wrapped(line.substr(column), column, width) + "\n";
  }
  return result;
}

/// Shows an option's type and default without CLI11's checks, and wraps descriptions.
class HelpFormatter final : public CLI::Formatter {
 public:
  /// The description is beside the name wherever that leaves a gap, else below it.
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const std::string name =
        "  " + make_option_name(option, is_positional) + make_option_opts(option);
    const std::size_t column = get_column_width();
    const bool is_beside = columns(name) + 2 <= column;
    const std::size_t gap = is_beside ? column - columns(name) : column;
    return fmt::format("{}{}{:{}}{}\n", name, is_beside ? "" : "\n", "", gap,
                       make_option_desc(option));
  }

  /// " FILE", " quick|standard|full=quick": without checks, and what excludes what.
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0) return "";
    const std::string type = option->get_type_name();
    std::string text = type.empty() ? "" : " " + type.substr(0, type.find(':'));
    if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
    return text;
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    std::string text = option->get_description();
    for (const CLI::Option* needed : option->get_needs())
      text += fmt::format(" (with {})", needed->get_name());
    return text;
  }

  /// The first line of what a command does.
  std::string make_subcommand(const CLI::App* command) const override {
    const std::string text = command->get_description();
    return fmt::format("  {:{}}{}\n", command->get_name(), get_column_width() - 2,
                       text.substr(0, text.find('\n')));
  }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    constexpr std::size_t narrowest = 60;
    const std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    return fitted(CLI::detail::find_and_replace(help, "\n\n\n", "\n\n"),
                  std::max(narrowest, stdout_columns(100)));
  }
};

std::string help_of(const CLI::App& command) {
  return command.help(command.get_parent()->get_name(), CLI::AppFormatMode::Normal);
}

}  // namespace

std::string overview(const CLI::App& app) {
  // Not app.help(): after parsing a subcommand, that returns the help of that subcommand.
  return app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
}

Command add(CLI::App& app) {
  const auto name = std::make_shared<std::string>();
  CLI::App* help = app.add_subcommand("help", "Show this overview, or the options of a command");
  help->add_option("command", *name, "Command to show the options of");
  app.footer(examples);
  app.formatter(std::make_shared<HelpFormatter>());
  for (CLI::App* command : app.get_subcommands(nullptr)) command->formatter(app.get_formatter());
  for (const auto& [title, names] : groups) {
    for (const std::string& name : split(names, ' ')) app.get_subcommand(name)->group(title);
  }
  return {help, [&app, name] {
            if (!name->empty()) check_is_command(app, *name);
            std::cout << (name->empty() ? overview(app) : help_of(*app.get_subcommand(*name)));
            return 0;
          }};
}

}  // namespace tilebridge::cli::help_command
