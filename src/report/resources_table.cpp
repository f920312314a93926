// SPDX-License-Identifier: Apache-2.0
#include "report/resources_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "base/text.hpp"
#include "resources/kernel_name.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t name_width = 27;
constexpr std::size_t longest_name = 100;
constexpr const char* architecture_format = "  {:>4} {:>6} {:>7} {:>6}";
constexpr std::size_t architecture_width = 28;

constexpr const char* explanation =
    "registers, stack and spills (stored/loaded) per thread, static shared memory per block, in "
    "bytes. The compiler\ndoes not know dynamic shared memory, which all team scratch is: "
    "tilebridge profile counts it.";

using Row = ResourceTable::value_type;

struct Group {
  std::string experiment;
  std::vector<const Row*> rows;
  int left_out = 0;
};

std::vector<Group> groups_of(const ResourceTable& table, Rows rows) {
  std::vector<Group> groups;
  for (const Row& row : table) {
    if (groups.empty() || groups.back().experiment != row.first.experiment)
      groups.push_back({row.first.experiment, {}, 0});
    if (rows == Rows::own && is_of_kokkos(row.first.kernel))
      ++groups.back().left_out;
    else
      groups.back().rows.push_back(&row);
  }
  return groups;
}

std::string name_text(const KernelId& id) { return tame(id.kernel, longest_name); }

std::string left_out_text(int kernels) {
  return fmt::format("{} Kokkos-internal kernel{}: --all", kernels, kernels == 1 ? "" : "s");
}

/// "16/24", or "-" if there is nothing.
std::string spill_text(const Resources& r) {
  if (r.spill_store_bytes == 0 && r.spill_load_bytes == 0) return "-";
  return fmt::format("{}/{}", r.spill_store_bytes, r.spill_load_bytes);
}

std::string bytes_text(std::int64_t bytes) { return bytes == 0 ? "-" : std::to_string(bytes); }

std::string figures(const ByArchitecture& resources, const std::vector<std::string>& archs) {
  std::string text;
  for (const std::string& arch : archs) {
    const auto found = resources.find(arch);
    if (found == resources.end()) {
      text += std::string(architecture_width, ' ');
      continue;
    }
    const Resources& r = found->second;
    text += fmt::format(architecture_format, r.registers, bytes_text(r.stack_bytes), spill_text(r),
                        bytes_text(r.static_shared_bytes));
  }
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string text_row(const Row& row, const std::vector<std::string>& archs) {
  const std::string name = name_text(row.first);
  const bool fits = columns(name) <= name_width;
  return fmt::format("  {}{} {}{}\n", padded(name, name_width),
                     fits ? "" : fmt::format("\n{:{}}", "", name_width + 2),
                     padded(name_of(row.first.model), 6), figures(row.second, archs));
}

std::string text_heading(const std::vector<std::string>& archs) {
  std::string names = std::string(name_width + 9, ' ');
  std::string units = fmt::format("  {} {}", padded("kernel", name_width), padded("model", 6));
  for (const std::string& arch : archs) {
    names += "  " + padded(arch, architecture_width - 2);
    units += fmt::format(architecture_format, "reg", "stack", "spills", "shared");
  }
  return names.substr(0, names.find_last_not_of(' ') + 1) + "\n" + units + "\n";
}

/// "32, 16 stack, 8/12 spilled, 4224 shared".
std::string cell(const Resources& r) {
  std::string text = std::to_string(r.registers);
  if (r.stack_bytes > 0) text += fmt::format(", {} stack", r.stack_bytes);
  if (spill_text(r) != "-") text += fmt::format(", {} spilled", spill_text(r));
  if (r.static_shared_bytes > 0) text += fmt::format(", {} shared", r.static_shared_bytes);
  return text;
}

std::string markdown_row(const Row& row, const std::vector<std::string>& archs) {
  std::string text = fmt::format("| `{}` | {} |", name_text(row.first), name_of(row.first.model));
  for (const std::string& arch : archs) {
    const auto found = row.second.find(arch);
    text += found == row.second.end() ? "  |" : fmt::format(" {} |", cell(found->second));
  }
  return text + "\n";
}

/// "registers 22 → 24, shared 0 → 4096".
std::string difference(const Resources& before, const Resources& after) {
  constexpr std::array<std::pair<const char*, std::int64_t Resources::*>, 6> members = {
      {{"registers", &Resources::registers},
       {"barriers", &Resources::barriers},
       {"stack", &Resources::stack_bytes},
       {"spill stores", &Resources::spill_store_bytes},
       {"spill loads", &Resources::spill_load_bytes},
       {"shared", &Resources::static_shared_bytes}}};
  std::vector<std::string> differences;
  for (const auto& [name, member] : members)
    if (before.*member != after.*member)
      differences.push_back(fmt::format("{} {} → {}", name, before.*member, after.*member));
  return fmt::format("{}", fmt::join(differences, ", "));
}

std::string change_text(const ResourceChange& change) {
  if (change.before == nullptr) return "new: " + cell(*change.after);
  if (change.after == nullptr) return "gone: " + cell(*change.before);
  return difference(*change.before, *change.after);
}

std::string only_text(const char* which, const std::vector<std::string>& targets) {
  if (targets.empty()) return "";
  return fmt::format("not compared, since only {} has it: {}\n", which, fmt::join(targets, ", "));
}

}  // namespace

std::string resources_as_text(const ResourceTable& table, Rows rows) {
  const std::vector<std::string> archs = architectures_of(table);
  std::string text = std::string(explanation) + "\n";
  for (const Group& group : groups_of(table, rows)) {
    text += "\n" + group.experiment + "\n";
    if (!group.rows.empty()) text += text_heading(archs);
    for (const Row* row : group.rows) text += text_row(*row, archs);
    if (group.left_out > 0) text += "  + " + left_out_text(group.left_out) + "\n";
  }
  return text;
}

std::string resources_as_markdown(const ResourceTable& table, Rows rows) {
  const std::vector<std::string> archs = architectures_of(table);
  std::string text;
  for (const Group& group : groups_of(table, rows)) {
    if (group.rows.empty()) continue;
    text += fmt::format("{}### {}\n\n| kernel | model | {} |\n|---|---|", text.empty() ? "" : "\n",
                        group.experiment, fmt::join(archs, " | "));
    for (std::size_t i = 0; i < archs.size(); ++i) text += "---|";
    text += "\n";
    for (const Row* row : group.rows) text += markdown_row(*row, archs);
  }
  return text;
}

std::string changes_as_text(const ResourceChanges& changes) {
  std::string text;
  for (const ResourceChange& change : changes.changes)
    text += fmt::format("{} {} {} {}: {}\n", change.id.experiment, name_of(change.id.model),
                        name_text(change.id), change.architecture, change_text(change));
  text += fmt::format("{} of {} changed\n", changes.changes.size(), changes.compared);
  return text + only_text("before", changes.only_in_before) +
         only_text("after", changes.only_in_after);
}

}  // namespace tilebridge
