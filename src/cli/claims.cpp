// SPDX-License-Identifier: Apache-2.0
#include "export/claims.hpp"

#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "markdown/claims.hpp"
#include "results/file.hpp"
#include "terminal/claims.hpp"

namespace tilebridge::cli::claims_command {
namespace {

struct Options {
  std::string file;
  std::string document;
  std::string format = "text";
};

using Format = std::string (*)(const pages::ClaimsPage&);

constexpr std::array<std::pair<const char*, Format>, 3> formats = {
    {{"text", terminal::claims_text},
     {"markdown", markdown::claims_markdown},
     {"json", exports::claims_json}}};

Format format_of(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [format, write] : formats) {
    if (format == name) return write;
    known.emplace_back(format);
  }
  throw unknown_name("format", name, known);
}

std::string claims_as(const Options& options) {
  const Format format = format_of(options.format);
  if (options.file.empty())
    return format(pages::claims_page(options.document, nullptr, catalogue()));
  const Results results = read_results(options.file);
  return format(pages::claims_page(options.document, &results, catalogue()));
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "claims", "List the claims of the documents, and whether a result file reproduces them");
  command
      ->add_option("results", options->file,
                   "Result file to test the claims with; without it they are only listed")
      ->type_name(value_type::file);
  command->add_option("--document", options->document,
                      "Show only the claims of this document: D1 … D5");
  command->add_option("--format", options->format, "Format of the output")
      ->type_name("text|markdown|json")
      ->capture_default_str();
  return {command, [options] {
            std::cout << claims_as(*options);
            return 0;
          }};
}

}  // namespace tilebridge::cli::claims_command
