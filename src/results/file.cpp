// SPDX-License-Identifier: Apache-2.0
#include "results/file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "results/journal.hpp"
#include "results/json.hpp"
#include "results/releases.hpp"

namespace tilebridge {
namespace {

namespace fs = std::filesystem;

bool holds_anything(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) > 0;
}

Results results_from_text(const std::string& text) try {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return json.is_discarded() ? results_from_journal(text) : results_from_json(json);
} catch (const nlohmann::json::exception&) {
  throw UsageError("it is not JSON, or it was cut off");
}

/// "results.json@5.0.2": the file, and the Kokkos that it is read as a run of.
std::pair<fs::path, std::string> parts_of(const fs::path& path) {
  const std::string text = path.string();
  const std::size_t at = text.rfind('@');
  std::error_code ignored;
  if (at == std::string::npos || text.find('/', at) != std::string::npos ||
      fs::exists(path, ignored))
    return {path, ""};
  return {text.substr(0, at), text.substr(at + 1)};
}

/// "it holds 12 cases of 2026-11-20T10:30:00Z", as far as it can be read.
std::string contents(const fs::path& path) try {
  const Results results = read_results(path);
  return fmt::format("it holds {} of {}", counted(results.cases.size(), "case"),
                     text_at(results.program, "started"));
} catch (const Error&) {
  return fmt::format("it holds {} bytes", fs::file_size(path));
}

}  // namespace

void check_new(const fs::path& path) {
  if (holds_anything(path))
    throw UsageError(
        fmt::format("'{}' already exists, and {}; name another file, or replace it "
                    "with --overwrite",
                    path.string(), contents(path)));
  const fs::path journal = journal_path(path);
  if (holds_anything(journal))
    throw UsageError(
        fmt::format("'{0}' belongs to an interrupted run, and {1}; resume it with "
                    "`tilebridge run --resume {0}`, or replace it with --overwrite",
                    journal.string(), contents(journal)));
}

std::string choose_output(const std::string& asked, std::string_view stem, bool overwrite) {
  std::string output = asked.empty() ? name_with_time(stem) : asked;
  check_writable(output);
  if (!overwrite) check_new(output);
  return output;
}

void write_results(const fs::path& path, const Results& results) {
  replace_text(path, to_json(results).dump() + "\n");
}

fs::path write_elsewhere(const fs::path& path, const Results& results) {
  std::error_code error;
  std::vector<fs::path> folders;
  if (const fs::path temporary = fs::temp_directory_path(error); !error)
    folders.push_back(temporary);
  if (const char* home = std::getenv("HOME")) folders.emplace_back(home);
  const std::string text = to_json(results).dump() + "\n";
  for (const fs::path& folder : folders) {
    fs::path copy = folder / fmt::format("{}-{}.json", path.stem().string(), ::getpid());
    try {
      write_text(copy, text);
      return copy;
    } catch (const Error&) {
      fs::remove(copy, error);
    }
  }
  return {};
}

Results read_results(const fs::path& path) {
  const auto [file, release] = parts_of(path);
  const std::string text = read_text(file);
  try {
    Results results = results_from_text(text);
    return release.empty() ? results : with_release(std::move(results), release);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("cannot read '{}': {}", path.string(), error.what()));
  }
}

}  // namespace tilebridge
