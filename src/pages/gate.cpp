// SPDX-License-Identifier: Apache-2.0
#include "pages/gate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "judge/outcome.hpp"
#include "judge/power.hpp"
#include "pages/cases.hpp"
#include "pages/changes.hpp"
#include "pages/figures.hpp"

namespace tilebridge::pages {
namespace {

std::string change_text(const judge::Change& change, judge::Metric metric) {
  if (metric == judge::Metric::ratio)
    return fmt::format("{} -> {}", ratio_text(change.base), ratio_text(change.current));
  return fmt::format("{} -> {}, {:+.1f}% time", time_text(change.base), time_text(change.current),
                     100 * (change.current / change.base - 1));
}

std::string performance_text(const Interval& performance) {
  return fmt::format("{} [{}, {}]", ratio_text(performance.median), ratio_text(performance.low),
                     ratio_text(performance.high));
}

std::string clock_text(const judge::CasePair& pair) {
  constexpr double band = 0.01;  // a clock that differs by more is mentioned
  const double base = pair.base->sampling.clock_hz;
  const double current = pair.current->sampling.clock_hz;
  if (base <= 0 || current <= 0 || std::abs(current / base - 1) <= band) return "";
  return fmt::format("clock {:.0f} -> {:.0f} MHz", base / 1e6, current / 1e6);
}

std::string remark_of(const judge::Change& change) {
  if (change.is_unconfirmed) return "may be chance";
  return change.is_slower_than_one ? "slower than one run of the base" : "";
}

std::vector<std::string> undecided_lines(const judge::GateReport& report) {
  std::vector<std::string> lines;
  if (const std::size_t count = report.count_unconfirmed(); count > 0)
    lines.push_back(fmt::format("{} {} different, but may be chance: {} were compared",
                                plural(count, "result"), count == 1 ? "looks" : "look",
                                report.changes.size()));
  if (const std::size_t count = report.count_slower_than_one(); count > 0)
    lines.push_back(fmt::format("{} {} slower than one run of the base",
                                plural(count, "undecided result"), count == 1 ? "is" : "are"));
  return lines;
}

/// "" if all results gate.
std::string host_bound_line(const judge::GateReport& report) {
  const std::size_t count = report.changes.size() - report.count_gating();
  if (count == 0) return "";
  return fmt::format(
      "host-bound: {} slower, {} faster, {} undecided of {}; they gate under "
      "--host-bound alone",
      report.count_not_gating(judge::Judgement::slower),
      report.count_not_gating(judge::Judgement::faster),
      report.count_not_gating(judge::Judgement::undecided), count);
}

std::string slower_text(const judge::GatePage& page) {
  std::vector<std::string> parts;
  const std::size_t slower = page.report.count(judge::Judgement::slower);
  const std::size_t invalid = page.report.count(judge::Judgement::invalid);
  if (slower + invalid > 0) parts.push_back(fmt::format("{} slower, {} invalid", slower, invalid));
  for (const judge::Aggregate& aggregate : page.all_aggregates())
    if (aggregate.trend == judge::Trend::slower)
      parts.push_back(fmt::format("{} lost {}", name_of(aggregate),
                                  percent_text(1 - aggregate.performance.value)));
  constexpr std::size_t most = 4;  // the table of kernels together has all
  if (parts.size() > most) {
    parts.resize(most);
    parts.emplace_back("…");
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string missing_text(const judge::GateReport& report) {
  std::vector<std::string> parts;
  if (const std::size_t cases = judge::count_missing_cases(report); cases > 0)
    parts.push_back(plural(cases, "case"));
  if (const std::size_t lost = report.count_lost(); lost > 0)
    parts.push_back(plural(lost, "result") + " of other cases");
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Why nothing is known to be slower, and nothing to be fine.
std::string doubt_text(judge::Outcome outcome, const judge::GateReport& report) {
  switch (outcome) {
    case judge::Outcome::missing:
      return fmt::format("in the base alone: {}; --allow-missing accepts that",
                         missing_text(report));
    case judge::Outcome::blind:
      return fmt::format("a loss below {} would have been missed",
                         percent_text(judge::power_of(report)->half));
    case judge::Outcome::nothing_gates:
      return "every result is host-bound; --host-bound lets them gate";
    case judge::Outcome::nothing_decided:
      return "every result is undecided";
    case judge::Outcome::undecided:
      return fmt::format("{} undecided, and --strict is given",
                         report.count(judge::Judgement::undecided));
    case judge::Outcome::slower:
    case judge::Outcome::fine:
      break;
  }
  return "";
}

judge::Outcome outcome_of(const judge::GatePage& page) {
  return judge::outcome_of(page.report, page.all_aggregates());
}

Uncompared list_of(const char* title, const std::vector<const CaseResult*>& cases) {
  Uncompared list = {title, {}};
  for (const CaseResult* c : cases) list.entries.push_back({case_text(*c)});
  return list;
}

Uncompared list_of(const char* title, const std::vector<judge::NotCompared>& results) {
  Uncompared list = {title, {}};
  for (const judge::NotCompared& n : results)
    list.entries.push_back({case_text(*n.of.current), std::string(name_of(n.model)), n.reason});
  return list;
}

}  // namespace

std::string verdict_text(const judge::GatePage& page) {
  const judge::Outcome outcome = outcome_of(page);
  if (outcome == judge::Outcome::slower) return slower_text(page);
  if (outcome == judge::Outcome::fine) return "no slowdown; " + power_text(page.report);
  return "could not tell: " + doubt_text(outcome, page.report);
}

std::string status_line(const judge::GatePage& page) {
  return fmt::format("status {}: {}", static_cast<int>(judge::exit_status(outcome_of(page))),
                     verdict_text(page));
}

std::string counts_text(const judge::GateReport& report) {
  std::string text = fmt::format("compared {} of {}", plural(report.changes.size(), "result"),
                                 plural(report.matching.both.size(), "case"));
  const char* separator = ":";
  for (const judge::Judgement judgement :
       {judge::Judgement::slower, judge::Judgement::invalid, judge::Judgement::faster,
        judge::Judgement::undecided, judge::Judgement::parity}) {
    text += fmt::format("{} {} {}", separator, report.count(judgement), name_of(judgement));
    separator = ",";
  }
  if (const std::size_t gating = report.count_gating(); gating < report.changes.size())
    text += fmt::format(", {} host-bound", report.changes.size() - gating);
  text += fmt::format("; {} not compared", report.not_compared.size());
  if (report.count_lost() > 0) text += fmt::format(" ({} lost)", report.count_lost());
  return text + fmt::format("; cases only in base: {}, only in new: {}",
                            report.matching.only_in_base.size(),
                            report.matching.only_in_current.size());
}

std::string parity_text(const judge::GateOptions& options) {
  return fmt::format("parity is 1 ± {:g}%, or {:g} µs", 100 * options.max_slowdown,
                     1e6 * options.least_change);
}

std::string power_text(const judge::GateReport& report) {
  const auto power = judge::power_of(report);
  if (!power) return "";
  return fmt::format(
      "a loss of {} would have been found in half of the results, one of {} in nine "
      "of ten",
      percent_text(power->half), percent_text(power->nine_tenths));
}

std::vector<std::string> gpu_lines(const judge::GatePage& page) {
  std::vector<std::string> lines;
  for (const judge::Difference& uuids : page.other_gpus)
    lines.push_back(fmt::format("another GPU of the same model: {} -> {}", tame(uuids.base, 48),
                                tame(uuids.current, 48)));
  if (!page.busy.empty())
    lines.push_back("measured on a busy GPU, so that times are too long: " +
                    tame(fmt::format("{}", fmt::join(page.busy, ", ")), 100));
  return lines;
}

std::vector<std::string> findings(const judge::GatePage& page) {
  std::vector<std::string> lines = undecided_lines(page.report);
  if (outcome_of(page) != judge::Outcome::fine)
    lines.insert(lines.begin(), power_text(page.report));  // else the verdict says it
  lines.push_back(host_bound_line(page.report));
  std::erase(lines, "");
  return lines;
}

std::string name_of(const judge::Aggregate& aggregate) {
  if (aggregate.scope == judge::Scope::run) return "all kernels";
  if (aggregate.scope == judge::Scope::family) return "kernels of the family " + aggregate.name;
  return "kernels of " + aggregate.name;
}

Table aggregates_table(const std::vector<judge::Aggregate>& aggregates) {
  Table table = {"Kernels together, geometric means over variants, 95% intervals",
                 {{"kernels"}, {"after ÷ before"}, {"variants"}, {"trend"}},
                 {{"", {}}}};
  for (const judge::Aggregate& aggregate : aggregates)
    if (aggregate.scope == judge::Scope::run || aggregate.trend != judge::Trend::none)
      table.groups.front().rows.push_back({{{name_of(aggregate)},
                                            {mean_text(aggregate.performance)},
                                            Cell::number(fmt::format("{}", aggregate.variants)),
                                            {std::string(name_of(aggregate.trend))}},
                                           {},
                                           ""});
  return table;
}

ChangeRow row_of(const judge::Change& change, judge::Metric metric) {
  ChangeRow row;
  row.name = case_text(*change.of.current);
  row.where = setting_of(*change.of.current);
  row.model = name_of(change.model);
  row.reason = change.reason;
  if (change.judgement == judge::Judgement::invalid) return row;
  row.change = change_text(change, metric);
  row.performance = performance_text(change.performance);
  row.parity = "± " + percent_text(change.tolerance);
  row.clock = clock_text(change.of);
  row.remark = remark_of(change);
  return row;
}

std::vector<ChangeRow> rows_of(const judge::GateReport& report, judge::Judgement judgement,
                               bool gates) {
  std::vector<ChangeRow> rows;
  for (const judge::Change* change : report.all(judgement))
    if (report.gates(*change) == gates) rows.push_back(row_of(*change, report.options.metric));
  return rows;
}

std::vector<ChangeGroup> groups_of(const judge::GatePage& page, judge::Judgement judgement) {
  std::vector<ChangeGroup> groups;
  for (const judge::Change* change : page.report.all(judgement)) {
    const CaseResult& c = *change->of.current;
    const std::string name = fmt::format("{}/{}", c.experiment, c.variant);
    const ChangeRow row = row_of(*change, page.report.options.metric);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const ChangeGroup& g) {
      return g.name == name && g.model == row.model && g.is_host_bound == change->is_host_bound;
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), {name, row.model, change->is_host_bound, {}});
    group->rows.push_back(row);
  }
  std::stable_partition(groups.begin(), groups.end(),
                        [](const ChangeGroup& group) { return !group.is_host_bound; });
  return groups;
}

std::vector<Uncompared> uncompared(const judge::GateReport& report) {
  std::vector<Uncompared> lists = {list_of("not compared", report.not_compared),
                                   list_of("only in base", report.matching.only_in_base),
                                   list_of("only in new", report.matching.only_in_current)};
  std::erase_if(lists, [](const Uncompared& list) { return list.entries.empty(); });
  return lists;
}

}  // namespace tilebridge::pages
