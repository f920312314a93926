// SPDX-License-Identifier: Apache-2.0
#include "pages/lines.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "judge/summary.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"

namespace tilebridge::pages {
namespace {

/// "cuda", "kokkos"; of a build that is not the program's own "kokkos@5.0.2".
std::string model_text(const CaseResult& c, const Model& model, bool is_first_build) {
  if (model.is_native()) return c.platform;
  return std::string(is_first_build ? model.name() : model.key());
}

std::string plain_text(const Value& value) {
  const auto* number = std::get_if<std::int64_t>(&value);
  return number != nullptr ? fmt::format("{}", *number) : to_string(value);
}

/// "rows=16384 real=float cache=cold".
std::string plain_setting(const CaseResult& c) {
  std::string text;
  for (const auto& [name, value] : c.parameters)
    text += fmt::format("{}={} ", name, plain_text(value));
  return text + "cache=" + c.cache;
}

/// "0.538 [0.537, 0.539] of cuda, "; "" where nothing is compared. The reference is 1 of itself.
std::string comparison_text(const judge::Cell& cell) {
  const CaseResult& c = *cell.of;
  if (cell.result == cell.reference)
    return fmt::format("{} of {}, ", ratio_text({1, 1, 1}),
                       model_text(c, cell.kernel.model, cell.is_first_build));
  if (!cell.against_native) return "";
  return fmt::format("{} of {}, ", ratio_text(cell.against_native->ratio),
                     model_text(c, cell.against_native->against.model, true));
}

std::string measured_text(const judge::Cell& cell) {
  if (!cell.is_valid()) return "invalid, ";
  return fmt::format("{}{:.3f} us, ", comparison_text(cell), 1e6 * cell.seconds().median);
}

}  // namespace

std::vector<std::string> kernel_lines(const judge::Cells& cells, const Catalogue& catalogue) {
  std::vector<std::string> lines;
  for (const CaseResult& c : cells.cases()) {
    if (judge::is_of_pair(c, catalogue)) continue;
    for (const judge::Cell& cell : cells.shown(c, judge::Builds::all))
      if (cell.is_valid() || cell.result->status == Status::invalid)
        lines.push_back(one_printable_line(
            fmt::format("{}/{} {} {}: {}{}", c.experiment, shown_variant(c),
                        model_text(c, cell.kernel.model, cell.is_first_build),
                        name_of(cell.kernel.form), measured_text(cell), plain_setting(c))));
  }
  return lines;
}

}  // namespace tilebridge::pages
