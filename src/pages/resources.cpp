// SPDX-License-Identifier: Apache-2.0
#include "pages/resources.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "resources/kernel_name.hpp"

namespace tilebridge::pages {
namespace {

constexpr std::size_t longest_name = 100;

std::string name_text(const resources::KernelId& id) { return tame(id.kernel, longest_name); }

/// Without the folder of all backends.
std::string source_text(const std::string& source) {
  constexpr std::string_view folder = "backends/";
  return tame(source.starts_with(folder) ? source.substr(folder.size()) : source, longest_name);
}

std::string seconds_text(double seconds) { return fmt::format("{:.1f} s", seconds); }

std::string bytes_or_dash(std::int64_t bytes) { return bytes == 0 ? "-" : std::to_string(bytes); }

std::string spill_text(const resources::Resources& r) {
  if (r.spill_store_bytes == 0 && r.spill_load_bytes == 0) return "-";
  return fmt::format("{}/{}", r.spill_store_bytes, r.spill_load_bytes);
}

ResourceRow row_of(const resources::KernelId& id, const resources::ByArchitecture& resources,
                   const std::vector<std::string>& archs) {
  ResourceRow row = {name_text(id), std::string(name_of(id.model)), {}};
  for (const std::string& arch : archs) {
    const auto found = resources.find(arch);
    row.figures.push_back(found == resources.end() ? std::nullopt
                                                   : std::optional(figures_of(found->second)));
  }
  return row;
}

std::string left_out_text(int kernels) {
  return fmt::format("{} Kokkos-internal kernel{}: --all", kernels, kernels == 1 ? "" : "s");
}

/// In the order of the files' names.
std::string compiled_text(const resources::CompileSeconds& seconds, const std::string& experiment) {
  std::vector<std::string> files;
  for (const auto& [source, time] : seconds)
    if (std::filesystem::path(source).stem() == experiment)
      files.push_back(fmt::format("{} ({})", seconds_text(time), source_text(source)));
  return files.empty() ? "" : fmt::format("compiled in {}", fmt::join(files, ", "));
}

void add_code_difference(std::vector<std::string>& differences, const resources::Resources& before,
                         const resources::Resources& after) {
  if (!before.code_bytes || !after.code_bytes || before.code_bytes == after.code_bytes) return;
  differences.push_back(fmt::format("instructions {} → {}",
                                    resources::instructions_in(*before.code_bytes),
                                    resources::instructions_in(*after.code_bytes)));
}

/// "registers 22 → 24, shared 0 → 4096".
std::string difference(const resources::Resources& before, const resources::Resources& after) {
  constexpr std::array<std::pair<const char*, std::int64_t resources::Resources::*>, 6> members = {
      {{"registers", &resources::Resources::registers},
       {"barriers", &resources::Resources::barriers},
       {"stack", &resources::Resources::stack_bytes},
       {"spill stores", &resources::Resources::spill_store_bytes},
       {"spill loads", &resources::Resources::spill_load_bytes},
       {"shared", &resources::Resources::static_shared_bytes}}};
  std::vector<std::string> differences;
  for (const auto& [name, member] : members)
    if (before.*member != after.*member)
      differences.push_back(fmt::format("{} {} → {}", name, before.*member, after.*member));
  add_code_difference(differences, before, after);
  return fmt::format("{}", fmt::join(differences, ", "));
}

std::string change_text(const resources::ResourceChange& change) {
  if (change.before == nullptr) return "new: " + figures_of(*change.after).in_words();
  if (change.after == nullptr) return "gone: " + figures_of(*change.before).in_words();
  return difference(*change.before, *change.after);
}

void add_uncompared(std::vector<std::string>& lines, const char* which,
                    const std::vector<std::string>& targets) {
  if (!targets.empty())
    lines.push_back(
        fmt::format("not compared, since only {} has it: {}", which, fmt::join(targets, ", ")));
}

}  // namespace

std::string ResourceFigures::in_words() const {
  std::string text = registers;
  if (stack != "-") text += fmt::format(", {} stack", stack);
  if (spills != "-") text += fmt::format(", {} spilled", spills);
  if (shared != "-") text += fmt::format(", {} shared", shared);
  if (!instructions.empty()) text += fmt::format(", {} instructions", instructions);
  return text;
}

ResourceFigures figures_of(const resources::Resources& r) {
  return {std::to_string(r.registers), bytes_or_dash(r.stack_bytes), spill_text(r),
          bytes_or_dash(r.static_shared_bytes),
          r.code_bytes ? std::to_string(resources::instructions_in(*r.code_bytes)) : ""};
}

std::vector<ResourceGroup> resource_groups(const resources::BuildResources& build, Rows rows) {
  const std::vector<std::string> archs = resources::architectures_of(build.kernels);
  std::vector<ResourceGroup> groups;
  int left_out = 0;
  for (const auto& [id, resources] : build.kernels) {
    if (groups.empty() || groups.back().experiment != id.experiment) {
      groups.push_back(
          {id.experiment, {}, {}, compiled_text(build.compile_seconds, id.experiment)});
      left_out = 0;
    }
    if (rows == Rows::own && resources::is_of_kokkos(id.kernel))
      groups.back().left_out = left_out_text(++left_out);
    else
      groups.back().rows.push_back(row_of(id, resources, archs));
  }
  return groups;
}

std::vector<std::string> change_lines(const resources::ResourceChanges& changes, Rows rows) {
  std::vector<std::string> lines;
  int left_out = 0;
  for (const resources::ResourceChange& change : changes.changes)
    if (rows == Rows::own && resources::is_of_kokkos(change.id.kernel))
      ++left_out;
    else
      lines.push_back(fmt::format("{} {} {} {}: {}", change.id.experiment, name_of(change.id.model),
                                  name_text(change.id), change.architecture, change_text(change)));
  lines.push_back(fmt::format("{} of {} changed", changes.changes.size(), changes.compared));
  if (left_out > 0) lines.push_back("of them " + left_out_text(left_out));
  add_uncompared(lines, "before", changes.only_in_before);
  add_uncompared(lines, "after", changes.only_in_after);
  return lines;
}

std::vector<std::string> compile_lines(const resources::CompileChanges& changes) {
  constexpr std::size_t most = 5;
  if (changes.files.empty()) return {};
  std::vector<std::string> lines = {
      fmt::format("compile time of {} files: {} → {} ({:+.1f}%)", changes.files.size(),
                  seconds_text(changes.before), seconds_text(changes.after),
                  changes.before > 0 ? 100 * (changes.after / changes.before - 1) : 0)};
  for (std::size_t i = 0; i < std::min(most, changes.files.size()); ++i) {
    const auto& [source, before, after] = changes.files[i];
    lines.push_back(fmt::format("  {}: {} → {}", source_text(source), seconds_text(before),
                                seconds_text(after)));
  }
  return lines;
}

}  // namespace tilebridge::pages
