// SPDX-License-Identifier: Apache-2.0
#include "markdown/gate.hpp"

#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/text.hpp"
#include "judge/outcome.hpp"
#include "markdown/table.hpp"
#include "pages/changes.hpp"
#include "pages/gate.hpp"
#include "pages/run.hpp"

namespace tilebridge::markdown {
namespace {

constexpr std::size_t reason_width = 200;  // bytes

std::string commit_text(const Results& results) {
  return markdown_code(tame(text_at(results.program, "git"), 20));
}

/// Bold unless it is good news.
std::string verdict_line(const judge::GatePage& page) {
  const judge::Outcome outcome = judge::outcome_of(page.report, page.all_aggregates());
  const std::string text = pages::verdict_text(page);
  return outcome == judge::Outcome::fine ? text : "**" + text + "**";
}

std::string header(const judge::GatePage& page) {
  const judge::GateOptions& options = page.report.options;
  std::string text =
      fmt::format("### tilebridge: {}\n\n{} against {} on {}, {}; {}.\n\n{}.\n", verdict_line(page),
                  commit_text(page.current), commit_text(page.base),
                  markdown_code(pages::device_text(page.current)),
                  options.metric == judge::Metric::time ? "by time" : "by the ratio against native",
                  pages::parity_text(options), pages::counts_text(page.report));
  for (const std::string& line : pages::findings(page)) text += fmt::format("\n{}.\n", line);
  for (const std::string& line : pages::gpu_lines(page)) text += "\n" + markdown_code(line) + "\n";
  if (!page.differences.empty()) text += "\nCompared although device, build or seed differ:\n\n";
  for (const std::string& line : describe(page.differences))
    text += "- " + markdown_code(line) + "\n";
  return text;
}

std::string row_text(const pages::ChangeRow& row) {
  const std::string name = markdown_code(row.name);
  if (row.change.empty())
    return markdown_row({name, row.model, markdown_code(tame(row.reason, reason_width)), "", ""});
  const std::string remark = row.remark.empty() ? "" : ", " + row.remark;
  return markdown_row({name, row.model, row.change, row.performance, row.parity + remark});
}

std::string table_of(const std::vector<pages::ChangeRow>& rows) {
  std::string text =
      markdown_head({"case", "model", "base -> new", "new / base, 95% interval", "parity"});
  for (const pages::ChangeRow& row : rows) text += row_text(row);
  return text;
}

/// What needs no attention is folded.
std::string folded(std::size_t count, std::string_view title, const std::string& text) {
  return fmt::format("\n<details><summary>{} {}</summary>\n\n{}\n</details>\n", count, title, text);
}

std::string folded_table(std::string_view title, const std::vector<pages::ChangeRow>& rows) {
  return rows.empty() ? "" : folded(rows.size(), title, table_of(rows));
}

std::string entry_text(const pages::Uncompared::Entry& entry) {
  if (entry.model.empty()) return fmt::format("- {}\n", markdown_code(entry.name));
  return fmt::format("- {} {}: {}\n", markdown_code(entry.name), entry.model,
                     markdown_code(tame(entry.reason, reason_width)));
}

std::string list_text(const pages::Uncompared& list) {
  std::string text;
  for (const pages::Uncompared::Entry& entry : list.entries) text += entry_text(entry);
  return folded(list.entries.size(), list.title, text);
}

}  // namespace

std::string gate_markdown(const judge::GatePage& page) {
  const judge::GateReport& report = page.report;
  std::string text = header(page) + "\n" + markdown_table(pages::totals_table(page.all_totals()));
  const pages::Table together = pages::aggregates_table(page.all_aggregates());
  if (!together.groups.front().rows.empty()) text += "\n" + markdown_table(together);
  for (const judge::Judgement judgement : {judge::Judgement::invalid, judge::Judgement::slower})
    if (const auto rows = pages::rows_of(report, judgement); !rows.empty())
      text += fmt::format("\n**{}**\n\n{}", name_of(judgement), table_of(rows));
  for (const judge::Judgement judgement : {judge::Judgement::faster, judge::Judgement::undecided})
    text += folded_table(name_of(judgement), pages::rows_of(report, judgement));
  for (const judge::Judgement judgement :
       {judge::Judgement::slower, judge::Judgement::faster, judge::Judgement::undecided})
    text += folded_table(fmt::format("{}, host-bound", name_of(judgement)),
                         pages::rows_of(report, judgement, false));
  for (const pages::Uncompared& list : pages::uncompared(report)) text += list_text(list);
  return text;
}

}  // namespace tilebridge::markdown
