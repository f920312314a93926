// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/commands.hpp"
#include "cli/former.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "export/formats.hpp"

namespace tilebridge::cli::export_command {
namespace {

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const exports::ExportFormat& format : exports::export_formats())
    all.emplace_back(format.name);
  return all;
}

const exports::ExportFormat& format_of(const std::string& name) {
  for (const exports::ExportFormat& format : exports::export_formats())
    if (format.name == name) return format;
  check_not_dropped_format(name);
  throw unknown_name("format", name, names());
}

struct Options {
  std::string file;
  std::string format;
  std::string output;
};

/// With one entry per sample the output is many times larger than the input file.
void say_if_large(const Options& options, std::size_t bytes) {
  constexpr std::size_t large = 8 << 20;
  if (bytes < large) return;
  say(fmt::format("tilebridge: {} is {:.1f} MB large; {} writes an entry for every sample\n",
                  options.output.empty() ? "the output" : "'" + options.output + "'",
                  static_cast<double>(bytes) / 1e6, options.format));
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "export", "Convert a result file for other tools: CSV, JUnit or Google Benchmark's JSON");
  command->add_option("results", options->file, "Result file to convert")
      ->type_name(value_type::file)
      ->required();
  command->add_option("--format", options->format, "Format to write")
      ->type_name(fmt::format("{}", fmt::join(names(), "|")))
      ->required();
  command->add_option("-o,--output", options->output, "File to write (default: standard output)")
      ->type_name(value_type::file);
  return {command, [options] {
            const exports::ExportFormat& format = format_of(options->format);
            check_output(options->output, {options->file});
            const std::string text = format.write(read_timed_results(options->file));
            write_output(options->output, text);
            say_if_large(*options, text.size());
            return 0;
          }};
}

}  // namespace tilebridge::cli::export_command
