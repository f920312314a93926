#include "results/file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "catalogue/error.hpp"
#include "results/json.hpp"

namespace tilebridge {
namespace {

std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  std::filesystem::path temporary = path;
  temporary += fmt::format(".{}.part", ::getpid());
  return temporary;
}

UsageError cannot_write(const std::filesystem::path& path) {
  return UsageError(
      fmt::format("cannot write '{}': {}; name another file", path.string(), std::strerror(errno)));
}

}  // namespace

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw cannot_write(path);
}

void check_writable(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) {
    errno = EISDIR;
    throw cannot_write(path);
  }
  const std::filesystem::path temporary = temporary_beside(path);
  if (!std::ofstream(temporary)) throw cannot_write(path);
  std::filesystem::remove(temporary);
}

void replace_text(const std::filesystem::path& path, const std::string& text) {
  const std::filesystem::path temporary = temporary_beside(path);
  write_text(temporary, text);
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (!error) return;
  std::filesystem::remove(temporary);
  errno = error.value();
  throw cannot_write(path);
}

void write_results(const std::filesystem::path& path, const Results& results) {
  replace_text(path, to_json(results).dump() + "\n");
}

Results read_results(const std::filesystem::path& path) {
  errno = 0;
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path))
    throw UsageError(fmt::format("cannot read '{}': {}", path.string(),
                                 std::strerror(errno != 0 ? errno : EISDIR)));
  const Json json = Json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    throw UsageError(
        fmt::format("cannot read '{}': it is not JSON, or it was cut off", path.string()));
  try {
    return results_from_json(json);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("cannot read '{}': {}", path.string(), error.what()));
  }
}

}  // namespace tilebridge
