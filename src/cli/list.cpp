// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "kernels/pair.hpp"
#include "pages/catalogue.hpp"
#include "run/runner.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::list_command {
namespace {

/// The named experiments and those of named families, each with the named variant or all variants;
/// all experiments if none is named.
std::vector<Experiment> chosen(const std::vector<std::string>& names) {
  if (names.empty()) return {catalogue().begin(), catalogue().end()};
  std::vector<Experiment> experiments;
  for (const std::string& name : names)
    for (const auto& [experiment, variant] : catalogue().named(name)) {
      experiments.push_back(*experiment);
      if (variant != nullptr) experiments.back().variants = {*variant};
    }
  return experiments;
}

int list_pairs(const std::vector<std::string>& files, bool json) {
  if (json) throw UsageError("--json is for the catalogue; leave it out for pairs of your own");
  std::vector<std::string> command = {"tilebridge", "list"};
  command.insert(command.end(), files.begin(), files.end());
  return run::show_pairs(command);
}

}  // namespace

Command add(CLI::App& app) {
  struct Options {
    std::vector<std::string> names;
    bool all = false;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* list =
      app.add_subcommand("list", "List the experiments, their variants and parameters");
  list->add_option(
          "experiments", options->names,
          "Show variants and parameters of these experiments, families or single variants, or "
          "of pairs of your own (./pair.so)")
      ->delimiter(',')
      ->type_name(experiment_or_variant);
  list->add_flag("--all", options->all, "Show variants and parameters of every experiment");
  list->add_flag("--json", options->json, "Print JSON");
  return {list, [options] {
            if (kernels::are_objects(options->names))
              return list_pairs(options->names, options->json);
            const std::vector<Experiment> experiments = chosen(options->names);
            const bool in_full = options->all || !options->names.empty();
            if (options->json)
              std::cout << write::experiments_json(experiments);
            else
              show(in_full ? pages::experiments_page(experiments)
                           : pages::experiments_list(experiments));
            return 0;
          }};
}

}  // namespace tilebridge::cli::list_command
