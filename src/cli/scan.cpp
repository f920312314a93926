// SPDX-License-Identifier: Apache-2.0
#include "pages/scan.hpp"

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "results/file.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::scan_command {
namespace {

using Format = std::string (*)(const pages::ScanReport&);

std::string as_lines(const pages::ScanReport& report) {
  std::string lines;
  for (const pages::Place& place : report.places) lines += pages::line_of(place) + "\n";
  return lines + pages::scan_summary(report) + "\n";
}

constexpr Choices<Format, 3> formats = {
    {{"text", as_lines}, {"json", write::scan_json}, {"sarif", write::scan_sarif}}};

struct Options {
  std::vector<std::string> paths;
  std::string results;
  Format format = as_lines;
  std::string output;
  double fail_above = 0;  // 0: never
};

pages::CostList costs_for(const std::string& file) {
  if (file.empty()) return pages::stored_costs(catalogue());
  const Results results = read_results(file);
  return pages::known_costs(&results, catalogue());
}

int scan(const Options& options) {
  const pages::ScanReport report =
      pages::scan_report(scanned_files(options.paths), costs_for(options.results));
  write_output(options.output, options.format(report));
  if (!options.output.empty()) say(pages::scan_summary(report) + "\n");
  const bool fails = options.fail_above > 0 && !report.places.empty() &&
                     report.places.front().cost() > options.fail_above;
  return static_cast<int>(fails ? ExitStatus::threshold_failed : ExitStatus::fine);
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "scan", "Find costly idioms of Kokkos in source files, without compiling them");
  command->add_option("paths", options->paths, "Source files, or folders of them")
      ->type_name("FILE|FOLDER")
      ->required();
  add_file(command, "--results", options->results,
           "A result file of your GPU for the costs (default: those stored with this program)");
  add_choice(command, "--format", options->format, formats,
             "Format of the output; sarif is what code hosts show in a pull request");
  add_file(command, "-o,--output", options->output, "File to write it to; the count is printed");
  command
      ->add_option("--fail-above", options->fail_above,
                   "Exit with status 1 if an idiom that is found costs more than this factor: 1.5")
      ->check(CLI::PositiveNumber);
  return {command, [options] { return scan(*options); }};
}

}  // namespace tilebridge::cli::scan_command
