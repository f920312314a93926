// SPDX-License-Identifier: Apache-2.0
#include "cli/help.hpp"

#include <iostream>
#include <memory>

#include "cli/options.hpp"

namespace tilebridge::cli {
namespace {

constexpr auto examples =
    "Examples:\n"
    "  tilebridge list transpose            the variants and parameters of an experiment\n"
    "  tilebridge run transpose -o r.json   measure it: results in r.json and a table\n"
    "  tilebridge report r.json -o r.html   the same results as a web page\n"
    "\n"
    "tilebridge help COMMAND shows the options of a command.";

std::string help_of(const CLI::App& command) {
  return command.help(command.get_parent()->get_name(), CLI::AppFormatMode::Normal);
}

}  // namespace

std::string overview(const CLI::App& app) {
  // Not app.help(): after parsing a subcommand, that returns the help of that subcommand.
  return app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
}

Command add_help(CLI::App& app) {
  const auto name = std::make_shared<std::string>();
  CLI::App* help = app.add_subcommand("help", "Show this overview, or the options of a command");
  help->add_option("command", *name, "Command to show the options of");
  app.footer(examples);
  return {help, [&app, name] {
            if (!name->empty()) check_command(app, *name);
            std::cout << (name->empty() ? overview(app) : help_of(*app.get_subcommand(*name)));
            return 0;
          }};
}

}  // namespace tilebridge::cli
