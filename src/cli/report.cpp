// SPDX-License-Identifier: Apache-2.0
#include "cli/report.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/grammar.hpp"
#include "git_state.hpp"
#include "html/report.hpp"
#include "results/file.hpp"
#include "terminal/answer.hpp"
#include "terminal/changes.hpp"
#include "terminal/profile.hpp"
#include "terminal/table.hpp"

namespace tilebridge::cli {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string output;  // "": text on standard output
  bool summary = false;
};

std::string text_of(const Results& results, bool summary) {
  if (is_profile(results)) return terminal::profile_text(results);
  return summary ? terminal::answer(results, catalogue())
                 : terminal::table(results, catalogue(), terminal::stdout_style());
}

/// From the first of two files to the second; "" for one file or more than two.
std::string changes_of(const std::vector<Results>& results) {
  if (results.size() != 2) return "";
  const auto changes = view::changes_between(results.front(), results.back(), catalogue());
  return changes ? terminal::changes_text(*changes) : "";
}

void print_text(const Options& options) {
  std::vector<Results> results;
  for (const std::string& file : options.files) {
    results.push_back(read_results(file));
    std::cout << text_of(results.back(), options.summary);
  }
  std::cout << changes_of(results);
}

void write_page(const Options& options) {
  if (!options.output.ends_with(".html") && !options.output.ends_with(".htm"))
    throw UsageError(
        fmt::format("cannot write '{}': a report is HTML; name it report.html", options.output));
  check_writable(options.output);
  std::vector<view::ReportFile> files;
  for (const std::string& file : options.files) files.push_back({file, read_results(file)});
  replace_text(options.output, html::report_page(files, catalogue(), git_state));
  fmt::print("wrote {}\n", options.output);
}

}  // namespace

Command add_report(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* report =
      app.add_subcommand("report", "Show result files as tables, or write one web page of them");
  report->add_option("results", options->files, "Result files to show")
      ->type_name(value_type::file)
      ->required();
  report->add_flag("--summary", options->summary,
                   "Print the screen that a run of many cases ends with, instead of its table");
  report
      ->add_option("-o,--output", options->output,
                   "Write an HTML page to this file instead; it needs no network")
      ->type_name(value_type::file);
  return {report, [options] {
            if (options->output.empty())
              print_text(*options);
            else
              write_page(*options);
            return 0;
          }};
}

}  // namespace tilebridge::cli
