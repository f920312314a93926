// SPDX-License-Identifier: Apache-2.0
#include "cli/input.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <span>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "judge/match.hpp"
#include "results/file.hpp"

namespace tilebridge::cli {
namespace {

namespace fs = std::filesystem;

bool is_one_of(const std::string& ending, std::span<const std::string_view> endings) {
  return std::ranges::find(endings, ending) != endings.end();
}

bool is_source(const fs::path& path) {
  constexpr std::array<std::string_view, 31> endings = {
      ".cpp", ".hpp", ".h",   ".cc",  ".hh",  ".cxx",  ".hxx", ".c++",  ".h++", ".C",   ".H",
      ".cp",  ".hp",  ".CPP", ".HPP", ".cu",  ".cuh",  ".hip", ".inl",  ".inc", ".ipp", ".ixx",
      ".icc", ".tpp", ".tcc", ".txx", ".tpl", ".impl", ".ii",  ".cppm", ".ccm"};
  return is_one_of(path.extension().string(), endings);
}

/// Whether files of that ending are text that may show code, and is none.
bool is_documentation(const fs::path& path) {
  constexpr std::array<std::string_view, 22> endings = {
      ".md",   ".rst",   ".txt",  ".tex",   ".html", ".htm",   ".css", ".js",
      ".json", ".sarif", ".xml",  ".yaml",  ".yml",  ".cmake", ".sh",  ".py",
      ".log",  ".ipynb", ".diff", ".patch", ".csv",  ".org"};
  return is_one_of(path.extension().string(), endings);
}

bool is_of_tests(const fs::path& folder) {
  constexpr std::array<std::string_view, 9> names = {"test",       "tests",      "testing",
                                                     "unit_test",  "unit_tests", "unit-test",
                                                     "unit-tests", "unittest",   "unittests"};
  return is_one_of(folder.filename().string(), names);
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

/// Whether the text at the beginning of the file has that word.
bool begins_with(const fs::path& path, std::string_view word) {
  std::array<char, 1 << 16> begin;
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), begin.size());
  const std::string_view text(begin.data(), static_cast<std::size_t>(file.gcount()));
  return text.find('\0') == std::string_view::npos && text.find(word) != std::string_view::npos;
}

std::string quoted(const fs::path& path) {
  return "'" + one_printable_line(path.string(), 400) + "'";
}

/// The path below the present folder, if it is there.
std::string as_found(const fs::path& path) {
  std::error_code error;
  const fs::path relative =
      path.is_absolute() ? path.lexically_relative(fs::current_path(error)) : path;
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  return (is_below || path.is_relative() ? relative : path).lexically_normal().string();
}

/// A model, and how its source files are found.
struct Wanted {
  std::string_view model;  // "Kokkos"
  std::string_view word;   // by which files of other endings are told: "Kokkos::"
  std::string_view verb;   // "scan"
  std::function<void(const fs::path&, std::string text)> take;
};

/// Reads source files, each once whatever its names.
class SourceFinder {
 public:
  SourceFinder(FoundSources& sources, Wanted wanted)
      : sources_(sources), wanted_(std::move(wanted)) {}

  void take(const std::string& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) return add(path, true);
    const std::size_t before = seen_;
    roots_.push_back(fs::canonical(path, error));
    take_folder(path);
    if (seen_ == before)
      sources_.missing.push_back(fmt::format("no C++ source files in '{}'", path));
  }

  /// To be called behind all of take().
  void finish() {
    for (const fs::path& link : links_to_folders_)
      if (!is_scanned(link))
        sources_.unread.push_back(fmt::format("{}: a link to another folder; name it to {} it",
                                              quoted(link), wanted_.verb));
    for (const auto& [ending, files] : others_)
      sources_.unread.push_back(fmt::format("{} with {} that end in '{}'; name them to {} them",
                                            plural(files, "file"), wanted_.model,
                                            one_printable_line(ending, 40), wanted_.verb));
  }

 private:
  void take_folder(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator it(folder, error); !error && it != fs::directory_iterator();
         it.increment(error))
      entries.push_back(*it);
    if (error) {
      sources_.unread.push_back(quoted(folder) + ": " + error.message());
      ++seen_;  // it may have some
    }
    std::ranges::sort(entries);
    std::ranges::stable_partition(  // a file is shown by its own name
        entries, [&](const fs::directory_entry& entry) { return !entry.is_symlink(error); });
    for (const fs::directory_entry& entry : entries) take_entry(entry);
  }

  void take_entry(const fs::directory_entry& entry) {
    std::error_code error;
    const fs::path& path = entry.path();
    if (entry.is_directory(error)) {
      if (is_hidden(path)) return;
      if (entry.is_symlink(error))
        links_to_folders_.push_back(path);
      else if (fs::exists(path / "CMakeCache.txt", error))
        sources_.left_out.push_back(quoted(path) + ": a build tree of CMake");
      else if (is_of_tests(path))
        sources_.left_out.push_back(
            fmt::format("{}: tests; name it to {} it", quoted(path), wanted_.verb));
      else
        take_folder(path);
    } else if ((is_source(path) || is_c_of_model(path)) && !is_hidden(path)) {
      ++seen_;
      add(path, false);
    } else if (entry.is_regular_file(error) && !is_documentation(path) &&
               begins_with(path, wanted_.word)) {
      ++seen_;
      ++others_[path.extension().string()];
    }
  }

  /// Some projects give a compiler of C++ files whose names are of C.
  bool is_c_of_model(const fs::path& path) const {
    return path.extension() == ".c" && begins_with(path, wanted_.word);
  }

  void add(const fs::path& path, bool is_named) {
    constexpr std::uintmax_t largest_source = 64 << 20;  // a token takes some 100 bytes
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && !files_.emplace(status.st_dev, status.st_ino).second)
      return;
    try {
      wanted_.take(path, read_text(path, largest_source));
      sources_.inputs.push_back(path.string());
    } catch (const UsageError& error) {
      const std::string_view what = error.what();
      if (is_named)
        sources_.missing.emplace_back(what);
      else
        sources_.unread.push_back(quoted(path) + std::string(what.substr(what.rfind("': ") + 1)));
    }
  }

  bool is_scanned(const fs::path& link) const {
    std::error_code error;
    const fs::path folder = fs::canonical(link, error);
    return std::ranges::any_of(roots_, [&](const fs::path& root) {
      return std::ranges::mismatch(root, folder).in1 == root.end();
    });
  }

  FoundSources& sources_;
  Wanted wanted_;
  std::set<std::pair<dev_t, ino_t>> files_;
  std::size_t seen_ = 0;  // in folders
  std::vector<fs::path> roots_, links_to_folders_;
  std::map<std::string, std::size_t> others_;  // by ending
};

}  // namespace

