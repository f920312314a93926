// SPDX-License-Identifier: Apache-2.0
#include "cli/advise.hpp"

#include <iostream>
#include <memory>
#include <string>

#include "cli/grammar.hpp"
#include "results/file.hpp"
#include "terminal/advice.hpp"

namespace tilebridge::cli {

Command add_advise(CLI::App& app) {
  const auto file = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "advise", "Say what to do first, with the gains and thresholds that a result file shows");
  command
      ->add_option("results", *file,
                   "Result file to take gains from; without it there are no figures")
      ->type_name(value_type::file);
  return {command, [file] {
            if (file->empty()) {
              std::cout << terminal::advice_text(pages::advice(nullptr));
              return 0;
            }
            const Results results = read_results(*file);
            std::cout << terminal::advice_text(pages::advice(&results));
            return 0;
          }};
}

}  // namespace tilebridge::cli
