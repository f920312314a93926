#include "results/file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "catalogue/error.hpp"
#include "results/journal.hpp"
#include "results/json.hpp"

namespace tilebridge {
namespace {

namespace fs = std::filesystem;

fs::path temporary_beside(const fs::path& path) {
  fs::path temporary = path;
  temporary += fmt::format(".{}.part", ::getpid());
  return temporary;
}

UsageError cannot_open(const fs::path& path, int error) {
  return UsageError(
      fmt::format("cannot write '{}': {}; name another file", path.string(), std::strerror(error)));
}

WriteError cannot_write(const fs::path& path, int error) {
  return WriteError(fmt::format("cannot write '{}': {}", path.string(), std::strerror(error)));
}

struct Written {
  bool opened;
  int error;  // the system's, 0 where all is written
};

Written try_to_write(const fs::path& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::trunc);
  if (!file) return {false, errno};
  file << text;
  file.close();
  return {true, file ? 0 : std::max(errno, 1)};
}

/// For a file at `path`, also where it was to be written under a temporary name.
void throw_unless_written(const fs::path& path, const Written& written) {
  if (!written.opened) throw cannot_open(path, written.error);
  if (written.error != 0) throw cannot_write(path, written.error);
}

bool holds_anything(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) > 0;
}

std::string read_text(const fs::path& path) {
  errno = 0;
  std::ifstream file(path);
  if (!file || fs::is_directory(path))
    throw UsageError(fmt::format("cannot read '{}': {}", path.string(),
                                 std::strerror(errno != 0 ? errno : EISDIR)));
  return {std::istreambuf_iterator<char>(file), {}};
}

Results results_from_text(const std::string& text) try {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return json.is_discarded() ? results_from_journal(text) : results_from_json(json);
} catch (const nlohmann::json::exception&) {
  throw UsageError("it is not JSON, or it was cut off");
}

/// "it holds 12 cases of 2026-11-20T10:30:00Z", as far as it can be read.
std::string contents(const fs::path& path) try {
  const Results results = read_results(path);
  return fmt::format("it holds {} cases of {}", results.cases.size(),
                     text_at(results.program, "started"));
} catch (const Error&) {
  return fmt::format("it holds {} bytes", fs::file_size(path));
}

}  // namespace

bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void write_text(const fs::path& path, const std::string& text) {
  throw_unless_written(path, try_to_write(path, text));
}

void check_writable(const fs::path& path) {
  if (fs::is_directory(path)) throw cannot_open(path, EISDIR);
  if (is_special(path)) {
    if (::access(path.c_str(), W_OK) != 0) throw cannot_open(path, errno);
    return;
  }
  const fs::path temporary = temporary_beside(path);
  const Written written = try_to_write(temporary, "");
  if (!written.opened) throw cannot_open(path, written.error);
  fs::remove(temporary);
}

void check_new(const fs::path& path) {
  if (holds_anything(path))
    throw UsageError(
        fmt::format("'{}' is there already, and {}; name another file, or replace it "
                    "with --overwrite",
                    path.string(), contents(path)));
  const fs::path journal = journal_path(path);
  if (holds_anything(journal))
    throw UsageError(
        fmt::format("'{0}' is of a run that was cut off, and {1}; go on with "
                    "`tilebridge run --resume {0}`, or replace it with --overwrite",
                    journal.string(), contents(journal)));
}

void replace_text(const fs::path& path, const std::string& text) {
  if (is_special(path)) return write_text(path, text);
  const fs::path temporary = temporary_beside(path);
  Written written = try_to_write(temporary, text);
  std::error_code error;
  if (written.error == 0) {
    fs::rename(temporary, path, error);
    written.error = error.value();
  }
  if (written.error != 0) fs::remove(temporary, error);
  throw_unless_written(path, written);
}

void write_results(const fs::path& path, const Results& results) {
  replace_text(path, to_json(results).dump() + "\n");
}

fs::path write_elsewhere(const fs::path& path, const Results& results) {
  std::error_code ignored;
  std::vector<fs::path> folders = {fs::temp_directory_path(ignored)};
  if (const char* home = std::getenv("HOME")) folders.emplace_back(home);
  const std::string text = to_json(results).dump() + "\n";
  for (const fs::path& folder : folders) {
    const fs::path copy = folder / fmt::format("{}-{}.json", path.stem().string(), ::getpid());
    if (try_to_write(copy, text).error == 0) return copy;
    fs::remove(copy, ignored);
  }
  return {};
}

Results read_results(const fs::path& path) {
  const std::string text = read_text(path);
  try {
    return results_from_text(text);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("cannot read '{}': {}", path.string(), error.what()));
  }
}

}  // namespace tilebridge