Results read_timed_results(const std::string& path) {
  Results results = read_results(path);
  check_timed(path, results);
  return results;
}

void check_timed(const std::string& path, const Results& results) {
  if (is_profile(results))
    throw UsageError(fmt::format(
        "'{}' is a profile: it has counters and no times; name a file of `tilebridge run`", path));
  for (const CaseResult& c : results.cases)
    for (const auto& [kernel, result] : c.kernels)
      if (!judge::is_whole(result))
        throw UsageError(
            fmt::format("cannot read '{}': {} of {} must have positive times exactly if it is ok",
                        path, name_of(kernel.model), case_text(c)));
}

namespace {

fs::path stored_file(const char* name) {
  return program_path().parent_path().parent_path() / "share/tilebridge/results" / name;
}

bool is_there(const fs::path& file) {
  std::error_code none;
  return fs::is_regular_file(file, none);
}

}  // namespace

std::string stored_results() {
  const fs::path file = stored_file("h200-models.json");
  if (!is_there(file))
    throw UsageError(
        "no results are stored with this program: name a result file, or measure: tilebridge run");
  return file.string();
}

std::vector<std::string> stored_results_by_type() {
  std::vector<std::string> files = {stored_results()};
  if (const fs::path doubles = stored_file("h200-models-doubles.json"); is_there(doubles))
    files.push_back(doubles.string());
  return files;
}

std::string stored_origin(const std::string& file, const Results& results) {
  return fmt::format("stored results of {}, measured on {}, not on this machine: {}",
                     one_printable_line(text_at(results.device, "name"), 60),
                     one_printable_line(text_at(results.program, "started").substr(0, 10)), file);
}

namespace {

/// Throws UsageError if there is nothing to read.
void find_sources(FoundSources& sources, const std::vector<std::string>& paths, Wanted wanted) {
  const std::string verb(wanted.verb);
  SourceFinder finder(sources, std::move(wanted));
  for (const std::string& path : paths) finder.take(path);
  finder.finish();
  if (sources.inputs.empty() && !sources.missing.empty()) throw UsageError(sources.missing.front());
  if (sources.inputs.empty())
    throw UsageError(fmt::format("nothing to {}; not read: {}", verb, sources.unread.front()));
}

}  // namespace

ScannedSources scanned_sources(const std::vector<std::string>& paths,
                               const sources::Wrappers& wrappers) {
  ScannedSources sources;
  find_sources(sources, paths,
               {"Kokkos", "Kokkos::", "scan", [&](const fs::path& path, const std::string& text) {
                  sources.files.push_back({one_printable_line(path.string(), 400),
                                           sources::scan_source(text, wrappers), as_found(path)});
                }});
  return sources;
}

CudaSources cuda_sources(const std::vector<std::string>& paths) {
  CudaSources sources;
  find_sources(
      sources, paths,
      {"CUDA", "__global__", "port", [&](const fs::path& path, std::string text) {
         sources.files.push_back({one_printable_line(as_found(path), 400), std::move(text)});
       }});
  return sources;
}

void check_distinct(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code none_there;
    if (fs::equivalent(output, input, none_there))
      throw UsageError(fmt::format("'{}' is read; name another file with -o", output));
  }
}

void check_output(const std::string& output, const std::vector<std::string>& inputs) {
  if (output.empty()) return;
  check_distinct(output, inputs);
  check_writable(output);
}

void write_output(const std::string& output, const std::string& text) {
  if (output.empty())
    std::cout << text;
  else
    replace_text(output, text);
}

void check_picture(const std::string& output, std::string_view example,
                   const std::vector<std::string>& inputs) {
  if (!output.empty() && !output.ends_with(".svg"))
    throw UsageError(
        fmt::format("cannot write '{}': a picture is SVG; name it {}", output, example));
  check_output(output, inputs);
}

void write_picture(const std::string& output, std::string_view element) {
  const std::string picture = write::as_svg(element);
  if (output.empty()) {
    put("{}", picture);
    return;
  }
  replace_text(output, picture);
  put("wrote {}\n", output);
}

void show(const pages::Document& page, const write::Style& style) {
  std::cout << write::as_text(page, style);
}

}  // namespace tilebridge::cli
