// SPDX-License-Identifier: Apache-2.0
#include "pages/gate.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/changes.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"
#include "pages/summary.hpp"

namespace tilebridge::pages {
namespace {

/// Two decimals, or three where a tolerance of less than 5% needs them.
std::string short_ratio(double ratio, const judge::GateOptions& options) {
  return options.max_slowdown < 0.05 ? ratio_text(ratio) : two_digits(ratio);
}

std::string change_text(const judge::Change& change, judge::Metric metric) {
  if (metric == judge::Metric::ratio)
    return fmt::format("{} -> {}", ratio_text(change.base), ratio_text(change.current));
  return fmt::format("{} -> {}, {:+.1f}% time", time_text(change.base), time_text(change.current),
                     100 * (change.current / change.base - 1));
}

std::string clock_text(const judge::Change& change) {
  constexpr double band = 0.01;  // a clock that differs by more is mentioned
  const double base = change.was.of->sampling.clock_hz;
  const double current = change.now.of->sampling.clock_hz;
  if (base <= 0 || current <= 0 || std::abs(current / base - 1) <= band) return "";
  return fmt::format("clock {:.0f} -> {:.0f} MHz", base / 1e6, current / 1e6);
}

std::string remark_of(const judge::Change& change) {
  if (change.is_unconfirmed) return "may be chance";
  return change.is_slower_than_one ? "slower than one run of the base" : "";
}

/// Launches per second of the case's reference, which must have a time.
Interval native_performance(const judge::Cell& cell) {
  return quotient({1, 1, 1}, cell.reference->timing->seconds);
}

/// "moved: library 0.86": the factors, new ÷ old, that a slower or faster kernel in loops owes its
/// change to; "" where a run has no factors.
std::string factors_moved(const judge::Change& change) {
  const auto& [was, now] = std::tie(change.was, change.now);
  const bool has_changed =
      change.judgement == judge::Judgement::slower || change.judgement == judge::Judgement::faster;
  if (!has_changed || !was.is_first_build || !now.is_first_build) return "";
  if (!was.factors || !now.factors || !was.reference->timing || !now.reference->timing) return "";
  std::vector<judge::MovedFactor> factors = judge::moved_factors(*was.factors, *now.factors);
  if (change.metric == judge::Metric::time)  // a ratio does not contain native code's own change
    if (const auto native =
            judge::moved("native code", native_performance(was), native_performance(now)))
      factors.insert(factors.begin(), *native);
  std::vector<std::string> texts;
  for (const auto& [name, factor] : factors)
    texts.push_back(fmt::format("{} {:.2f}", name, factor.median));
  return texts.empty() ? "" : fmt::format("moved: {}", fmt::join(texts, ", "));
}

std::vector<std::string> undecided_lines(const judge::GateReport& report) {
  std::vector<std::string> lines;
  if (const std::size_t count = report.count(&judge::Change::is_unconfirmed); count > 0)
    lines.push_back(fmt::format("{} {} different, but may be chance: {} were compared",
                                plural(count, "result"), count == 1 ? "looks" : "look",
                                report.changes.size()));
  if (const std::size_t count = report.count(&judge::Change::is_slower_than_one); count > 0)
    lines.push_back(fmt::format("{} {} slower than one run of the base",
                                plural(count, "undecided result"), count == 1 ? "is" : "are"));
  return lines;
}

/// "a loss of 5.3% would have been found in half of the results, one of 7.9% in nine of ten"; "" if
/// nothing was compared.
std::string power_text(const judge::GateReport& report) {
  const auto power = judge::power_of(report);
  if (!power) return "";
  return fmt::format(
      "a loss of {} would have been found in half of the results, one of {} in nine "
      "of ten",
      percent_text(power->half), percent_text(power->nine_tenths));
}

/// "" if all results gate.
std::string host_bound_line(const judge::GateReport& report) {
  const std::size_t count = report.changes.size() - report.count_gating();
  if (count == 0) return "";
  return fmt::format(
      "host-bound: {} slower, {} faster, {} undecided of {}; they gate under "
      "--host-bound alone",
      report.count(judge::Judgement::slower, false), report.count(judge::Judgement::faster, false),
      report.count(judge::Judgement::undecided, false), count);
}

/// "Wrong results: 1 invalid, 2 slower", "Slower: 2 results; all kernels lost 2.4%".
std::string slower_text(const judge::GatePage& page) {
  std::vector<std::string> parts;
  const std::size_t slower = page.report.count(judge::Judgement::slower);
  const std::size_t invalid = page.report.count(judge::Judgement::invalid);
  if (invalid > 0)
    parts.push_back(fmt::format("{} invalid, {} slower", invalid, slower));
  else if (slower > 0)
    parts.push_back(plural(slower, "result"));
  for (const judge::Aggregate& aggregate : page.all_aggregates())
    if (aggregate.trend == judge::Trend::slower)
      parts.push_back(fmt::format("{} lost {}", name_of(aggregate),
                                  percent_text(1 - aggregate.performance.value)));
  constexpr std::size_t most = 4;  // the table of kernels together has all
  if (parts.size() > most) {
    parts.resize(most);
    parts.emplace_back("…");
  }
  return fmt::format("{}: {}", invalid > 0 ? "Wrong results" : "Slower", fmt::join(parts, "; "));
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

/// Says what verdict and counts do not, a line each.
std::vector<std::string> findings(const judge::GatePage& page) {
  std::vector<std::string> lines = undecided_lines(page.report);
  if (outcome_of(page) != judge::Outcome::fine)
    lines.insert(lines.begin(), power_text(page.report));  // else the verdict says it
  lines.push_back(host_bound_line(page.report));
  std::erase(lines, "");
  return lines;
}

std::string status_text(const judge::GatePage& page) {
  return fmt::format("{} (status {})", verdict_text(page),
                     static_cast<int>(judge::exit_status(outcome_of(page))));
}

Mark mark_of(judge::Judgement judgement) {
  constexpr std::array marks = {Mark::invalid, Mark::slower, Mark::faster, Mark::undecided,
                                Mark::parity};
  return marks.at(static_cast<std::size_t>(judgement));
}

Mark mark_of(judge::Outcome outcome) {
  if (outcome == judge::Outcome::fine) return Mark::parity;
  return outcome == judge::Outcome::slower ? Mark::slower : Mark::undecided;
}

std::string parity_text(const judge::GateOptions& options) {
  return fmt::format("parity is 1 ± {:g}%, or {:g} µs", 100 * options.max_slowdown,
                     1e6 * options.least_change);
}

/// A file's path, or its name alone where that is long.
std::string shown_file(const std::string& file) {
  constexpr std::size_t most = 40;
  constexpr std::size_t longest_name = 255;
  return one_printable_line(
      file.size() <= most ? file : std::filesystem::path(file).filename().string(), longest_name);
}

/// "3f2a1c9be041 (Sum by warps)"; "" if the file names no commit.
std::string commit_text(const Json& pair) {
  const std::string commit = one_printable_line(text_at(pair, "commit"), 40);
  const std::string subject = one_printable_line(text_at(pair, "subject"), 100);
  return commit.empty() || subject.empty() ? commit : fmt::format("{} ({})", commit, subject);
}

/// Says what was run, and when: the commits of the user's own kernels, or else this program's.
std::string run_text(const Results& results) {
  std::set<std::string> commits;
  if (const auto pairs = results.builds.find("pairs");
      pairs != results.builds.end() && pairs->is_array())
    for (const Json& pair : *pairs) commits.insert(commit_text(pair));
  commits.erase("");
  if (commits.empty()) return program_text(results);
  return fmt::format("commit {}, {}", fmt::join(commits, ", "),
                     one_printable_line(text_at(results.program, "started"), 20));
}

/// The runs, in what they differ, and how they are compared.
void add_runs(Document& document, const judge::GatePage& page) {
  Table runs = {"", {headless("run"), headless("file, program, time")}};
  const auto add = [&](const char* which, const std::string& file, const Results& results) {
    runs.add({which, fmt::format("{}: {}", shown_file(file), run_text(results))});
  };
  add("base", page.base_files.front(), page.base);
  add("new", page.current_file, page.current);
  document.add(std::move(runs));
  if (page.base_files.size() > 1)
    document.say(fmt::format("and {} more of the base: what differs between them is no change",
                             page.base_files.size() - 1));
  const judge::GateOptions& options = page.report.options;
  document.say(
      fmt::format("{}; {}: base -> new, performance new ÷ old [95% interval], tolerance; {}",
                  device_text(page.current),
                  options.metric == judge::Metric::time ? "time" : "ratio against native",
                  parity_text(options)));
  if (page.differences.empty()) return;
  document.say("compared although device, build or seed differ:");
  document.add(List{describe(page.differences)});
}

std::vector<Cell> change_cells(const judge::Change& change, const judge::GateOptions& options) {
  constexpr std::size_t most = 200;  // bytes
  const std::string where = setting_of(*change.now.of);
  if (change.judgement == judge::Judgement::invalid)
    return {where, Cell::reason(one_printable_line(change.reason, most))};
  const auto [figures, performance, parity, remark] = shown_change(change, options);
  return {where, figures, performance, parity, remark};
}

/// The results with this judgement, those of one model of a variant together; of those that gate,
/// or of the others.
Table changes_table(const judge::GateReport& report, judge::Judgement judgement, bool gates) {
  Table table = {"",
                 {headless("case"), headless("base -> new"), headless("new ÷ old, 95% interval"),
                  headless("parity"), headless("remark")},
                 {}};
  for (const judge::Change* change : report.all(judgement)) {
    if (report.gates(*change) != gates) continue;
    const CaseResult& c = *change->now.of;
    const std::string kernel = shown_way(change->now);
    table.group(fmt::format("{}/{}  {}", c.experiment, c.variant, kernel))
        .rows.push_back({change_cells(*change, report.options)});
  }
  return table;
}

/// The fold is open where what is in it gates and is worse than before.
void add_changes(Document& document, const judge::GateReport& report, judge::Judgement judgement,
                 bool gates) {
  Table table = changes_table(report, judgement, gates);
  if (table.empty()) return;
  if (gates && judgement <= judge::Judgement::slower) {
    document.add(Heading{std::string(name_of(judgement)), 4, mark_of(judgement)});
    return document.add(std::move(table));
  }
  const std::string summary =
      fmt::format("{} {}{}", table.size(), name_of(judgement), gates ? "" : ", host-bound");
  document.fold(summary, std::move(table), mark_of(judgement));
}

void add_list(Document& document, const char* title, List list) {
  const std::size_t count = list.items.size();
  if (count > 0) document.fold(fmt::format("{} {}", count, title), std::move(list));
}

List names_of(const std::vector<const CaseResult*>& cases) {
  List list;
  for (const CaseResult* c : cases) list.items.push_back(case_text(*c));
  return list;
}

List reasons_of(const judge::GateReport& report) {
  List list;
  for (const judge::NotCompared& n : report.not_compared) {
    const std::string label = label_of(report.runs.back().results(), Model(n.kernel.model.name()));
    const std::string form = shown_form(*n.of.current, n.kernel);
    list.items.push_back(fmt::format("{}, {}{}{}: {}", case_text(*n.of.current), label,
                                     form.empty() ? "" : " ", form,
                                     one_printable_line(n.reason, 200)));
  }
  return list;
}

/// Adds the worst judgement of a pair's model, and of several changes in how many.
void add_judgement(GateLine& line, const judge::GateReport& report, const PairModel& of) {
  std::map<judge::Judgement, std::size_t> counts;
  for (const judge::Change& change : report.changes) {
    const CaseResult& c = *change.now.of;
    if (c.experiment != of.pair ||
        label_of(*change.now.in, Model(change.now.kernel.model.name())) != of.model)
      continue;
    if (report.gates(change)) ++counts[change.judgement];
  }
  if (counts.empty()) return;
  const auto [worst, count] = *counts.begin();
  line.mark = mark_of(worst);
  if (worst == judge::Judgement::parity) return;
  line.text += fmt::format(": {}", name_of(worst));
  if (counts.size() > 1) line.text += fmt::format(" in {}", plural(count, "case"));
}

/// Those of models, in the cases that both files have.
std::vector<GateLine> pair_lines(const judge::GatePage& page) {
  std::array<PairRatios, 2> ratios;
  for (const auto& [base, current] : page.report.matching.both) {
    add_ratios(ratios[0], *base, page.report.run_of(*base), page.catalogue);
    add_ratios(ratios[1], *current, page.report.runs.back(), page.catalogue);
  }
  for (const auto& [of, before] : ratios[0]) ratios[1].try_emplace(of);
  std::vector<GateLine> lines;
  for (const auto& [of, now] : ratios[1]) {
    GateLine line = {pair_line(of, now)};
    if (ratios[0].contains(of)) line.text += ", was " + mean_figure(ratios[0][of]);
    add_judgement(line, page.report, of);
    lines.push_back(std::move(line));
  }
  return lines;
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

}  // namespace

std::string verdict_text(const judge::GatePage& page) {
  const judge::Outcome outcome = outcome_of(page);
  if (outcome == judge::Outcome::slower) return slower_text(page);
  if (outcome == judge::Outcome::fine) return "No slowdown: " + power_text(page.report);
  return "Could not tell: " + doubt_text(outcome, page.report);
}

std::vector<GateLine> gate_lines(const judge::GatePage& page) {
  std::vector<GateLine> lines = pair_lines(page);
  const judge::Outcome outcome = outcome_of(page);
  const bool is_said =
      outcome == judge::Outcome::fine ||
      (outcome == judge::Outcome::slower && page.report.options.metric == judge::Metric::ratio);
  if (lines.empty() || !is_said) lines.push_back({status_text(page), mark_of(outcome)});
  return lines;
}

std::vector<std::string> gpu_lines(const judge::GatePage& page) {
  std::vector<std::string> lines;
  for (const judge::Difference& uuids : page.other_gpus)
    lines.push_back(fmt::format("another GPU of the same model: {} -> {}",
                                one_printable_line(uuids.base, 48),
                                one_printable_line(uuids.current, 48)));
  std::vector<std::string> busy;
  for (const std::string& file : page.busy) busy.push_back(shown_file(file));
  if (!busy.empty())
    lines.push_back(fmt::format("measured on a busy GPU, so that times are too long: {}",
                                fmt::join(busy, ", ")));
  return lines;
}

std::string name_of(const judge::Aggregate& aggregate) {
  if (aggregate.scope == judge::Scope::run) return "all kernels";
  if (aggregate.scope == judge::Scope::family) return "kernels of the family " + aggregate.name;
  return "kernels of " + aggregate.name;
}

Table aggregates_table(const std::vector<judge::Aggregate>& aggregates) {
  Table table = {"Kernels together, geometric means over experiments, 95% intervals",
                 {"kernels", "new ÷ old", "variants", "trend"}};
  for (const judge::Aggregate& aggregate : aggregates)
    if (aggregate.scope == judge::Scope::run || aggregate.trend != judge::Trend::none)
      table.add({name_of(aggregate), mean_text(aggregate.performance),
                 Cell::number(aggregate.variants), name_of(aggregate.trend)});
  return table;
}

ChangeRow shown_change(const judge::Change& change, const judge::GateOptions& options) {
  std::vector<std::string> remarks = {clock_text(change), remark_of(change), factors_moved(change)};
  std::erase(remarks, "");
  const auto& [median, low, high] = change.performance;
  return {change_text(change, options.metric),
          fmt::format("{} [{}, {}]", short_ratio(median, options), short_ratio(low, options),
                      short_ratio(high, options)),
          "± " + percent_text(change.tolerance), fmt::format("{}", fmt::join(remarks, ", "))};
}

Document gate_summary(const judge::GatePage& page) {
  Document summary;
  summary.add(Heading{status_text(page), 3, mark_of(outcome_of(page))});
  std::vector<std::string> lines;
  for (const GateLine& line : pair_lines(page)) lines.push_back(line.text);
  summary.append(pair_blocks(page.current, lines));
  if (!page.only.empty())
    summary.say(
        fmt::format("only {}: --only leaves out the rest of both files",
                    one_printable_line(fmt::format("{}", fmt::join(page.only, ", ")), 200)));
  summary.say(counts_text(page.report));
  for (const std::string& line : findings(page)) summary.say(line);
  for (const std::string& line : gpu_lines(page)) summary.say(line);
  return summary;
}

Document gate_page(const judge::GatePage& page) {
  using judge::Judgement;
  const judge::GateReport& report = page.report;
  Document document = gate_summary(page);
  document.complete = "--format json has them all";
  add_runs(document, page);
  document.add(totals_table(page.all_totals()));
  document.add(aggregates_table(page.all_aggregates()));
  for (const bool gates : {true, false})
    for (const Judgement judgement :
         {Judgement::invalid, Judgement::slower, Judgement::faster, Judgement::undecided})
      add_changes(document, report, judgement, gates);
  add_list(document, "not compared", reasons_of(report));
  add_list(document, "only in base", names_of(report.matching.only_in_base));
  add_list(document, "only in new", names_of(report.matching.only_in_current));
  return document;
}

}  // namespace tilebridge::pages
