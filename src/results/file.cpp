// SPDX-License-Identifier: Apache-2.0
#include "results/file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <set>

#include "base/error.hpp"
#include "base/escape.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "results/consistency.hpp"
#include "results/journal.hpp"
#include "results/json.hpp"
#include "results/tuning.hpp"

namespace tilebridge {
namespace {

namespace fs = std::filesystem;

bool holds_anything(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) > 0;
}

/// Reads a result file, or a journal, which is several lines of JSON.
Results results_in(const std::string& text) try {
  return results_from_json(parse_json(text));
} catch (const nlohmann::json::parse_error&) {
  return results_from_journal(text);
}

Results results_from_text(const std::string& text) try {
  Results results = results_in(text);
  check_consistent(results);
  return results;
} catch (const nlohmann::json::exception&) {
  throw UsageError("it is not JSON, it was cut off, or there is more behind its end");
}

/// "results.json@5.0.2", "results.json@kokkos@5.0.2": the file, and the build of a model that alone
/// is read. A file's name may have an @ too.
std::pair<fs::path, std::string> parts_of(const fs::path& path) {
  const std::string text = path.string();
  std::error_code ignored;
  const std::size_t last = text.rfind('@');
  if (last == std::string::npos || text.find('/', last) != std::string::npos ||
      fs::exists(path, ignored))
    return {path, ""};
  std::size_t at = text.find('@', text.rfind('/') + 1);
  while (at != last && !fs::exists(text.substr(0, at), ignored)) at = text.find('@', at + 1);
  return {text.substr(0, at), text.substr(at + 1)};
}

void keep_own_build(Results& results, const Model& model) {
  const std::vector<Model> builds = builds_of(results, model);
  if (builds.size() > 1)
    results = with_build(std::move(results), std::string(builds.front().key()));
}

/// None if it is no file of `tilebridge tune` that can be read.
std::optional<TuningResults> tuning_at(const fs::path& path) try {
  return read_tuning(path);
} catch (const Error&) {
  return std::nullopt;
}

/// "it holds 12 cases of 2026-11-20T10:30:00Z", as far as it can be read.
std::string contents(const fs::path& path) try {
  if (const auto tuning = tuning_at(path))
    return fmt::format("it holds {} of {}", plural(tuning->kernels.size(), "tuned kernel"),
                       text_at(tuning->program, "started"));
  const Results results = read_results(path);
  if (results.self_check && results.cases.empty())
    return fmt::format("it holds {} of {}",
                       plural(results.self_check->comparisons.size(), "comparison"),
                       text_at(results.program, "started"));
  return fmt::format("it holds {} of {}", plural(results.cases.size(), "case"),
                     text_at(results.program, "started"));
} catch (const Error&) {
  return fmt::format("it holds {} bytes", fs::file_size(path));
}

/// Throws UsageError as choose_output() does.
Output held(const fs::path& path, bool overwrite) {
  Output output{path, is_special(path) ? nullptr : std::make_shared<FileLock>(path)};
  if (!overwrite) check_new(path);
  return output;
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
        fmt::format("'{}' belongs to an interrupted run, and {}; resume it with "
                    "`tilebridge {} --resume {}`, or replace it with --overwrite",
                    journal.string(), contents(journal), tuning_at(journal) ? "tune" : "run",
                    shell_word(journal.string())));
}

Output choose_output(const std::string& asked, std::string_view stem, bool overwrite) {
  const fs::path name = asked.empty() ? name_with_time(stem) : asked;
  check_writable(name);
  if (!asked.empty()) return held(name, overwrite);
  constexpr int most = 100;  // runs that begin in the same second, in the same folder
  for (int run = 1;; ++run) try {
      return held(run == 1 ? name : fs::path(fmt::format("{}-{}.json", name.stem().string(), run)),
                  false);
    } catch (const UsageError&) {
      if (run == most) throw;
    }
}

void write_results(const fs::path& path, const Results& results) {
  write_results(path, to_json(results));
}

void write_results(const fs::path& path, const Json& results) {
  replace_text(path, to_text(results) + "\n");
}

fs::path write_elsewhere(const fs::path& path, const Json& results) {
  std::error_code error;
  std::vector<fs::path> folders;
  if (const fs::path temporary = fs::temp_directory_path(error); !error)
    folders.push_back(temporary);
  if (const char* home = std::getenv("HOME")) folders.emplace_back(home);
  const std::string text = to_text(results) + "\n";
  for (const fs::path& folder : folders) {
    const NewFile copy = create_new((folder / path.stem()).string() + "-", ".json");
    if (copy.descriptor < 0) continue;
    const bool is_written = write_to_disk(copy.descriptor, text);
    ::close(copy.descriptor);
    if (is_written) return copy.path;
    fs::remove(copy.path, error);
  }
  return {};
}

Results read_results(const fs::path& path) {
  const auto [file, build] = parts_of(path);
  const std::string text = read_text(file);
  try {
    Results results = results_from_text(text);
    return build.empty() ? results : with_build(std::move(results), build);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("cannot read '{}': {}", path.string(), error.what()));
  }
}

std::deque<Results> read_together(const std::vector<std::string>& paths) {
  std::deque<Results> all;
  std::set<std::string> models;  // of which a build was named
  for (const std::string& path : paths) {
    all.push_back(read_results(path));
    if (const std::string build = parts_of(path).second; !build.empty())
      models.emplace(build_called(all.back(), build).name());
  }
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (parts_of(paths[i]).second.empty())
      for (const std::string& model : models) keep_own_build(all[i], Model(model));
  return all;
}

bool are_one_file(const fs::path& a, const fs::path& b) {
  std::error_code none;
  return fs::equivalent(parts_of(a).first, parts_of(b).first, none);
}

}  // namespace tilebridge
