// SPDX-License-Identifier: Apache-2.0
#include "cli/reproducer.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <span>

#include "base/error.hpp"
#include "build_info.hpp"
#include "catalogue/catalogue.hpp"
#include "git_state.hpp"
#include "pages/explain.hpp"
#include "pages/run.hpp"
#include "sources/excerpt.hpp"
#include "sources/listing.hpp"
#include "sources/sections.hpp"
#include "sources/sources.hpp"
#include "write/page.hpp"

namespace tilebridge::cli {
namespace {

std::vector<sources::SourceFile> all_sources() {
  std::vector<sources::SourceFile> all;
  for (const auto files : {sources::backend_sources(), sources::object_sources()})
    all.insert(all.end(), files.begin(), files.end());
  return all;
}

/// The file below one of the folders that registers the variant's kernels; none if there is none.
std::optional<sources::SourceFile> file_in(const std::vector<std::string>& folders,
                                           const std::string& key) {
  for (const sources::SourceFile& file : sources::backend_sources())
    for (const std::string& folder : folders)
      if (file.path.starts_with(folder))
        for (const std::string_view line : sources::lines_of(file.text).text)
          if (sources::registered_by(line) == key) return file;
  return {};
}

/// The Kokkos kernels' file. Throws UsageError if there is none.
sources::SourceFile file_of(const pages::Subject& subject) {
  if (const auto file = file_in({"backends/kokkos/"}, subject.name())) return *file;
  const Support* support = subject.variant->support(controlled);
  throw UsageError(fmt::format(
      "{} has no Kokkos kernel{}", subject.name(),
      support == nullptr || support->no_equivalent.empty() ? "" : ": " + support->no_equivalent));
}

/// Throws UsageError for a kernel that a file with options of its own defines: the folder compiles
/// all files alike.
void check_options(const pages::Subject& subject, std::string_view kernel) {
  for (const std::string_view function : {"launch_compiled", "walk_with_maxrregcount"})
    if (kernel.find(function) != std::string_view::npos)
      throw UsageError(
          fmt::format("{} compares options of the compiler, which need the source tree of "
                      "tilebridge; choose another variant",
                      subject.name()));
}

/// The parts of experiments.cmake that are folders of Kokkos kernels; all other folders are of the
/// last.
constexpr std::array<std::string_view, 3> parts = {"rewritten", "steps", "kokkos"};

std::string_view part_of(const sources::SourceFile& file) {
  const auto is_in = [&](std::string_view part) {
    return file.path.starts_with(fmt::format("backends/kokkos/{}/", part));
  };
  const auto* const found = std::ranges::find_if(parts, is_in);
  return found != parts.end() ? *found : parts.back();
}

/// A native kernel as a file, and its key.
struct Native {
  Platform platform;
  WrittenFile file;
};

/// The native kernels that the variant is compared with, of the platforms on which both run.
std::vector<Native> natives_of(const pages::Subject& subject) {
  const auto& [experiment, variant] = subject;
  const std::string key = experiment->name + "/" + variant->listing();
  const std::string family(name_of(experiment->family));
  std::vector<Native> natives;
  for (const Platform platform : {Platform::cuda, Platform::host}) {
    if (!runs_on(subject, platform)) continue;
    const bool is_host = platform == Platform::host;
    const auto file =
        file_in({fmt::format("backends/{}/{}/", is_host ? "host" : "cuda", family)}, key);
    if (!file) throw UsageError(fmt::format("{} has no native kernel of its own", subject.name()));
    natives.push_back(
        {platform, {is_host ? "native.cpp" : "native.cu", sources::excerpt(file->text, key)}});
  }
  return natives;
}

/// The lists of experiments that name the only one: `list` is "kokkos", "cuda" or another part.
WrittenFile list_of(std::string_view list, const std::string& experiment) {
  const std::string line =
      experiment.empty() ? "" : fmt::format("TILEBRIDGE_EXPERIMENT({})\n", experiment);
  return {fmt::format("harness/src/experiments/{}.inc", list),
          line + "#undef TILEBRIDGE_EXPERIMENT\n"};
}

/// Whether a source of native code defines what the header of the same name declares. Others are
/// compiled with options of their own, for kernels that are not written.
bool defines(const sources::SourceFile& source, std::string_view header) {
  constexpr std::array<std::string_view, 2> with_options = {"backends/cuda/averaging",
                                                            "backends/cuda/compiled_loads"};
  const std::string_view name = source.path.substr(0, source.path.rfind('.'));
  return header.starts_with("backends/cuda/") && header == fmt::format("{}.hpp", name) &&
         std::ranges::find(with_options, name) == with_options.end();
}

/// The project's files that `roots` include, and what defines native functions of these.
std::vector<sources::SourceFile> needed_files(const std::string& roots) {
  const std::vector<sources::SourceFile> all = all_sources();
  std::string with_sources = roots;
  for (const sources::SourceFile& header : sources::included(all, roots))
    for (const sources::SourceFile& source : all)
      if (source.path != header.path && defines(source, header.path))
        with_sources += fmt::format("#include \"{}\"\n", source.path);
  return sources::included(all, with_sources);
}

/// Returns the files that register the kernels: the project's own, and lists that name this
/// experiment alone.
std::vector<WrittenFile> harness_of(const sources::SourceFile& file, const std::string& kernel,
                                    const std::vector<Native>& natives,
                                    const std::string& experiment) {
  std::string roots = kernel;
  for (const char* source : {"backends/kokkos/model.cpp", "backends/kokkos/session.cpp",
                             "src/kernels/exported_model.cpp", "catalogue/half.hpp"})
    roots += fmt::format("#include \"{}\"\n", source);
  for (const Native& native : natives) roots += native.file.text;
  std::vector<WrittenFile> files;
  for (const auto& [path, text] : needed_files(roots))
    files.push_back({fmt::format("harness/{}", path), std::string(text)});
  for (const sources::SourceFile& other : sources::object_sources())
    if (other.path == "cmake/FixDebianKokkos.cmake")
      files.push_back({"harness/FixDebianKokkos.cmake", std::string(other.text)});
  for (const std::string_view part : parts)
    files.push_back(list_of(part, part == part_of(file) ? experiment : ""));
  for (const Native& native : natives) {
    files.push_back(list_of(native.platform == Platform::host ? "host" : "cuda", experiment));
    if (native.platform == Platform::cuda) files.push_back(list_of("loops", ""));
  }
  files.push_back({"harness/src/git_state.hpp",
                   fmt::format("#pragma once\n\nnamespace tilebridge {{\nconstexpr const char* "
                               "shared_headers = \"{}\";\n}}\n",
                               shared_headers)});
  return files;
}

/// The ratios of the variant, as `explain` has them, and whose they are.
std::string ratio_of(const pages::Subject& subject, const Results& results) {
  const judge::Cells cells(results);
  const auto sections = pages::answer_sections(subject, cells, catalogue());
  pages::Document page;
  for (const pages::Section& section : std::span(sections).first(2)) page.append(section.body);
  if (page.empty()) return "No ratio of it is stored.";
  page.say(fmt::format("Measured by {} on {}; {}", pages::program_text(results),
                       pages::device_text(results), pages::models_text(results)));
  const std::string text = write::as_markdown(page);
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

/// A device's file is written where a native kernel runs on the device.
bool is_needed(std::string_view path, const std::vector<Native>& natives) {
  const auto runs = [&](Platform platform) {
    return std::ranges::find(natives, platform, &Native::platform) != natives.end();
  };
  return (path != "harness/host.cpp" || runs(Platform::host)) &&
         (path != "harness/gpu.cu" || runs(Platform::cuda));
}

std::string names_of(const std::vector<Native>& natives) {
  std::vector<std::string> names;
  for (const Native& native : natives) names.push_back("`" + native.file.path + "`");
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string readme(std::string_view pattern, const pages::Subject& subject, const std::string& name,
                   const std::vector<Native>& natives, const std::string& cases,
                   const Results& results) {
  const char* const where = natives.back().platform == Platform::host ? "It runs on a host too."
                                                                      : "It runs on GPUs alone.";
  return fmt::format(fmt::runtime(pattern), fmt::arg("variant", subject.name()),
                     fmt::arg("name", name), fmt::arg("question", subject.experiment->question),
                     fmt::arg("technique", subject.variant->technique),
                     fmt::arg("native", names_of(natives)), fmt::arg("cases", cases),
                     fmt::arg("version", build_info::version), fmt::arg("where", where),
                     fmt::arg("ratio", ratio_of(subject, results)));
}

}  // namespace

std::vector<WrittenFile> reproducer_files(const pages::Subject& subject, const std::string& name,
                                          const Results& results) {
  const auto& [experiment, variant] = subject;
  const sources::SourceFile file = file_of(subject);
  const std::string kernel = sources::excerpt(file.text, subject.name());
  check_options(subject, kernel);
  const std::vector<Native> natives = natives_of(subject);
  std::vector<WrittenFile> files = harness_of(file, kernel, natives, experiment->name);
  files.push_back({"kokkos.cpp", kernel});
  for (const Native& native : natives) files.push_back(native.file);
  const WrittenCases cases = written_cases(subject, results);
  files.insert(files.end(), cases.files.begin(), cases.files.end());
  for (const auto& [path, text] : sources::reproducer_template())
    if (path == "README.md")
      files.push_back(
          {std::string(path), readme(text, subject, name, natives, cases.text, results)});
    else if (is_needed(path, natives))
      files.push_back({std::string(path),
                       std::regex_replace(std::string(text), std::regex("my_kernel"), name)});
  return files;
}

}  // namespace tilebridge::cli
