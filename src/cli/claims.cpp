// SPDX-License-Identifier: Apache-2.0
#include "pages/claims.hpp"

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "results/file.hpp"
#include "write/json.hpp"
#include "write/text.hpp"

namespace tilebridge::cli::claims_command {
namespace {

struct Options {
  std::string file;
  std::string document;
  std::string format = "text";
  bool items = false;
};

int print_claims(const Options& options) {
  const std::vector<std::string> formats = {"text", "json"};
  const bool is_json = options.format == "json";
  if (!is_json && options.format != "text") throw unknown_name("format", options.format, formats);
  if (options.items && !options.file.empty())
    throw UsageError("the items need no result file; leave out '" + options.file + "' or --items");
  const std::vector<judge::Document> documents = pages::documents_named(options.document);
  std::optional<Results> results;
  if (!options.file.empty()) results = read_results(options.file);
  const Results* tested = results ? &*results : nullptr;
  if (is_json)
    std::cout << write::json_text(options.items ? pages::items_json(documents)
                                                : pages::claims_json(documents, tested));
  else
    std::cout << write::as_text(options.items ? pages::items_page(documents)
                                              : pages::claims_page(documents, tested, catalogue()),
                                write::stdout_style());
  return 0;
}

void add_document_and_format(CLI::App& command, Options& options) {
  command.add_option("--document", options.document, "Show only this document: D1 … D5");
  command.add_option("--format", options.format, "Format of the output")
      ->type_name("text|json")
      ->capture_default_str();
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "claims",
      "List what five documents claim about GPU memory, and whether a result file reproduces it");
  command
      ->add_option("results", options->file,
                   "Result file to test the claims with; without it they are only listed")
      ->type_name(value_type::file);
  command->add_flag("--items", options->items,
                    "List everything that the documents show or state, and where it is run, "
                    "checked or stated");
  add_document_and_format(*command, *options);
  return {command, [options] { return print_claims(*options); }};
}

Command add_coverage(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->items = true;
  CLI::App* command = app.add_subcommand("coverage", "The old name of `claims --items`");
  command->group("");
  add_document_and_format(*command, *options);
  return {command, [options] {
            std::cerr << "tilebridge: `coverage` is now `tilebridge claims --items`\n";
            return print_claims(*options);
          }};
}

}  // namespace tilebridge::cli::claims_command
