// SPDX-License-Identifier: Apache-2.0
#include "pages/claims.hpp"

#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "judge/merge.hpp"
#include "results/file.hpp"

namespace tilebridge::cli::claims_command {
namespace {

struct Options {
  std::vector<std::string> files;
  judge::Place place;
  bool items = false;
};

pages::Document page_of(const Options& options) {
  if (options.items) return pages::items_page(judge::items_in(options.place));
  std::vector<Results> files;
  for (const std::string& path : options.files) files.push_back(read_results(path));
  return pages::claims_page(judge::claims_in(options.place),
                            judge::with_parts_merged(std::move(files)));
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "claims",
      "List what five documents claim about GPU memory, and whether result files reproduce it");
  add_file(command, "results", options->files,
           "Result files and profiles to test the claims with, those of a device together; without "
           "any they are only listed");
  command->add_option("--document", options->place.document, "Only those of D1, D2, D3, D4 or D5")
      ->type_name("DOCUMENT");
  command
      ->add_option("--section", options->place.section,
                   "Only those of a section, by the beginning of its heading: 1.3, registers")
      ->type_name("SECTION");
  command
      ->add_flag("--items", options->items,
                 "List everything else that the documents show or state, and where it is run, "
                 "checked or stated")
      ->excludes(command->get_option("results"));
  return {command, [options] {
            show(page_of(*options));
            return 0;
          }};
}

}  // namespace tilebridge::cli::claims_command
