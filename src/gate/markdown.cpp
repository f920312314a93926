// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/text.hpp"
#include "gate/formats.hpp"
#include "report/cases.hpp"

namespace tilebridge {
namespace {

std::string run_text(const Results& results) {
  return markdown_code(tame(text_at(results.program, "git"), 20));
}

std::string verdict_line(const GateReport& report) {
  const std::size_t slower = report.count(Judgement::slower);
  const std::size_t invalid = report.count(Judgement::invalid);
  if (slower + invalid == 0) return "no slowdown";
  return fmt::format("**{} slower, {} invalid**", slower, invalid);
}

std::string row(const Change& change, Metric metric) {
  const std::string start = fmt::format("| {} | {} |", markdown_code(case_text(*change.of.current)),
                                        name_of(change.model));
  if (change.judgement == Judgement::invalid)
    return fmt::format("{} {} | | |\n", start, markdown_code(tame(change.reason, 200)));
  return fmt::format("{} {} | {} | ± {:.1f}% |\n", start, change_text(change, metric),
                     performance_text(change.performance), 100 * change.tolerance);
}

std::string table_of(const GateReport& report, Judgement judgement) {
  std::string text =
      "| case | model | base -> new | new / base, 95% interval | parity |\n"
      "| --- | --- | --- | --- | --- |\n";
  for (const Change* change : report.all(judgement)) text += row(*change, report.options.metric);
  return text;
}

/// What needs no attention is folded.
std::string folded(const std::string& title, const std::string& text) {
  return fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n", title, text);
}

std::string list_of(const std::vector<const CaseResult*>& cases) {
  std::string text;
  for (const CaseResult* c : cases) text += "- " + markdown_code(case_text(*c)) + "\n";
  return text;
}

std::string list_of(const std::vector<NotCompared>& results) {
  std::string text;
  for (const NotCompared& n : results)
    text += fmt::format("- {} {}: {}\n", markdown_code(case_text(*n.of.current)), name_of(n.model),
                        markdown_code(tame(n.reason, 200)));
  return text;
}

}  // namespace

std::string gate_markdown(const GatePage& page) {
  const GateReport& report = page.report;
  std::string text = fmt::format(
      "### tilebridge: {}\n\n{} against {} on {}, {}; parity is 1 ± {:g}%, or {:g} µs.\n\n{}.\n",
      verdict_line(report), run_text(page.current), run_text(page.base),
      markdown_code(device_text(page.current)),
      report.options.metric == Metric::time ? "by time" : "by the ratio against native",
      100 * report.options.max_slowdown, 1e6 * report.options.least_change, counts_text(report));
  if (!page.differences.empty()) text += "\nCompared although device, build or seed differ:\n\n";
  for (const std::string& line : describe(page.differences))
    text += "- " + markdown_code(line) + "\n";
  for (const Judgement judgement : {Judgement::invalid, Judgement::slower})
    if (report.count(judgement) > 0)
      text += fmt::format("\n**{}**\n\n{}", name_of(judgement), table_of(report, judgement));
  for (const Judgement judgement : {Judgement::faster, Judgement::undecided})
    if (const std::size_t count = report.count(judgement); count > 0)
      text += folded(fmt::format("{} {}", count, name_of(judgement)), table_of(report, judgement));
  if (const auto& results = report.not_compared; !results.empty())
    text += folded(fmt::format("{} not compared", results.size()), list_of(results));
  if (const auto& cases = report.matching.only_in_base; !cases.empty())
    text += folded(fmt::format("{} only in base", cases.size()), list_of(cases));
  if (const auto& cases = report.matching.only_in_current; !cases.empty())
    text += folded(fmt::format("{} only in new", cases.size()), list_of(cases));
  return text;
}

}  // namespace tilebridge
