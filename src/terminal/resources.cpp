// SPDX-License-Identifier: Apache-2.0
#include "terminal/resources.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace tilebridge::terminal {
namespace {

constexpr std::size_t name_width = 27;
constexpr const char* architecture_format = "  {:>4} {:>6} {:>7} {:>6}";
constexpr std::size_t architecture_width = 28;

constexpr const char* explanation =
    "registers, stack and spills (stored/loaded) per thread, static shared memory per block, in "
    "bytes. The compiler\ndoes not know dynamic shared memory, which all team scratch is: "
    "tilebridge profile counts it.\n";

std::string without_trailing_spaces(const std::string& text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string figures_text(const view::ResourceRow& row) {
  std::string text;
  for (const auto& figures : row.figures)
    text += figures ? fmt::format(architecture_format, figures->registers, figures->stack,
                                  figures->spills, figures->shared)
                    : std::string(architecture_width, ' ');
  return without_trailing_spaces(text);
}

std::string row_text(const view::ResourceRow& row) {
  const bool fits = columns(row.kernel) <= name_width;
  return fmt::format("  {}{} {}{}\n", padded(row.kernel, name_width),
                     fits ? "" : fmt::format("\n{:{}}", "", name_width + 2), padded(row.model, 6),
                     figures_text(row));
}

std::string heading(const std::vector<std::string>& archs) {
  std::string names = std::string(name_width + 9, ' ');
  std::string units = fmt::format("  {} {}", padded("kernel", name_width), padded("model", 6));
  for (const std::string& arch : archs) {
    names += "  " + padded(arch, architecture_width - 2);
    units += fmt::format(architecture_format, "reg", "stack", "spills", "shared");
  }
  return without_trailing_spaces(names) + "\n" + units + "\n";
}

}  // namespace

std::string resources_text(const resources::ResourceTable& table, view::Rows rows) {
  const std::vector<std::string> archs = architectures_of(table);
  std::string text = explanation;
  for (const view::ResourceGroup& group : view::resource_groups(table, rows)) {
    text += "\n" + group.experiment + "\n";
    if (!group.rows.empty()) text += heading(archs);
    for (const view::ResourceRow& row : group.rows) text += row_text(row);
    if (!group.left_out.empty()) text += "  + " + group.left_out + "\n";
  }
  return text;
}

std::string changes_text(const resources::ResourceChanges& changes) {
  std::string text;
  for (const std::string& line : view::change_lines(changes)) text += line + "\n";
  return text;
}

}  // namespace tilebridge::terminal
