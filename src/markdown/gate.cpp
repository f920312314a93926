// SPDX-License-Identifier: Apache-2.0
#include "markdown/gate.hpp"

#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/text.hpp"
#include "markdown/table.hpp"
#include "view/gate.hpp"
#include "view/run.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t reason_width = 200;  // bytes

std::string commit_text(const Results& results) {
  return markdown_code(tame(text_at(results.program, "git"), 20));
}

std::string verdict_line(const GateReport& report) {
  const std::size_t slower = report.count(Judgement::slower);
  const std::size_t invalid = report.count(Judgement::invalid);
  if (slower + invalid == 0) return "no slowdown";
  return fmt::format("**{} slower, {} invalid**", slower, invalid);
}

std::string header(const GatePage& page) {
  const GateOptions& options = page.report.options;
  std::string text = fmt::format(
      "### tilebridge: {}\n\n{} against {} on {}, {}; {}.\n\n{}.\n", verdict_line(page.report),
      commit_text(page.current), commit_text(page.base), markdown_code(device_text(page.current)),
      options.metric == Metric::time ? "by time" : "by the ratio against native",
      parity_text(options), counts_text(page.report));
  if (!page.differences.empty()) text += "\nCompared although device, build or seed differ:\n\n";
  for (const std::string& line : describe(page.differences))
    text += "- " + markdown_code(line) + "\n";
  return text;
}

std::string row_text(const ChangeRow& row) {
  const std::string name = markdown_code(row.name);
  if (row.change.empty())
    return markdown_row({name, row.model, markdown_code(tame(row.reason, reason_width)), "", ""});
  return markdown_row({name, row.model, row.change, row.performance, row.parity});
}

std::string table_of(const GateReport& report, Judgement judgement) {
  std::string text =
      markdown_head({"case", "model", "base -> new", "new / base, 95% interval", "parity"});
  for (const ChangeRow& row : rows_of(report, judgement)) text += row_text(row);
  return text;
}

/// What needs no attention is folded.
std::string folded(std::size_t count, std::string_view title, const std::string& text) {
  return fmt::format("\n<details><summary>{} {}</summary>\n\n{}\n</details>\n", count, title, text);
}

std::string entry_text(const Uncompared::Entry& entry) {
  if (entry.model.empty()) return fmt::format("- {}\n", markdown_code(entry.name));
  return fmt::format("- {} {}: {}\n", markdown_code(entry.name), entry.model,
                     markdown_code(tame(entry.reason, reason_width)));
}

std::string list_text(const Uncompared& list) {
  std::string text;
  for (const Uncompared::Entry& entry : list.entries) text += entry_text(entry);
  return folded(list.entries.size(), list.title, text);
}

}  // namespace

std::string gate_markdown(const GatePage& page) {
  const GateReport& report = page.report;
  std::string text = header(page);
  for (const Judgement judgement : {Judgement::invalid, Judgement::slower})
    if (report.count(judgement) > 0)
      text += fmt::format("\n**{}**\n\n{}", name_of(judgement), table_of(report, judgement));
  for (const Judgement judgement : {Judgement::faster, Judgement::undecided})
    if (const std::size_t count = report.count(judgement); count > 0)
      text += folded(count, name_of(judgement), table_of(report, judgement));
  for (const Uncompared& list : uncompared(report)) text += list_text(list);
  return text;
}

}  // namespace tilebridge
