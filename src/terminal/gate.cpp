// SPDX-License-Identifier: Apache-2.0
#include "terminal/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "pages/gate.hpp"
#include "pages/run.hpp"
#include "terminal/changes.hpp"

namespace tilebridge::terminal {
namespace {

constexpr std::size_t most_listed = 20;   // entries of a list other than the findings
constexpr std::size_t reason_width = 88;  // bytes
constexpr std::size_t case_width = 94;

std::string run_line(const char* which, const std::string& file, const Results& results) {
  return fmt::format("{:<5} {}: {}\n", which, tame(file, 40), pages::program_text(results));
}

std::string header(const judge::GatePage& page) {
  std::string text = run_line("base", page.base_files.front(), page.base) +
                     run_line("new", page.current_file, page.current) +
                     pages::device_text(page.current) + "\n";
  if (page.base_files.size() > 1)
    text += fmt::format("and {} more of the base: what differs between them is no change\n",
                        page.base_files.size() - 1);
  if (!page.differences.empty()) text += "compared although device, build or seed differ:\n";
  for (const std::string& line : describe(page.differences)) text += "  " + line + "\n";
  for (const std::string& line : pages::gpu_lines(page)) text += line + "\n";
  const judge::GateOptions& options = page.report.options;
  return text + fmt::format("{}: performance of new / base with its 95% interval; {}\n",
                            options.metric == judge::Metric::time ? "time" : "ratio against native",
                            pages::parity_text(options));
}

std::string figures_of(const pages::ChangeRow& row) {
  if (row.change.empty()) return tame(row.reason, reason_width);
  std::string text = fmt::format("{}  {} {}", padded(row.change, 34), row.performance, row.parity);
  for (const std::string& part : {row.clock, row.remark})
    if (!part.empty()) text += "  " + part;
  return text;
}

/// A line for each row, or two if not all of them fit into `most` columns.
std::string rows_text(const std::vector<pages::ChangeRow>& rows, std::size_t most) {
  std::size_t setting = 0;
  std::size_t figures = 0;
  for (const pages::ChangeRow& row : rows) {
    setting = std::max(setting, columns(tame(row.where, case_width)));
    figures = std::max(figures, columns(figures_of(row)));
  }
  const bool fit = 4 + setting + 2 + figures <= most;
  std::string text;
  for (const pages::ChangeRow& row : rows)
    text += fmt::format("    {}{}{}\n", padded(tame(row.where, case_width), fit ? setting : 0),
                        fit ? "  " : "\n      ", figures_of(row));
  return text;
}

constexpr std::pair<judge::Judgement, pages::Mark> marks[] = {
    {judge::Judgement::invalid, pages::Mark::invalid},
    {judge::Judgement::slower, pages::Mark::slower},
    {judge::Judgement::faster, pages::Mark::faster},
    {judge::Judgement::undecided, pages::Mark::inconclusive}};

std::string changes_text(const judge::GatePage& page, judge::Judgement judgement, pages::Mark mark,
                         Style style) {
  std::string text;
  bool is_host_bound = false;
  for (const pages::ChangeGroup& group : pages::groups_of(page, judgement)) {
    if (text.empty() || group.is_host_bound != is_host_bound)
      text += "\n" + coloured(std::string(name_of(judgement)), mark, style) +
              (group.is_host_bound ? ", host-bound\n" : "\n");
    is_host_bound = group.is_host_bound;
    text += fmt::format("  {}  {}\n", tame(group.name, case_width), group.model) +
            rows_text(group.rows, style.columns);
  }
  return text;
}

std::string entry_text(const pages::Uncompared::Entry& entry) {
  if (entry.model.empty()) return fmt::format("  {}\n", entry.name);
  return fmt::format("  {}\n    {} {}\n", entry.name, entry.model,
                     tame(entry.reason, reason_width));
}

std::string list_text(const pages::Uncompared& list) {
  const std::size_t count = list.entries.size();
  std::string text = fmt::format("\n{}: {}\n", list.title, count);
  for (std::size_t i = 0; i < std::min(count, most_listed); ++i)
    text += entry_text(list.entries[i]);
  if (count > most_listed)
    text += fmt::format("  and {} more: --format json has them all\n", count - most_listed);
  return text;
}

}  // namespace

std::string gate_text(const judge::GatePage& page, Style style) {
  style.columns = std::min(style.columns, std::size_t{100});
  std::string text = header(page) + "\n" + wrapped(pages::status_line(page), 2) + "\n" +
                     wrapped(pages::counts_text(page.report), 2) + "\n";
  for (const std::string& line : pages::findings(page)) text += wrapped(line, 2) + "\n";
  text += totals_text(pages::totals_table(page.all_totals())) +
          aggregates_text(pages::aggregates_table(page.all_aggregates()));
  for (const auto& [judgement, mark] : marks) text += changes_text(page, judgement, mark, style);
  for (const pages::Uncompared& list : pages::uncompared(page.report)) text += list_text(list);
  return text;
}

}  // namespace tilebridge::terminal
