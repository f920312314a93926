// SPDX-License-Identifier: Apache-2.0
#include "cli/reproducer.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <regex>
#include <span>

#include "base/error.hpp"
#include "build_info.hpp"
#include "catalogue/catalogue.hpp"
#include "git_state.hpp"
#include "pages/explain_answer.hpp"
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

/// The Kokkos kernels' file. Throws UsageError if there is none.
sources::SourceFile file_of(const pages::Subject& subject) {
  for (const sources::SourceFile& file : sources::backend_sources())
    if (file.path.starts_with("backends/kokkos/"))
      for (const std::string_view line : sources::lines_of(file.text).text)
        if (sources::registered_by(line) == subject.name()) return file;
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

/// Returns the files that register the experiment's kernels: the project's own, and lists that name
/// this experiment alone.
std::vector<WrittenFile> harness_of(const sources::SourceFile& file, const std::string& kernel,
                                    const std::string& experiment) {
  const std::vector<sources::SourceFile> all = all_sources();
  std::string roots = kernel;
  for (const char* source : {"backends/kokkos/model.cpp", "backends/kokkos/session.cpp",
                             "src/kernels/exported_model.cpp"})
    roots += fmt::format("#include \"{}\"\n", source);
  std::vector<WrittenFile> files;
  for (const auto& [path, text] : sources::included(all, roots))
    files.push_back({fmt::format("harness/{}", path), std::string(text)});
  for (const std::string_view part : parts) {
    const std::string line = fmt::format("TILEBRIDGE_EXPERIMENT({})\n", experiment);
    files.push_back(
        {fmt::format("harness/src/experiments/{}.inc", part),
         fmt::format("{}#undef TILEBRIDGE_EXPERIMENT\n", part == part_of(file) ? line : "")});
  }
  files.push_back({"harness/src/git_state.hpp",
                   fmt::format("#pragma once\n\nnamespace tilebridge {{\nconstexpr const char* "
                               "shared_headers = \"{}\";\n}}\n",
                               shared_headers)});
  return files;
}

/// The native kernel as `explain` lists it.
WrittenFile native_of(const pages::Subject& subject) {
  const auto& [experiment, variant] = subject;
  const Platform platform = variant->exists_on(Platform::cuda) ? Platform::cuda : Platform::host;
  const sources::Listing listing =
      pages::listing_of(*experiment, *variant, experiment->reference_of(*variant), platform);
  std::string text =
      "// SPDX-License-Identifier: Apache-2.0\n// To read: tilebridge has this kernel, and "
      "compares "
      "with it.\n";
  for (const sources::Fragment& fragment : listing.fragments)
    text += fmt::format("\n{}\n", fmt::join(fragment.lines, "\n"));
  return {platform == Platform::cuda ? "native.cu" : "native.cpp", text};
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

std::string readme(std::string_view pattern, const pages::Subject& subject, const std::string& name,
                   const std::string& native, const Results& results) {
  const char* const where = subject.variant->runs(controlled, Platform::host)
                                ? "It runs on a host too."
                                : "It runs on GPUs alone.";
  return fmt::format(fmt::runtime(pattern), fmt::arg("variant", subject.name()),
                     fmt::arg("name", name), fmt::arg("question", subject.experiment->question),
                     fmt::arg("technique", subject.variant->technique), fmt::arg("native", native),
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
  const WrittenFile native = native_of(subject);
  std::vector<WrittenFile> files = harness_of(file, kernel, experiment->name);
  files.push_back({"kokkos.cpp", kernel});
  files.push_back(native);
  for (const auto& [path, text] : sources::reproducer_template())
    if (path == "README.md")
      files.push_back({std::string(path), readme(text, subject, name, native.path, results)});
    else
      files.push_back({std::string(path),
                       std::regex_replace(std::string(text), std::regex("my_kernel"), name)});
  return files;
}

}  // namespace tilebridge::cli
