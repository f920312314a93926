// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>

#include "base/error.hpp"

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
  int error;  // errno, or 0 if everything was written
};

Written try_to_write(const fs::path& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::trunc);
  if (!file) return {false, errno};
  file << text;
  file.close();
  return {true, file ? 0 : std::max(errno, 1)};
}

/// The error for the file at `path`, even if it is written under a temporary name.
void throw_unless_written(const fs::path& path, const Written& written) {
  if (!written.opened) throw cannot_open(path, written.error);
  if (written.error != 0) throw cannot_write(path, written.error);
}

}  // namespace

std::string read_text(const fs::path& path) {
  errno = 0;
  std::ifstream file(path);
  if (!file || fs::is_directory(path))
    throw UsageError(fmt::format("cannot read '{}': {}", path.string(),
                                 std::strerror(errno != 0 ? errno : EISDIR)));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string name_with_time(std::string_view stem) {
  return fmt::format("{}-{:%Y%m%d-%H%M%S}.json", stem, fmt::gmtime(std::time(nullptr)));
}

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

}  // namespace tilebridge
