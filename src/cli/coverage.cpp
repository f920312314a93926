// SPDX-License-Identifier: Apache-2.0
#include "export/coverage.hpp"

#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "markdown/coverage.hpp"
#include "terminal/coverage.hpp"

namespace tilebridge::cli::coverage_command {
namespace {

using Format = std::string (*)(const std::vector<pages::DocumentItems>&);

Format format_of(const std::string& name) {
  constexpr std::array<std::pair<const char*, Format>, 3> formats = {
      {{"text", terminal::coverage_text},
       {"markdown", markdown::coverage_markdown},
       {"json", exports::coverage_json}}};
  std::vector<std::string> known;
  for (const auto& [format, write] : formats) {
    if (format == name) return write;
    known.emplace_back(format);
  }
  throw unknown_name("format", name, known);
}

}  // namespace

Command add(CLI::App& app) {
  struct Options {
    std::string document;
    std::string format = "text";
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "coverage", "List every item of the documents, and where it is run, checked or stated");
  command->add_option("--document", options->document,
                      "Show only the items of this document: D1 … D5");
  command->add_option("--format", options->format, "Format of the output")
      ->type_name("text|markdown|json")
      ->capture_default_str();
  return {command, [options] {
            const Format format = format_of(options->format);
            std::cout << format(pages::coverage_of(options->document));
            return 0;
          }};
}

}  // namespace tilebridge::cli::coverage_command
