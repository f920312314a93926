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
    {"Your code", "new scan kernels"},
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

/// Wraps descriptions.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    constexpr std::size_t narrowest = 60;
    return fitted(CLI::Formatter::make_help(app, std::move(name), mode),
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
