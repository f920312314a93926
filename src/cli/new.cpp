// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <regex>

#include "base/error.hpp"
#include "base/files.hpp"
#include "cli/commands.hpp"
#include "sources/sources.hpp"

namespace tilebridge::cli::new_command {
namespace {

constexpr const char* native = "native";

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
    const std::string model = name == "cuda" || name == "hip" ? native : name;
    // The name of a file, and what kernels::Pair refuses.
    if (model == "pair" || model == "vendor" || model.size() > 31)
      throw UsageError(fmt::format("no model may be called '{}'", model));
    if (std::ranges::find(models, model) != models.end())
      throw UsageError(fmt::format("--models names '{}' twice", model));
    models.insert(model == native ? models.begin() : models.end(), model);
  }
  return models;
}

/// The template for these models, of which all but Kokkos are in `own`: `//+` or `#+` begins lines
/// for pairs with Kokkos, `-` for those without, `=` for native code and Kokkos alone, `*` for all
/// others; a line with MODEL is repeated.
std::string for_models(std::string text, const std::vector<std::string>& models,
                       const std::vector<std::string>& own) {
  const bool has_kokkos = own.size() < models.size();
  const bool is_usual = has_kokkos && own == std::vector<std::string>{native};
  const std::string dropped = std::string(has_kokkos ? "-" : "+") + (is_usual ? "*" : "=");
  text = replaced(text, "\n *(//|#)[-+=*]*[" + dropped + "][-+=*]* [^\n]*", "");
  text = replaced(replaced(text, "(//|#)[-+=*]+ ", ""), "\n\n\n+", "\n\n");
  if (!has_kokkos)
    text = replaced(replaced(text, "KokkosPair<\\w+>", "Pair"), "/pair_kokkos", "/pair");
  text = replaced(text, "MARKS", fmt::format("{}", fmt::join(models, ", ")));
  text = replaced(text, "NAMES", fmt::format("\"{}\"", fmt::join(models, "\", \"")));
  text = replaced(text, "FILES", own.empty() ? "" : fmt::format("{}.cpp", fmt::join(own, ".cpp ")));
  std::smatch line;
  while (std::regex_search(text, line, std::regex("[^\n]*MODEL[^\n]*\n"))) {
    std::string lines;
    for (const std::string& model : own) lines += replaced(line.str(), "MODEL", model);
    text = line.prefix().str() + lines + line.suffix().str();
  }
  return text;
}

int write_pair(const std::string& name, const std::vector<std::string>& asked) {
  check_name(name, "pair");
  const std::vector<std::string> models = models_of(asked);
  std::vector<std::string> own = models;
  std::erase(own, "kokkos");
  const std::filesystem::path folder = name;
  if (std::filesystem::exists(folder))
    throw UsageError(fmt::format("'{}' already exists; choose another name", name));
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error)
    throw UsageError(fmt::format("cannot make the folder '{}': {}", name, error.message()));
  for (const sources::SourceFile& file : sources::pair_template()) {
    const std::string text = for_models(named(file.text, name), models, own);
    if (file.path != "native.cpp") write_text(folder / named(file.path, name), text);
    for (const std::string& model : own)
      if (file.path == "native.cpp")
        write_text(folder / (model + ".cpp"), replaced(text, "native(_on|\\])", model + "$1"));
  }
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
