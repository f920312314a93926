// SPDX-License-Identifier: Apache-2.0
#include "cli/input.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "judge/match.hpp"
#include "results/file.hpp"

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

Results read_timed_results(const std::string& path) {
  Results results = read_results(path);
  if (is_profile(results))
    throw UsageError(fmt::format(
        "'{}' is a profile: it has counters and no times; name a file of `tilebridge run`", path));
  for (const CaseResult& c : results.cases)
    for (const auto& [kernel, result] : c.kernels)
      if (!judge::is_whole(result))
        throw UsageError(
            fmt::format("cannot read '{}': {} of {} must have positive times exactly if it is ok",
                        path, name_of(kernel.model), case_text(c)));
  return results;
}

std::vector<pages::ScannedFile> scanned_files(const std::vector<std::string>& paths) {
  std::vector<pages::ScannedFile> scanned;
  for (const std::string& path : paths)
    for (const fs::path& file :
         fs::is_directory(path) ? sources_in(path) : std::vector<fs::path>{path})
      scanned.push_back({tame(file.string(), 400), sources::scan_source(read_text(file))});
  return scanned;
}

void check_output(const std::string& output, const std::vector<std::string>& inputs) {
  if (output.empty()) return;
  for (const std::string& input : inputs) {
    std::error_code none_there;
    if (fs::equivalent(output, input, none_there))
      throw UsageError(fmt::format("'{}' is read; name another file with -o", output));
  }
  check_writable(output);
}

void write_output(const std::string& output, const std::string& text) {
  if (output.empty())
    std::cout << text;
  else
    replace_text(output, text);
}

void show(const pages::Document& page, const write::Style& style) {
  std::cout << write::as_text(page, style);
}

}  // namespace tilebridge::cli
