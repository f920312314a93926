// SPDX-License-Identifier: Apache-2.0
#include "cli/list.hpp"

#include <iostream>
#include <memory>

#include "catalogue/catalogue.hpp"
#include "cli/grammar.hpp"
#include "export/catalogue.hpp"
#include "terminal/catalogue.hpp"

namespace tilebridge::cli {
namespace {

/// The named experiments, each with the named variant or all variants; all experiments if none is
/// named.
std::vector<Experiment> chosen(const std::vector<std::string>& names) {
  if (names.empty()) return {catalogue().begin(), catalogue().end()};
  std::vector<Experiment> experiments;
  for (const std::string& name : names) {
    const std::size_t slash = name.find('/');
    Experiment experiment = catalogue().experiment(name.substr(0, slash));
    if (slash != std::string::npos)
      experiment.variants = {experiment.variant(name.substr(slash + 1))};
    experiments.push_back(std::move(experiment));
  }
  return experiments;
}

}  // namespace

Command add_list(CLI::App& app) {
  struct Options {
    std::vector<std::string> names;
    bool all = false;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* list =
      app.add_subcommand("list", "List the experiments, their variants and parameters");
  list->add_option("experiments", options->names,
                   "Show variants and parameters of these experiments, or of single variants")
      ->delimiter(',')
      ->type_name(value_type::experiment_or_variant);
  list->add_flag("--all", options->all, "Show variants and parameters of every experiment");
  list->add_flag("--json", options->json, "Print JSON");
  return {list, [options] {
            const std::vector<Experiment> experiments = chosen(options->names);
            const bool in_full = options->all || !options->names.empty();
            if (options->json)
              std::cout << exports::experiments_json(experiments);
            else
              std::cout << (in_full ? terminal::experiments_text(experiments)
                                    : terminal::experiment_lines(experiments));
            return 0;
          }};
}

}  // namespace tilebridge::cli
