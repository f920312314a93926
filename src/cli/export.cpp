// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <deque>
#include <filesystem>

#include "base/files.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "pages/document.hpp"
#include "results/archive.hpp"
#include "results/file.hpp"
#include "results/json.hpp"
#include "sources/sources.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::export_command {
namespace {

namespace fs = std::filesystem;

struct Options;

struct Format {
  std::string (*of_one)(const judge::Cells&) = nullptr;
  std::string (*of_all)(std::span<const judge::Cells>) = nullptr;
  /// Reads one file after the other: there may be more of them than fit into memory.
  void (*file_by_file)(const Options&) = nullptr;
  bool is_folder = false;

  bool operator==(const Format&) const = default;
};

void write_archive(const Options& options);
void write_records(const Options& options);

constexpr Format no_format = {[](const judge::Cells&) { return std::string(); }};

constexpr Choices<Format, 7> formats = {
    {{"gbench", {.of_one = write::to_gbench}},
     {"csv", {.of_all = write::to_csv}},
     {"p3", {.of_all = write::to_p3}},
     {"caliper", {.is_folder = true}},
     {"junit", {.of_one = write::to_junit}},
     {"archive", {.file_by_file = write_archive, .is_folder = true}},
     {"records", {.file_by_file = write_records}}}};

struct Options {
  std::vector<std::string> files;
  Format format = no_format;
  std::string output;
};

/// Throws UsageError where something else than a folder is there.
void check_folder(const std::string& folder) {
  std::error_code none;
  if (folder.empty()) throw UsageError("this format is several files: name a folder with -o");
  if (fs::exists(folder, none) && !fs::is_directory(folder, none))
    throw UsageError(fmt::format("cannot write '{}': it is no folder", folder));
}

void create_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw UsageError(fmt::format("cannot write '{}': {}", folder.string(), error.message()));
}

void check(const Options& options) {
  if (options.format.of_one != nullptr && options.files.size() > 1)
    throw UsageError(
        "this format is of one result file; csv, p3, caliper, archive and records take several");
  if (options.format.is_folder)
    check_folder(options.output);
  else
    check_output(options.output, options.files);
}

void write_folder(const Options& options, std::span<const judge::Cells> cells) {
  const fs::path folder = options.output;
  create_folder(folder);
  const auto texts = write::to_caliper(cells);
  for (const auto& [name, text] : texts) check_distinct((folder / name).string(), options.files);
  for (const auto& [name, text] : texts) replace_text(folder / name, text);
  put("wrote {} to {}\n", plural(texts.size(), "profile"), options.output);
}

/// Throws UsageError for a model that no other build of this program has.
void check_models(const Results& results) {
  for (const Model& model : builds_of(results)) {
    const std::string folder = fmt::format("backends/{}/", model.name());
    const bool is_known =
        model.is_native() || std::ranges::any_of(sources::backend_sources(), [&](const auto& file) {
          return file.path.starts_with(folder);
        });
    if (!is_known)
      throw UsageError(fmt::format(
          "model '{}' is none of this program's, so that nobody else has its kernels: measure "
          "without `--also {}`",
          model.name(), model.name()));
  }
}

/// Throws UsageError, one line with the file's name, for what no archive takes.
Archived read_for_archive(const std::string& file) {
  Results results = read_timed_results(file);
  try {
    check_models(results);
    return archived(std::move(results));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("cannot archive '{}': {}", file, error.what()));
  }
}

/// "name, version, git": the members that say something.
std::string members_text(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items())
    if (!value.empty() && value != "") names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void add_list(pages::Document& page, const std::string& title, std::vector<std::string> items) {
  if (items.empty()) return;
  page.say(title);
  page.add(pages::List{std::move(items)});
}

/// Says what leaves the machine, and what does not.
pages::Document contents_page(const Archived& archive) {
  pages::Document page;
  page.is_brief = true;
  const Results& results = archive.results;
  std::vector<std::string> kept;
  for (const auto& [name, object] :
       {std::pair("program", &results.program), std::pair("host", &results.host),
        std::pair("device", &results.device), std::pair("builds", &results.builds)})
    kept.push_back(fmt::format("{}: {}", name, members_text(*object)));
  add_list(page, "reported, not checked, because", archive.reasons);
  add_list(page, "removed", archive.removed);
  add_list(page, "kept besides cases and rates", std::move(kept));
  return page;
}

void write_archive(const Options& options) {
  for (const std::string& file : options.files) {
    const Archived archive = read_for_archive(file);
    const std::string text = to_text(to_json(archive.results)) + "\n";
    const fs::path path = fs::path(options.output) / archive_path(archive.results, text);
    const bool is_there = fs::exists(path) && read_text(path) == text;
    if (!is_there) {
      create_folder(path.parent_path());
      replace_text(path, text);
    }
    put("{} {}: {}, {:.1f} MB, {}\n", is_there ? "unchanged" : "wrote", path.string(),
        plural(archive.results.cases.size(), "case"), static_cast<double>(text.size()) / 1e6,
        name_of(archive.label));
    show(contents_page(archive));
  }
}

Json record_of(const std::string& file) try {
  const std::string text = read_text(file);
  const Archived archive = read_for_archive(file);
  return write::archive_record(archive.results, archive, archive_path(archive.results, text));
} catch (const UsageError& error) {
  return {{"error", error.what()}};
}

/// A line of JSON for each file; of one that cannot be read, why.
void write_records(const Options& options) {
  std::string lines;
  for (const std::string& file : options.files) {
    Json record = {{"file", file}};
    record.update(record_of(file));
    lines += to_text(record) + "\n";
  }
  write_output(options.output, lines);
}

void run(const Options& options) {
  check(options);
  if (options.format.file_by_file != nullptr) return options.format.file_by_file(options);
  std::deque<Results> results = read_together(options.files);
  std::vector<judge::Cells> cells;
  for (std::size_t i = 0; i < results.size(); ++i) {
    check_timed(options.files[i], results[i]);
    cells.emplace_back(results[i]);
  }
  if (options.format.is_folder)
    write_folder(options, cells);
  else
    write_output(options.output, options.format.of_one == nullptr
                                     ? options.format.of_all(cells)
                                     : options.format.of_one(cells.front()));
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "export",
      "Convert result files for other tools: CSV, JUnit, Google Benchmark's "
      "JSON, the P3 Analysis Library, Caliper's JSON for Hatchet and Thicket; or for others: "
      "a file without what tells whose machine it was, for an archive");
  add_file(command, "results", options->files, "Result files to convert; gbench and junit take one")
      ->required();
  add_choice(command, "--format", options->format, formats, "Format to write")->required();
  add_file(command, "-o,--output", options->output,
           "File to write (default: standard output); for caliper and archive, the folder of "
           "their files");
  return {command, [options] {
            run(*options);
            return 0;
          }};
}

}  // namespace tilebridge::cli::export_command
