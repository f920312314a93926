// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <regex>
#include <sstream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "cli/commands.hpp"
#include "sources/sources.hpp"

namespace tilebridge::cli::new_command {
namespace {

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

std::string replaced(const std::string& text, const std::string& pattern, const std::string& by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

std::string named(std::string_view text, const std::string& name) {
  return replaced(replaced(std::string(text), "my_kernel", name), "MyKernel", class_name(name));
}

/// Throws UsageError.
void check_name(const std::string& name, const char* of) {
  constexpr std::size_t longest = 60;
  if (name.size() > longest || !std::regex_match(name, std::regex("[a-z][a-z0-9_]*")))
    throw UsageError(fmt::format(
        "'{}' is no name for a {}: use at most {} small letters, digits and _, a letter first",
        name, of, longest));
}

/// The models of `--models`, native code first.
std::vector<std::string> models_of(const std::vector<std::string>& asked) {
  std::vector<std::string> models;
  for (const std::string& name : asked) {
    check_name(name, "model");
    const std::string model = name == "cuda" || name == "hip" ? "native" : name;
    // The name of a file, and what kernels::Pair refuses.
    if (model == "pair" || model == "vendor" || model.size() > 31)
      throw UsageError(fmt::format("no model may be called '{}'", model));
    if (std::ranges::find(models, model) != models.end())
      throw UsageError(fmt::format("--models names '{}' twice", model));
    models.insert(model == "native" ? models.begin() : models.end(), model);
  }
  return models;
}

/// The template for these models. A line with MODEL is repeated for each of them but Kokkos. What
/// is between "#if KOKKOS", "#else" and "#endif" is for pairs with a kernel in Kokkos, and for
/// those without.
std::string for_models(std::string text, const std::vector<std::string>& models) {
  const bool has_kokkos = std::ranges::find(models, "kokkos") != models.end();
  text = replaced(text, "\"MODELS\"", fmt::format("\"{}\"", fmt::join(models, "\", \"")));
  text = replaced(text, "MODELS", fmt::format("{}", fmt::join(models, ", ")));
  std::istringstream lines(text);
  std::string result;
  bool is_wanted = true;
  for (std::string line; std::getline(lines, line);) {
    const bool is_repeated = line.find("MODEL") != std::string::npos;
    if (line == "#if KOKKOS")
      is_wanted = has_kokkos;
    else if (line == "#else")
      is_wanted = !has_kokkos;
    else if (line == "#endif")
      is_wanted = true;
    else if (is_wanted && !is_repeated)
      result += line + "\n";
    else if (is_wanted)
      for (const std::string& model : models)
        if (model != "kokkos") result += replaced(line, "MODEL", model) + "\n";
  }
  return result;
}

/// A file called MODEL is written for each model but Kokkos.
void write_file(const std::filesystem::path& folder, const std::string& file,
                const std::string& text, const std::vector<std::string>& models) {
  if (file != "MODEL.cpp") return replace_text(folder / file, for_models(text, models));
  for (const std::string& model : models)
    if (model != "kokkos") replace_text(folder / (model + ".cpp"), replaced(text, "MODEL", model));
}

int write_pair(const std::string& name, const std::vector<std::string>& asked) {
  check_name(name, "pair");
  const std::vector<std::string> models = models_of(asked);
  const std::filesystem::path folder = name;
  if (std::filesystem::exists(folder))
    throw UsageError(fmt::format("'{}' already exists; choose another name", name));
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error)
    throw UsageError(fmt::format("cannot make the folder '{}': {}", name, error.message()));
  for (const auto& [file, text] : sources::pair_template())
    write_file(folder, named(file, name), named(text, name), models);
  fmt::print(
      "wrote {0}/: a kernel in {1}, ready to build and run:\n"
      "  cmake -G Ninja -S {0} -B {0}/build && cmake --build {0}/build   # without -G Ninja: make\n"
      "  tilebridge run {0}/build/{0}.so\n",
      name, fmt::join(models, ", "));
  return 0;
}

}  // namespace

Command add(CLI::App& app) {
  const auto name = std::make_shared<std::string>();
  const auto models =
      std::make_shared<std::vector<std::string>>(std::vector<std::string>{"cuda", "kokkos"});
  CLI::App* command = app.add_subcommand(
      "new", "Write kernels of your own that do the same in several models, to build and run");
  command->add_option("name", *name, "Of the pair and of the folder that is made for it")
      ->required();
  command
      ->add_option("--models", *models,
                   "Its models, comma-separated: cuda (or native), kokkos, and others, which begin "
                   "as copies of the native kernel")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  return {command, [name, models] { return write_pair(*name, *models); }};
}

}  // namespace tilebridge::cli::new_command
