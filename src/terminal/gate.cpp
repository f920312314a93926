// SPDX-License-Identifier: Apache-2.0
#include "terminal/gate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "view/gate.hpp"
#include "view/run.hpp"

namespace tilebridge::terminal {
namespace {

constexpr std::size_t most_listed = 20;   // entries of a list other than the findings
constexpr std::size_t reason_width = 88;  // bytes

std::string run_line(const char* which, const std::string& file, const Results& results) {
  return fmt::format("{:<5} {}: {}\n", which, tame(file, 40), view::program_text(results));
}

std::string header(const gate::GatePage& page) {
  std::string text = run_line("base", page.base_files.front(), page.base) +
                     run_line("new", page.current_file, page.current) +
                     view::device_text(page.current) + "\n";
  if (page.base_files.size() > 1)
    text += fmt::format("and {} more of the base: the smallest change counts\n",
                        page.base_files.size() - 1);
  if (!page.differences.empty()) text += "compared although device, build or seed differ:\n";
  for (const std::string& line : describe(page.differences)) text += "  " + line + "\n";
  const gate::GateOptions& options = page.report.options;
  return text + fmt::format("{}: performance of new / base with its 95% interval; {}\n",
                            options.metric == gate::Metric::time ? "time" : "ratio against native",
                            view::parity_text(options));
}

std::string change_line(const view::ChangeRow& row) {
  if (row.change.empty())
    return fmt::format("    {:<7} {}\n", row.model, tame(row.reason, reason_width));
  return fmt::format("    {:<7} {} {}, parity {}{}{}\n", row.model, padded(row.change, 24),
                     row.performance, row.parity, row.clock.empty() ? "" : "  ", row.clock);
}

std::string changes_text(const gate::GateReport& report, gate::Judgement judgement) {
  const std::vector<view::ChangeRow> rows = view::rows_of(report, judgement);
  if (rows.empty()) return "";
  std::string text = fmt::format("\n{}\n", name_of(judgement));
  for (const view::ChangeRow& row : rows) text += "  " + row.name + "\n" + change_line(row);
  return text;
}

std::string entry_text(const view::Uncompared::Entry& entry) {
  if (entry.model.empty()) return fmt::format("  {}\n", entry.name);
  return fmt::format("  {}\n    {} {}\n", entry.name, entry.model,
                     tame(entry.reason, reason_width));
}

std::string list_text(const view::Uncompared& list) {
  const std::size_t count = list.entries.size();
  std::string text = fmt::format("\n{}: {}\n", list.title, count);
  for (std::size_t i = 0; i < std::min(count, most_listed); ++i)
    text += entry_text(list.entries[i]);
  if (count > most_listed)
    text += fmt::format("  and {} more: --format json has them all\n", count - most_listed);
  return text;
}

}  // namespace

std::string gate_text(const gate::GatePage& page) {
  std::string text = header(page) + "\n" + wrapped(view::counts_text(page.report), 2) + "\n";
  for (const gate::Judgement judgement : {gate::Judgement::invalid, gate::Judgement::slower,
                                          gate::Judgement::faster, gate::Judgement::undecided})
    text += changes_text(page.report, judgement);
  for (const view::Uncompared& list : view::uncompared(page.report)) text += list_text(list);
  return text;
}

}  // namespace tilebridge::terminal
