// SPDX-License-Identifier: Apache-2.0

#include "base/say.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::export_command {
namespace {

using Format = std::string (*)(const Results&);

constexpr Choices<Format, 3> formats = {
    {{"gbench", write::to_gbench}, {"csv", write::to_csv}, {"junit", write::to_junit}}};

struct Options {
  std::string file;
  Format format = nullptr;
  std::string output;
};

/// The output has one entry per sample and is many times larger than the input file.
void say_if_large(const Options& options, std::size_t bytes) {
  constexpr std::size_t large = 8 << 20;
  if (bytes < large) return;
  const auto named =
      std::ranges::find(formats, options.format, &decltype(formats)::value_type::second);
  say(fmt::format("tilebridge: {} is {:.1f} MB large; {} writes an entry for every sample\n",
                  options.output.empty() ? "the output" : "'" + options.output + "'",
                  static_cast<double>(bytes) / 1e6, named->first));
}

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
            const std::string text = options->format(read_timed_results(options->file));
            write_output(options->output, text);
            say_if_large(*options, text.size());
            return 0;
          }};
}

}  // namespace tilebridge::cli::export_command
