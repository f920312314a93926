// SPDX-License-Identifier: Apache-2.0

#include <deque>
#include <filesystem>

#include "base/files.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "results/file.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::export_command {
namespace {

namespace fs = std::filesystem;

struct Format {
  std::string (*of_one)(const judge::Cells&) = nullptr;
  std::string (*of_all)(std::span<const judge::Cells>) = nullptr;

  bool is_folder() const { return of_one == nullptr && of_all == nullptr; }
  bool operator==(const Format&) const = default;
};

constexpr Format no_format = {[](const judge::Cells&) { return std::string(); }};

constexpr Choices<Format, 5> formats = {{{"gbench", {write::to_gbench, nullptr}},
                                         {"csv", {nullptr, write::to_csv}},
                                         {"p3", {nullptr, write::to_p3}},
                                         {"caliper", {}},
                                         {"junit", {write::to_junit, nullptr}}}};

struct Options {
  std::vector<std::string> files;
  Format format = no_format;
  std::string output;
};

/// Throws UsageError where something else than a folder is there.
void check_folder(const std::string& folder) {
  std::error_code none;
  if (folder.empty())
    throw UsageError("this format is a file for each model and form: name a folder with -o");
  if (fs::exists(folder, none) && !fs::is_directory(folder, none))
    throw UsageError(fmt::format("cannot write '{}': it is no folder", folder));
}

void check(const Options& options) {
  if (options.format.of_one != nullptr && options.files.size() > 1)
    throw UsageError("this format is of one result file; csv, p3 and caliper take several");
  if (options.format.is_folder())
    check_folder(options.output);
  else
    check_output(options.output, options.files);
}

void write_folder(const Options& options, std::span<const judge::Cells> cells) {
  std::error_code error;
  const fs::path folder = options.output;
  fs::create_directories(folder, error);
  if (error)
    throw UsageError(fmt::format("cannot write '{}': {}", options.output, error.message()));
  const auto texts = write::to_caliper(cells);
  for (const auto& [name, text] : texts) check_distinct((folder / name).string(), options.files);
  for (const auto& [name, text] : texts) replace_text(folder / name, text);
  put("wrote {} to {}\n", plural(texts.size(), "profile"), options.output);
}

void run(const Options& options) {
  check(options);
  std::deque<Results> results = read_together(options.files);
  std::vector<judge::Cells> cells;
  for (std::size_t i = 0; i < results.size(); ++i) {
    check_timed(options.files[i], results[i]);
    cells.emplace_back(results[i]);
  }
  if (options.format.is_folder())
    write_folder(options, cells);
  else
    write_output(options.output, options.format.of_one == nullptr
                                     ? options.format.of_all(cells)
                                     : options.format.of_one(cells.front()));
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("export",
                         "Convert result files for other tools: CSV, JUnit, Google Benchmark's "
                         "JSON, the P3 Analysis Library, Caliper's JSON for Hatchet and Thicket");
  add_file(command, "results", options->files, "Result files to convert; gbench and junit take one")
      ->required();
  add_choice(command, "--format", options->format, formats, "Format to write")->required();
  add_file(command, "-o,--output", options->output,
           "File to write (default: standard output); for caliper, the folder of its profiles");
  return {command, [options] {
            run(*options);
            return 0;
          }};
}

}  // namespace tilebridge::cli::export_command
