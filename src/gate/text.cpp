// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gate/formats.hpp"
#include "report/cases.hpp"
#include "report/figures.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t most_listed = 20;  // entries of a list other than the findings

std::string run_line(const char* which, const std::string& file, const Results& results) {
  return fmt::format("{:<5} {}: tilebridge {} ({}), {}\n", which, tame(file, 40),
                     tame(text_at(results.program, "version"), 12),
                     tame(text_at(results.program, "git"), 20),
                     tame(text_at(results.program, "started"), 20));
}

std::string header(const GatePage& page) {
  const GateOptions& options = page.report.options;
  std::string text = run_line("base", page.base_files.front(), page.base) +
                     run_line("new", page.current_file, page.current) + device_text(page.current) +
                     "\n";
  if (page.base_files.size() > 1)
    text += fmt::format("and {} more of the base: the smallest change counts\n",
                        page.base_files.size() - 1);
  if (!page.differences.empty()) text += "compared although device, build or seed differ:\n";
  for (const std::string& line : describe(page.differences)) text += "  " + line + "\n";
  return text + fmt::format(
                    "{}: performance of new / base with its 95% interval; parity is 1 ± {:g}%, or "
                    "{:g} µs\n",
                    options.metric == Metric::time ? "time" : "ratio against native",
                    100 * options.max_slowdown, 1e6 * options.least_change);
}

/// A clock that differs by more than this is mentioned.
constexpr double clock_band = 0.01;

std::string clock_note(const CasePair& pair) {
  const double base = pair.base->sampling.clock_hz;
  const double current = pair.current->sampling.clock_hz;
  if (base <= 0 || current <= 0 || std::abs(current / base - 1) <= clock_band) return "";
  return fmt::format("  clock {:.0f} -> {:.0f} MHz", base / 1e6, current / 1e6);
}

std::string change_line(const Change& change, Metric metric) {
  const std::string start = fmt::format("    {:<7}", name_of(change.model));
  if (change.judgement == Judgement::invalid)
    return fmt::format("{} {}\n", start, tame(change.reason, 88));
  return fmt::format("{} {:<24} {}, parity ± {:.1f}%{}\n", start,
                     padded(change_text(change, metric), 24), performance_text(change.performance),
                     100 * change.tolerance, clock_note(change.of));
}

std::string changes_text(const GateReport& report, Judgement judgement) {
  const auto changes = report.all(judgement);
  if (changes.empty()) return "";
  std::string text = fmt::format("\n{}\n", name_of(judgement));
  for (const Change* change : changes)
    text += fmt::format("  {}\n{}", case_text(*change->of.current),
                        change_line(*change, report.options.metric));
  return text;
}

/// The first of `lines` and the number of further ones; "" if there are none.
std::string listed(const std::string& title, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string text = fmt::format("\n{}: {}\n", title, lines.size());
  for (std::size_t i = 0; i < std::min(lines.size(), most_listed); ++i)
    text += fmt::format("  {}\n", lines[i]);
  if (lines.size() > most_listed)
    text += fmt::format("  and {} more: --format json has them all\n", lines.size() - most_listed);
  return text;
}

std::string listed(const std::string& title, const std::vector<const CaseResult*>& cases) {
  std::vector<std::string> lines;
  for (const CaseResult* c : cases) lines.push_back(case_text(*c));
  return listed(title, lines);
}

std::string not_compared_text(const GateReport& report) {
  std::vector<std::string> lines;
  for (const NotCompared& n : report.not_compared)
    lines.push_back(fmt::format("{}\n    {} {}", case_text(*n.of.current), name_of(n.model),
                                tame(n.reason, 88)));
  return listed("not compared", lines);
}

}  // namespace

std::string counts_text(const GateReport& report) {
  std::string text = fmt::format("compared {} results of {} cases", report.changes.size(),
                                 report.matching.both.size());
  const char* separator = ":";
  for (const Judgement judgement : {Judgement::slower, Judgement::invalid, Judgement::faster,
                                    Judgement::undecided, Judgement::parity}) {
    text += fmt::format("{} {} {}", separator, report.count(judgement), name_of(judgement));
    separator = ",";
  }
  text += fmt::format("; {} not compared", report.not_compared.size());
  if (report.count_lost() > 0) text += fmt::format(" ({} lost)", report.count_lost());
  return text + fmt::format("; cases only in base: {}, only in new: {}",
                            report.matching.only_in_base.size(),
                            report.matching.only_in_current.size());
}

std::string performance_text(const Interval& performance) {
  return fmt::format("{:.3f} [{:.3f}, {:.3f}]", performance.median, performance.low,
                     performance.high);
}

std::string change_text(const Change& change, Metric metric) {
  if (metric == Metric::ratio) return fmt::format("{:.3f} -> {:.3f}", change.base, change.current);
  return fmt::format("{} -> {}", time_text(change.base), time_text(change.current));
}

std::string gate_text(const GatePage& page) {
  const GateReport& report = page.report;
  std::string text = header(page) + "\n" + wrapped(counts_text(report), 2) + "\n";
  for (const Judgement judgement :
       {Judgement::invalid, Judgement::slower, Judgement::faster, Judgement::undecided})
    text += changes_text(report, judgement);
  text += not_compared_text(report);
  text += listed("only in base", report.matching.only_in_base);
  return text + listed("only in new", report.matching.only_in_current);
}

}  // namespace tilebridge
