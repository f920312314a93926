// SPDX-License-Identifier: Apache-2.0
#include "terminal/resources.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace tilebridge::terminal {
namespace {

constexpr std::size_t kernel_width = 27;
constexpr const char* architecture_format = "  {:>4} {:>6} {:>7} {:>6}";
constexpr std::size_t architecture_width = 28;
constexpr std::size_t instructions_width = 7;

constexpr const char* explanation =
    "registers, stack and spills (stored/loaded) per thread, static shared memory per block, in "
    "bytes. The compiler\ndoes not know dynamic shared memory, which all team scratch is: "
    "tilebridge profile counts it.\n";

constexpr const char* about_instructions =
    "instructions: of 16 bytes, with those that fill a kernel's code up to a multiple of 128; "
    "compiled in: processor\ntime for the device code of all architectures.\n";

bool has_instructions(const resources::ResourceTable& table) {
  for (const auto& [id, resources] : table)
    for (const auto& [architecture, of_it] : resources)
      if (of_it.code_bytes) return true;
  return false;
}

std::string instructions_text(const std::string& instructions, bool is_shown) {
  return is_shown ? fmt::format("{:>{}}", instructions, instructions_width) : "";
}

std::string figures_text(const pages::ResourceRow& row, bool with_instructions) {
  std::string text;
  for (const auto& figures : row.figures)
    text += (figures ? fmt::format(architecture_format, figures->registers, figures->stack,
                                   figures->spills, figures->shared)
                     : std::string(architecture_width, ' ')) +
            instructions_text(figures ? figures->instructions : "", with_instructions);
  return without_trailing_spaces(text);
}

std::string row_text(const pages::ResourceRow& row, bool with_instructions) {
  const bool fits = columns(row.kernel) <= kernel_width;
  return fmt::format("  {}{} {}{}\n", padded(row.kernel, kernel_width),
                     fits ? "" : fmt::format("\n{:{}}", "", kernel_width + 2), padded(row.model, 6),
                     figures_text(row, with_instructions));
}

std::string heading(const std::vector<std::string>& archs, bool with_instructions) {
  const std::size_t width = architecture_width + (with_instructions ? instructions_width : 0);
  std::string names = std::string(kernel_width + 9, ' ');
  std::string units = fmt::format("  {} {}", padded("kernel", kernel_width), padded("model", 6));
  for (const std::string& arch : archs) {
    names += "  " + padded(arch, width - 2);
    units += fmt::format(architecture_format, "reg", "stack", "spills", "shared") +
             instructions_text("instr", with_instructions);
  }
  return without_trailing_spaces(names) + "\n" + units + "\n";
}

}  // namespace

std::string resources_text(const resources::BuildResources& build, pages::Rows rows) {
  const std::vector<std::string> archs = architectures_of(build.kernels);
  const bool with_instructions = has_instructions(build.kernels);
  std::string text = std::string(explanation) + (with_instructions ? about_instructions : "");
  for (const pages::ResourceGroup& group : pages::resource_groups(build, rows)) {
    text += "\n" + group.experiment + "\n";
    if (!group.rows.empty()) text += heading(archs, with_instructions);
    for (const pages::ResourceRow& row : group.rows) text += row_text(row, with_instructions);
    if (!group.left_out.empty()) text += "  + " + group.left_out + "\n";
    if (!group.compiled.empty()) text += "  " + wrapped(group.compiled, 2, 120) + "\n";
  }
  return text;
}

std::string changes_text(const resources::ResourceChanges& changes,
                         const resources::CompileChanges& compile, pages::Rows rows) {
  std::string text;
  for (const std::string& line : pages::change_lines(changes, rows)) text += line + "\n";
  for (const std::string& line : pages::compile_lines(compile)) text += line + "\n";
  return text;
}

}  // namespace tilebridge::terminal
