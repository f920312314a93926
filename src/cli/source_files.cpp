// SPDX-License-Identifier: Apache-2.0
#include "cli/source_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace tilebridge::cli {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& path) {
  constexpr std::array<std::string_view, 13> endings = {".cpp", ".hpp", ".h",   ".cc",  ".cxx",
                                                        ".hh",  ".hxx", ".cu",  ".cuh", ".C",
                                                        ".inl", ".ipp", ".impl"};
  return std::ranges::find(endings, path.extension().string()) != endings.end();
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

std::vector<fs::path> sources_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  constexpr auto options = fs::directory_options::skip_permission_denied;
  for (auto it = fs::recursive_directory_iterator(folder, options, error);
       it != fs::recursive_directory_iterator(); it.increment(error)) {
    if (error) break;
    if (it->is_directory(error) && is_hidden(it->path())) it.disable_recursion_pending();
    if (it->is_regular_file(error) && is_source(it->path())) files.push_back(it->path());
  }
  if (error)
    throw UsageError(fmt::format("cannot read '{}': {}", folder.string(), error.message()));
  if (files.empty()) throw UsageError(fmt::format("no C++ source files in '{}'", folder.string()));
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::vector<pages::ScannedFile> scanned_files(const std::vector<std::string>& paths) {
  std::vector<pages::ScannedFile> scanned;
  for (const std::string& path : paths) {
    const bool is_folder = fs::is_directory(path);
    for (const fs::path& file : is_folder ? sources_in(path) : std::vector<fs::path>{path})
      scanned.push_back({tame(file.string(), 400), sources::scan_source(read_text(file))});
  }
  return scanned;
}

}  // namespace tilebridge::cli
