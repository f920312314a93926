// SPDX-License-Identifier: Apache-2.0
#include "cli/manual.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "build_info.hpp"

namespace tilebridge::cli {
namespace {

constexpr std::array<std::pair<ExitStatus, const char*>, 9> statuses = {
    {{ExitStatus::fine, "fine"},
     {ExitStatus::threshold_failed, "a threshold, a comparison or a self-check failed"},
     {ExitStatus::usage, "wrong usage, unreadable input, or not enough memory"},
     {ExitStatus::invalid, "a result failed validation"},
     {ExitStatus::inconclusive,
      "compare: could not tell whether something became slower; under --strict, a comparison "
      "stayed "
      "inconclusive"},
     {ExitStatus::no_platform,
      "the platform or device asked for is not there, or failed; of several ranks one failed, the "
      "others' results are in the file"},
     {ExitStatus::not_written,
      "output could not be written: standard error says why, and where the results are instead"},
     {ExitStatus::internal, "internal error, a fault of tilebridge's own: please report it"},
     {ExitStatus::interrupted, "interrupted; what was finished is in the file"}}};

/// Escapes what roff would interpret: backslashes, hyphens (as break points), requests at the start
/// of a line.
std::string roff(const std::string& text) {
  std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
      continue;
    }
    if (c == '-') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string page_name(const Grammar& program, const Grammar& command) {
  return program.name + "-" + command.name;
}

std::string header(const std::string& page, const std::string& description) {
  return fmt::format(".TH \"{}\" 1 \"\" \"tilebridge {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                     page, build_info::version, roff(page), roff(description));
}

std::string entry(const Argument& argument) {
  std::string names;
  for (const std::string& name : argument.names)
    names += (names.empty() ? "" : ", ") + (name.starts_with('-') ? bold(name) : italic(name));
  const bool shows_type = !argument.type.empty() && argument.names.front().starts_with('-');
  if (shows_type) names += " " + italic(argument.type);
  std::string text = fmt::format(".TP\n{}\n{}", names, roff(argument.description));
  if (!argument.default_value.empty())
    text += fmt::format(" (default: {})", roff(argument.default_value));
  return text + "\n";
}

std::string section(const char* title, const std::vector<Argument>& arguments) {
  if (arguments.empty()) return "";
  std::string text = fmt::format(".SH {}\n", title);
  for (const Argument& argument : arguments) text += entry(argument);
  return text;
}

std::string exit_statuses() {
  std::string text = ".SH EXIT STATUS\n";
  for (const auto& [status, meaning] : statuses)
    text += fmt::format(".TP\n{}\n{}\n", static_cast<int>(status), roff(meaning));
  return text;
}

void write_pages(const CLI::App& app, const std::filesystem::path& folder) {
  std::error_code ignored;  // write_text reports what cannot be written
  std::filesystem::create_directories(folder, ignored);
  const Grammar program = grammar_of(app);
  write_text(folder / (program.name + ".1"), manual_page(program));
  for (const Grammar& command : program.subcommands)
    write_text(folder / (page_name(program, command) + ".1"), manual_page(program, command));
}

}  // namespace

std::string manual_page(const Grammar& program) {
  std::string commands;
  std::string pages;
  for (const Grammar& command : program.subcommands) {
    commands += fmt::format(".TP\n{}\n{}\n", bold(command.name), roff(command.description));
    pages += fmt::format("{}\\fB{}\\fR(1)", pages.empty() ? "" : ",\n",
                         roff(page_name(program, command)));
  }
  return header(program.name, "what a portability layer costs on a GPU, and why") +
         fmt::format(".SH SYNOPSIS\n{} {} [options] [arguments]\n.SH DESCRIPTION\n{}\n",
                     bold(program.name), italic("command"), roff(program.description)) +
         ".SH COMMANDS\n" + commands + section("OPTIONS", program.options) + exit_statuses() +
         ".SH SEE ALSO\n" + pages + "\n";
}

std::string manual_page(const Grammar& program, const Grammar& command) {
  std::string synopsis = bold(program.name + " " + command.name) + " [options]";
  for (const Argument& positional : command.positionals) {
    const std::string name = italic(positional.names.front());
    synopsis += " " + (positional.required ? name : "[" + name + "]");
  }
  return header(page_name(program, command), command.description) +
         fmt::format(".SH SYNOPSIS\n{}\n", synopsis) + section("ARGUMENTS", command.positionals) +
         section("OPTIONS", command.options) + exit_statuses() +
         fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", roff(program.name));
}

Command add_manual(CLI::App& app) {
  const auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("manual", "Write the manual pages");
  command->group("");
  command->add_option("folder", *folder, "Folder to write them to")->required();
  return {command, [&app, folder] {
            write_pages(app, *folder);
            return 0;
          }};
}

}  // namespace tilebridge::cli
