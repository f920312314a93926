// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <memory>
#include <regex>

#include "base/error.hpp"
#include "base/files.hpp"
#include "cli/commands.hpp"
#include "sources/sources.hpp"

namespace tilebridge::cli::new_command {
namespace {

constexpr const char* name_in_template = "my_kernel";

/// "lennard_jones" as a class: "LennardJones".
std::string class_name(const std::string& name) {
  std::string result;
  bool begins_word = true;
  for (const char c : name) {
    if (c != '_') result += begins_word ? static_cast<char>(std::toupper(c)) : c;
    begins_word = c == '_';
  }
  return result;
}

std::string named(std::string_view text, const std::string& name) {
  const std::string all(text);
  const std::string with_name = std::regex_replace(all, std::regex(name_in_template), name);
  return std::regex_replace(with_name, std::regex("MyKernel"), class_name(name));
}

int write_pair(const std::string& name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  if (name.empty() || letters.find(name.front()) == std::string_view::npos ||
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
    throw UsageError(fmt::format(
        "'{}' is no name for a pair: use small letters, digits and _, a letter first", name));
  const std::filesystem::path folder = name;
  if (std::filesystem::exists(folder))
    throw UsageError(fmt::format("'{}' already exists; choose another name", name));
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error)
    throw UsageError(fmt::format("cannot make the folder '{}': {}", name, error.message()));
  for (const sources::SourceFile& file : sources::pair_template())
    write_text(folder / named(file.path, name), named(file.text, name));
  fmt::print(
      "wrote {0}/: a native and a Kokkos kernel, ready to build and run:\n"
      "  cmake -G Ninja -S {0} -B {0}/build && cmake --build {0}/build   # without -G Ninja: make\n"
      "  tilebridge run {0}/build/{0}.so\n",
      name);
  return 0;
}

}  // namespace

Command add(CLI::App& app) {
  const auto name = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "new", "Write a pair of kernels of your own, native and Kokkos, to build and run");
  command->add_option("name", *name, "Of the pair and of the folder that is made for it")
      ->required();
  return {command, [name] { return write_pair(*name); }};
}

}  // namespace tilebridge::cli::new_command
