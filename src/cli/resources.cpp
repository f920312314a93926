// SPDX-License-Identifier: Apache-2.0
#include "cli/resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/process.hpp"
#include "cli/grammar.hpp"
#include "markdown/resources.hpp"
#include "resources/compilations.hpp"
#include "resources/nvcc.hpp"
#include "resources/resources.hpp"
#include "run/progress.hpp"
#include "terminal/resources.hpp"

namespace tilebridge::cli {
namespace {

struct Options {
  std::vector<std::string> builds;
  std::vector<std::string> against;
  std::vector<std::string> experiments;  // empty: all
  resources::CompilerChoice compiler;
  std::size_t jobs = std::max(1U, std::thread::hardware_concurrency());
  bool all = false;
  bool json = false;
  bool markdown = false;
};

/// Throws UsageError if one of `wanted` is not in `known`.
void check_experiments(const std::vector<std::string>& wanted, const std::set<std::string>& known) {
  const std::vector<std::string> names(known.begin(), known.end());
  for (const std::string& name : wanted)
    if (known.count(name) == 0) throw unknown_name("experiment", name, names);
}

bool is_wanted(const std::string& experiment, const Options& options) {
  const auto& wanted = options.experiments;
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), experiment) != wanted.end();
}

resources::BuildResources table_of_file(const std::string& file, const Options& options) {
  resources::BuildResources build = resources::resources_from_json(text_of(file), file);
  std::set<std::string> known;
  for (const auto& [id, unused] : build.kernels) known.insert(id.experiment);
  check_experiments(options.experiments, known);
  std::erase_if(build.kernels,
                [&](const auto& row) { return !is_wanted(row.first.experiment, options); });
  std::erase_if(build.compile_seconds, [&](const auto& file) {
    return !is_wanted(std::filesystem::path(file.first).stem().string(), options);
  });
  return build;
}

resources::BuildResources table_of_build(const std::string& build, const Options& options) {
  std::vector<resources::Compilation> compilations =
      resources::cuda_compilations(build, options.compiler);
  std::set<std::string> known;
  for (const resources::Compilation& compilation : compilations)
    known.insert(compilation.experiment);
  check_experiments(options.experiments, known);
  std::erase_if(compilations,
                [&](const resources::Compilation& c) { return !is_wanted(c.experiment, options); });
  run::Progress progress(compilations.size());
  return resources::compiled_resources(
      compilations, options.jobs, [&](const resources::Compilation& c) {
        progress.step(fmt::format("{} {}", c.experiment, name_of(c.model)));
      });
}

resources::BuildResources table_of(const std::vector<std::string>& sources,
                                   const Options& options) {
  resources::BuildResources table;
  std::error_code ignored;  // the reader reports what cannot be read
  for (const std::string& source : sources)
    resources::merge(table, std::filesystem::is_regular_file(source, ignored)
                                ? table_of_file(source, options)
                                : table_of_build(source, options));
  return table;
}

/// Makes a program given by path usable from every folder.
std::string absolute_program(const std::string& program) {
  const bool is_path = program.find('/') != std::string::npos;
  return is_path ? std::filesystem::absolute(program).string() : program;
}

pages::Rows rows_of(const Options& options) {
  return options.all ? pages::Rows::all : pages::Rows::own;
}

std::string as_text(const resources::BuildResources& table, const Options& options) {
  const pages::Rows rows = rows_of(options);
  if (options.json) return to_json(table).dump(2) + "\n";
  return options.markdown ? markdown::resources_markdown(table, rows)
                          : terminal::resources_text(table, rows);
}

std::string changes_text(const resources::BuildResources& before,
                         const resources::BuildResources& after, const Options& options) {
  const resources::ResourceChanges changes = resources::changes_between(
      before.kernels, after.kernels,
      options.all ? resources::CodeChanges::all : resources::CodeChanges::large);
  const resources::CompileChanges compile =
      resources::compile_changes(before.compile_seconds, after.compile_seconds);
  return options.json ? to_json(changes, compile).dump(2) + "\n"
                      : terminal::changes_text(changes, compile, rows_of(options));
}

int print_resources(Options& options) {
  options.compiler.nvcc = absolute_program(options.compiler.nvcc);
  const resources::BuildResources table = table_of(options.builds, options);
  if (options.against.empty()) {
    std::cout << as_text(table, options);
    return 0;
  }
  const resources::BuildResources before = table_of(options.against, options);
  std::cout << changes_text(before, table, options);
  return 0;
}

/// For CLI11: what is wrong with the name, "" if nothing is.
std::string is_architecture(const std::string& name) {
  constexpr std::size_t longest = 16;  // matching takes the more stack the longer a name is
  static const std::regex pattern("sm_[0-9]+[af]?");
  return name.size() <= longest && std::regex_match(name, pattern)
             ? ""
             : fmt::format("'{}' is not of the form sm_90", name);
}

}  // namespace

Command add_resources(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* resources = app.add_subcommand(
      "resources", "Show registers, stack, spills, shared memory and instructions of every kernel");
  resources
      ->add_option(
          "builds", options->builds,
          "Configured build folders of the presets cuda-… or of pairs of your own, or files "
          "that --json wrote; several make one table")
      ->type_name(value_type::file)
      ->required();
  resources
      ->add_option("--against", options->against,
                   "Another build folder or file: show only what differs from it")
      ->type_name(value_type::file)
      ->allow_extra_args(false);
  resources
      ->add_option("--experiment", options->experiments,
                   "Show only these experiments, comma-separated (default: all)")
      ->type_name(value_type::experiment)
      ->delimiter(',')
      ->allow_extra_args(false);
  resources
      ->add_option(
          "--arch", options->compiler.architectures,
          "Architectures to compile for, such as sm_90, comma-separated (default: the build's)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(is_architecture);
  resources->add_option("--nvcc", options->compiler.nvcc, "Compiler to use (default: the build's)")
      ->type_name(value_type::file);
  resources->add_option("-j,--jobs", options->jobs, "Number of files to compile at a time")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  resources->add_flag(
      "--all", options->all,
      "Also show the kernels that Kokkos itself contains, and with --against every change "
      "in the number of instructions");
  CLI::Option* json = resources->add_flag("--json", options->json, "Print JSON");
  resources->add_flag("--markdown", options->markdown, "Print Markdown")
      ->excludes(json)
      ->excludes(resources->get_option("--against"));
  return {resources, [options] { return print_resources(*options); }};
}

}  // namespace tilebridge::cli
