// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::export_command {
namespace {

using Format = std::string (*)(const Results&);

constexpr std::array<std::pair<const char*, Format>, 3> formats = {
    {{"gbench", write::to_gbench}, {"csv", write::to_csv}, {"junit", write::to_junit}}};

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& [name, format] : formats) all.emplace_back(name);
  return all;
}

Format format_of(const std::string& name) {
  for (const auto& [known, format] : formats)
    if (known == name) return format;
  throw unknown_name("format", name, names());
}

struct Options {
  std::string file;
  std::string format;
  std::string output;
};

/// The output has one entry per sample and is many times larger than the input file.
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
            const Format format = format_of(options->format);
            check_output(options->output, {options->file});
            const std::string text = format(read_timed_results(options->file));
            write_output(options->output, text);
            say_if_large(*options, text.size());
            return 0;
          }};
}

}  // namespace tilebridge::cli::export_command
