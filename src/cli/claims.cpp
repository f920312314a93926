// SPDX-License-Identifier: Apache-2.0
#include "pages/claims.hpp"

#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "results/file.hpp"

namespace tilebridge::cli::claims_command {

Command add(CLI::App& app) {
  const auto file = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "claims",
      "List what five documents claim about GPU memory, and whether a result file reproduces it");
  add_file(command, "results", *file,
           "Result file to test the claims with; without it they are only listed");
  const auto items = std::make_shared<bool>(false);
  command
      ->add_flag("--items", *items,
                 "List everything else that the documents show or state, and where it is run, "
                 "checked or stated")
      ->excludes(command->get_option("results"));
  return {command, [file, items] {
            std::optional<Results> results;
            if (!file->empty()) results = read_results(*file);
            show(*items ? pages::items_page(judge::items())
                        : pages::claims_page(judge::claims(), results ? &*results : nullptr));
            return 0;
          }};
}

}  // namespace tilebridge::cli::claims_command
