// SPDX-License-Identifier: Apache-2.0
#include "terminal/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "terminal/changes.hpp"
#include "view/gate.hpp"
#include "view/run.hpp"

namespace tilebridge::terminal {
namespace {

constexpr std::size_t most_listed = 20;   // entries of a list other than the findings
constexpr std::size_t reason_width = 88;  // bytes
constexpr std::size_t case_width = 94;

std::string run_line(const char* which, const std::string& file, const Results& results) {
  return fmt::format("{:<5} {}: {}\n", which, tame(file, 40), view::program_text(results));
}

std::string header(const gate::GatePage& page) {
  std::string text = run_line("base", page.base_files.front(), page.base) +
                     run_line("new", page.current_file, page.current) +
                     view::device_text(page.current) + "\n";
  if (page.base_files.size() > 1)
    text += fmt::format("and {} more of the base: what differs between them is no change\n",
                        page.base_files.size() - 1);
  if (!page.differences.empty()) text += "compared although device, build or seed differ:\n";
  for (const std::string& line : describe(page.differences)) text += "  " + line + "\n";
  for (const std::string& line : view::gpu_lines(page)) text += line + "\n";
  const gate::GateOptions& options = page.report.options;
  return text + fmt::format("{}: performance of new / base with its 95% interval; {}\n",
                            options.metric == gate::Metric::time ? "time" : "ratio against native",
                            view::parity_text(options));
}

std::string figures_of(const view::ChangeRow& row) {
  if (row.change.empty()) return tame(row.reason, reason_width);
  std::string text = fmt::format("{}  {} {}", padded(row.change, 34), row.performance, row.parity);
  for (const std::string& part : {row.clock, row.remark})
    if (!part.empty()) text += "  " + part;
  return text;
}

/// A line for each row, or two if not all of them fit into `most` columns.
std::string rows_text(const std::vector<view::ChangeRow>& rows, std::size_t most) {
  std::size_t setting = 0;
  std::size_t figures = 0;
  for (const view::ChangeRow& row : rows) {
    setting = std::max(setting, columns(tame(row.where, case_width)));
    figures = std::max(figures, columns(figures_of(row)));
  }
  const bool fit = 4 + setting + 2 + figures <= most;
  std::string text;
  for (const view::ChangeRow& row : rows)
    text += fmt::format("    {}{}{}\n", padded(tame(row.where, case_width), fit ? setting : 0),
                        fit ? "  " : "\n      ", figures_of(row));
  return text;
}

constexpr std::pair<gate::Judgement, view::Mark> marks[] = {
    {gate::Judgement::invalid, view::Mark::invalid},
    {gate::Judgement::slower, view::Mark::slower},
    {gate::Judgement::faster, view::Mark::faster},
    {gate::Judgement::undecided, view::Mark::inconclusive}};

std::string changes_text(const gate::GatePage& page, gate::Judgement judgement, view::Mark mark,
                         Style style) {
  std::string text;
  bool is_host_bound = false;
  for (const view::ChangeGroup& group : view::groups_of(page, judgement)) {
    if (text.empty() || group.is_host_bound != is_host_bound)
      text += "\n" + coloured(std::string(name_of(judgement)), mark, style) +
              (group.is_host_bound ? ", host-bound\n" : "\n");
    is_host_bound = group.is_host_bound;
    text += fmt::format("  {}  {}\n", tame(group.name, case_width), group.model) +
            rows_text(group.rows, style.columns);
  }
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

std::string gate_text(const gate::GatePage& page, Style style) {
  style.columns = std::min(style.columns, std::size_t{100});
  std::string text = header(page) + "\n" + wrapped(view::status_line(page), 2) + "\n" +
                     wrapped(view::counts_text(page.report), 2) + "\n";
  for (const std::string& line : view::findings(page)) text += wrapped(line, 2) + "\n";
  text += totals_text(view::totals_table(page.all_totals())) +
          aggregates_text(view::aggregates_table(page.all_aggregates()));
  for (const auto& [judgement, mark] : marks) text += changes_text(page, judgement, mark, style);
  for (const view::Uncompared& list : view::uncompared(page.report)) text += list_text(list);
  return text;
}

}  // namespace tilebridge::terminal
