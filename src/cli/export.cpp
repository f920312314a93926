// SPDX-License-Identifier: Apache-2.0

#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::export_command {
namespace {

using Format = std::string (*)(const judge::Cells&);

constexpr Choices<Format, 3> formats = {
    {{"gbench", write::to_gbench}, {"csv", write::to_csv}, {"junit", write::to_junit}}};

struct Options {
  std::string file;
  Format format = nullptr;
  std::string output;
};

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "export", "Convert a result file for other tools: CSV, JUnit or Google Benchmark's JSON");
  add_file(command, "results", options->file, "Result file to convert")->required();
  add_choice(command, "--format", options->format, formats, "Format to write")->required();
  add_file(command, "-o,--output", options->output, "File to write (default: standard output)");
  return {command, [options] {
            check_output(options->output, {options->file});
            write_output(options->output, options->format(read_timed_results(options->file)));
            return 0;
          }};
}

}  // namespace tilebridge::cli::export_command
