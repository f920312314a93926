// SPDX-License-Identifier: Apache-2.0
#include "cli/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <iostream>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"

namespace tilebridge::cli {
namespace {

using Writer = std::string (*)(const Grammar&);
constexpr std::array<std::pair<const char*, Writer>, 3> shells = {
    {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}}};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::string names_of(const std::vector<Grammar>& commands) {
  std::string names;
  for (const Grammar& command : commands) names += (names.empty() ? "" : " ") + command.name;
  return names;
}

std::string names_of(const std::vector<Argument>& options) {
  std::string names;
  for (const Argument& option : options) names += (names.empty() ? "" : " ") + joined(option.names);
  return names;
}

/// What bash does when a value of `argument` is expected.
std::string bash_action(const Argument& argument) {
  if (argument.takes_file) return "compopt -o default";
  return argument.choices.empty() ? ":" : fmt::format("words=\"{}\"", joined(argument.choices));
}

std::string bash_cases(const Grammar& command) {
  std::string cases;
  for (const Argument& option : command.options) {
    if (option.type.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names)
      patterns.push_back(fmt::format("{}:{}:*", command.name, name));
    cases += fmt::format("    {}) {} ;;\n", fmt::join(patterns, "|"), bash_action(option));
  }
  cases += fmt::format("    {}:*:-*) words=\"{}\" ;;\n", command.name, names_of(command.options));
  if (!command.positionals.empty())
    cases +=
        fmt::format("    {}:*) {} ;;\n", command.name, bash_action(command.positionals.front()));
  return cases;
}

std::string zsh_quoted(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"})
    text = replaced(std::move(text), special, fmt::format("\\{}", special));
  return replaced(std::move(text), "'", "'\\''");
}

/// ":what:how" for completing a value, in the syntax of _arguments.
std::string zsh_value(const Argument& argument, const std::string& what) {
  std::string how;
  if (argument.takes_file) how = "_files";
  if (!argument.choices.empty()) how = fmt::format("({})", joined(argument.choices));
  return fmt::format(":{}:{}", zsh_quoted(what), how);
}

std::string zsh_arguments(const Grammar& command) {
  std::string arguments;
  for (const Argument& option : command.options)
    for (const std::string& name : option.names)
      arguments += fmt::format(" \\\n        '*{}[{}]{}'", name, zsh_quoted(option.description),
                               option.type.empty() ? "" : zsh_value(option, option.type));
  if (!command.positionals.empty()) {
    const Argument& first = command.positionals.front();
    arguments += fmt::format(" \\\n        '*{}'", zsh_value(first, first.names.front()));
  }
  return arguments;
}

std::string fish_quoted(std::string text) {
  return "'" + replaced(replaced(std::move(text), "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_value(const Argument& argument) {
  if (argument.takes_file) return " -r -F";
  if (argument.type.empty()) return "";
  return argument.choices.empty() ? " -x" : " -x -a " + fish_quoted(joined(argument.choices));
}

std::string fish_option(const std::string& condition, const Argument& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return fmt::format("complete -c tilebridge -n {}{}{} -d {}\n", fish_quoted(condition), names,
                     fish_value(option), fish_quoted(option.description));
}

std::string fish_command(const Grammar& command) {
  std::string lines = fmt::format("complete -c tilebridge -n '__tilebridge_at 1' -a {} -d {}\n",
                                  command.name, fish_quoted(command.description));
  const std::string inside = "__tilebridge_in " + command.name;
  for (const Argument& option : command.options) lines += fish_option(inside, option);
  if (command.positionals.empty()) return lines;
  const Argument& positional = command.positionals.front();
  const std::string values = positional.takes_file ? " -F" : fish_value(positional);
  return lines + fmt::format("complete -c tilebridge -n {}{}\n", fish_quoted(inside), values);
}

/// Throws UsageError for an unsupported shell.
Writer writer_of(const std::string& shell) {
  std::vector<std::string> known;
  for (const auto& [name, writer] : shells) {
    if (shell == name) return writer;
    known.emplace_back(name);
  }
  throw unknown_name("shell", shell, known);
}

}  // namespace

std::string bash_completion(const Grammar& program) {
  std::string cases;
  for (const Grammar& command : program.subcommands) cases += bash_cases(command);
  return fmt::format(R"(# bash completion for {0}
_{0}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} words=
  local command=${{COMP_WORDS[1]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  [ "$COMP_CWORD" -gt 1 ] || command='' previous=''
  [ "$previous" != = ] || previous=${{COMP_WORDS[COMP_CWORD - 2]}}
  [ "$current" != = ] || current=''
  case $command:$previous:$current in
    ::-*) words="{1}" ;;
    ::*) words="{2}" ;;
{3}  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -F _{0} {0}
)",
                     program.name, names_of(program.options), names_of(program.subcommands), cases);
}

std::string zsh_completion(const Grammar& program) {
  std::string commands;
  std::string cases;
  for (const Grammar& command : program.subcommands) {
    commands += fmt::format("    '{}:{}'\n", command.name, zsh_quoted(command.description));
    cases += fmt::format("    {})\n      _arguments{} ;;\n", command.name, zsh_arguments(command));
  }
  return fmt::format(R"(#compdef {0}
_{0}() {{
  local -a commands=(
{1}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    compadd -- {2}
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
{3}  esac
}}
if [ "$funcstack[1]" = _{0} ]; then
  _{0} "$@"
else
  compdef _{0} {0}
fi
)",
                     program.name, commands, names_of(program.options), cases);
}

std::string fish_completion(const Grammar& program) {
  std::string text = R"(# fish completion for tilebridge
function __tilebridge_at
  test (count (commandline -opc)) -eq $argv[1]
end
function __tilebridge_in
  set -l tokens (commandline -opc)
  test (count $tokens) -gt 1; and test $tokens[2] = $argv[1]
end
complete -c tilebridge -f
)";
  for (const Argument& option : program.options) text += fish_option("__tilebridge_at 1", option);
  for (const Grammar& command : program.subcommands) text += fish_command(command);
  return text;
}

Command add_completion(CLI::App& app) {
  struct Options {
    std::string shell;
    std::string output;  // "": standard output
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "completion",
      "Print the script that makes a shell complete tilebridge's commands and options");
  command->add_option("shell", options->shell, "Shell to write it for")
      ->type_name("bash|zsh|fish")
      ->required();
  command
      ->add_option("-o,--output", options->output, "File to write it to (default: standard output)")
      ->type_name(value_type::file);
  return {command, [&app, options] {
            const std::string script = writer_of(options->shell)(grammar_of(app));
            if (options->output.empty())
              std::cout << script;
            else
              write_text(options->output, script);
            return 0;
          }};
}

}  // namespace tilebridge::cli
