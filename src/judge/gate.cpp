// SPDX-License-Identifier: Apache-2.0
#include "judge/gate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catalogue/catalogue.hpp"
#include "results/intervals.hpp"

namespace tilebridge::judge {
namespace {

const std::vector<double>& samples_of(const Cell& cell) { return cell.result->timing->samples; }

const std::vector<double>& native_samples(const Cell& cell) {
  return cell.reference->timing->samples;
}

Blocked times_of(const Cell& cell) { return blocked(*cell.result->timing, cell.of->sampling); }

double seconds_of(const KernelResult& result) { return result.timing->seconds.median; }

std::vector<double> time_ratios(const Cell& cell) {
  return ratios(native_samples(cell), samples_of(cell));
}

/// The comparison with the reference; one of nothing if the file has none.
const ComparisonResult& comparison_of(const Cell& cell) {
  static const ComparisonResult none;
  const auto& all = cell.of->comparisons;
  const auto found = std::ranges::find_if(all, [&](const ComparisonResult& r) {
    return r.kernel == cell.kernel && cell.of->kernels.find(r.against) == cell.reference;
  });
  return found == all.end() ? none : *found;
}

/// The fraction of its performance that a kernel loses when its time grows by the smallest change
/// that counts; a sample is the mean of several launches, which divides the timer's error by their
/// number.
double unresolved_share(const Cell& base, double least_change) {
  const double change = least_change / std::max(base.of->sampling.repeats, 1);
  return change / (seconds_of(*base.result) + change);
}

/// The relative error of a time by the steps of the timer that took it.
double rounding_of_time(const Cell& cell) {
  return rounding_error(seconds_of(*cell.result), cell.of->sampling);
}

/// Pools the quotient of a kernel's time and its reference's.
double rounding_of_ratio(const Cell& cell) {
  return std::hypot(rounding_of_time(cell),
                    rounding_error(seconds_of(*cell.reference), cell.of->sampling));
}

bool is_host_bound(const CaseResult& c) {
  const Experiment* experiment = catalogue().find(c.experiment);
  const bool is_transfer = experiment != nullptr && experiment->family == Family::transfers;
  return is_transfer || c.work.to_device > 0 || c.work.to_host > 0 || c.sampling.waits_for_host;
}

Judgement judgement_of(Verdict verdict) {
  if (verdict == Verdict::slower) return Judgement::slower;
  if (verdict == Verdict::faster) return Judgement::faster;
  return verdict == Verdict::parity ? Judgement::parity : Judgement::undecided;
}

/// Whether something ran: a model that has no equivalent is neither new nor lost.
bool has_result(const KernelResult& result) {
  return result.status == Status::ok || result.status == Status::invalid;
}

class Gate {
 public:
  Gate(GateReport& report, const Cells& base, const Cells& current)
      : report_(report), base_(base), current_(current) {}

  void compare(const CasePair& pair) {
    std::vector<const Cell*> left;
    for (const Cell& was : base_.of(*pair.base)) left.push_back(&was);
    for (const Cell& now : current_.of(*pair.current)) {
      const auto same = same_kernel(left, now);
      if (same == left.end()) {
        if (has_result(*now.result)) set_aside(pair, now.kernel, "new here");
        continue;
      }
      compare(**same, now);
      left.erase(same);
    }
    for (const Cell* was : left)
      if (has_result(*was->result))
        set_aside(pair, was->kernel, "no longer there", was->result->timing && was->is_own);
  }

 private:
  /// The kernel of that build in that form; else the first that is not in the current results, of
  /// another build of the model.
  static std::vector<const Cell*>::iterator same_kernel(std::vector<const Cell*>& left,
                                                        const Cell& now) {
    const auto same =
        std::ranges::find_if(left, [&](const Cell* was) { return was->kernel == now.kernel; });
    return same != left.end() ? same : std::ranges::find_if(left, [&](const Cell* was) {
      return was->kernel.form == now.kernel.form &&
             was->kernel.model.name() == now.kernel.model.name() &&
             !now.of->kernels.contains(was->kernel);
    });
  }

  void compare(const Cell& was, const Cell& now) {
    const KernelResult& base = *was.result;
    const KernelResult& current = *now.result;
    const CasePair pair = {was.of, now.of};
    if (base.timing && current.status == Status::invalid)
      return report_.changes.push_back({was, now, Judgement::invalid, current.reason});
    if (base.timing && current.timing && (!is_whole(base) || !is_whole(current)))
      return set_aside(pair, now.kernel, "its times cannot be compared");
    const bool are_timed = base.timing && current.timing;
    if (are_timed && report_.options.one_run && is_one_measurement(*base.timing, *current.timing))
      return;
    if (are_timed) return compare_timed({was, now});
    if (base.status == current.status && current.status != Status::invalid) return;
    set_aside(pair, now.kernel,
              fmt::format("{}, was {}{}{}", name_of(current.status), name_of(base.status),
                          current.reason.empty() ? "" : ": ", current.reason),
              base.timing.has_value());
  }

  static bool is_one_measurement(const Timing& a, const Timing& b) {
    return a.samples == b.samples && a.block_medians == b.block_medians;
  }

  void set_aside(const CasePair& pair, const ModelForm& kernel, std::string reason,
                 bool is_lost = false) {
    report_.not_compared.push_back({pair, kernel, std::move(reason), is_lost});
  }

  void compare_timed(const Change& change) {
    if (report_.options.metric == Metric::ratio) return compare_ratios(change);
    const auto& [was, now] = std::tie(change.was, change.now);
    if (!was.is_own || !now.is_own) return;
    judge_change(change, times_of(was), times_of(now),
                 std::hypot(rounding_of_time(was), rounding_of_time(now)));
  }

  void compare_ratios(const Change& change) {
    const auto& [was, now] = std::tie(change.was, change.now);
    if (now.result == now.reference) return;
    const std::string obstacle = obstacle_to_ratios(was, now);
    if (!obstacle.empty()) return set_aside({was.of, now.of}, now.kernel, obstacle);
    const std::vector<double> before = time_ratios(was);
    const std::vector<double> current = time_ratios(now);
    judge_change(change, blocked(comparison_of(now), current, now.of->sampling),
                 blocked(comparison_of(was), before, was.of->sampling),
                 std::hypot(rounding_of_ratio(was), rounding_of_ratio(now)));
  }

  /// Why two ratios against native cannot be compared; "" if they can.
  static std::string obstacle_to_ratios(const Cell& was, const Cell& now) {
    if (was.of->compared_with != now.of->compared_with)
      return fmt::format("its ratio is against '{}', was against '{}'", now.of->compared_with,
                         was.of->compared_with);
    for (const Cell* cell : {&was, &now}) {
      if (cell->reference == nullptr || !cell->reference->timing)
        return "native has no time to compare with";
      if (native_samples(*cell).size() != samples_of(*cell).size())
        return "its samples and native's are not from the same rounds";
      if (samples_of(*cell).empty() && comparison_of(*cell).block_medians.empty())
        return "the file has no ratio of its blocks";
    }
    return "";
  }

  /// The performance is the quotient of the two samples; to what they vary by comes that the timer
  /// rounds, and that there were two processes.
  void judge_change(Change change, const Blocked& numerator, const Blocked& denominator,
                    double rounding) {
    const double processes = std::hypot(process_error, process_error);
    change.metric = report_.options.metric;
    const bool by_time = change.metric == Metric::time;
    const double above = part_of_quotient(numerator, denominator);
    const double below = part_of_quotient(denominator, numerator);
    change.base = by_time ? above : below;
    change.current = by_time ? below : above;
    change.is_host_bound = is_host_bound(*change.was.of) || is_host_bound(*change.now.of);
    change.performance =
        widened(quotient_over_blocks(numerator, denominator), std::hypot(rounding, processes));
    change.unresolved = unresolved_share(change.was, report_.options.least_change);
    change.tolerance = std::max(report_.options.max_slowdown, change.unresolved);
    change.p_slower = quotient_p_value(numerator, denominator, 1 - change.tolerance);
    change.p_faster = quotient_p_value(denominator, numerator, 1 / (1 + change.tolerance));
    change.judgement = judgement_of(verdict_of(change.performance, change.tolerance));
    report_.changes.push_back(std::move(change));
  }

  GateReport& report_;
  const Cells& base_;
  const Cells& current_;
};

double size(const Change& change) { return std::abs(std::log(change.performance.median)); }

bool says_more(const NotCompared& a, const NotCompared& b) {
  return a.is_lost != b.is_lost ? a.is_lost : a.reason < b.reason;
}

/// Identifies a kernel of a case of the current results, in their order.
using KernelKey = std::pair<const CaseResult*, ModelForm>;

std::map<KernelKey, std::vector<Change>> changes_of(const std::vector<GateReport>& reports) {
  std::map<KernelKey, std::vector<Change>> changes;
  for (const GateReport& report : reports)
    for (const Change& change : report.changes)
      changes[{change.now.of, change.now.kernel}].push_back(change);
  return changes;
}

std::map<KernelKey, NotCompared> not_compared_of(const std::vector<GateReport>& reports) {
  std::map<KernelKey, NotCompared> all;
  for (const GateReport& report : reports)
    for (const NotCompared& n : report.not_compared) {
      const auto [found, is_first] = all.try_emplace({n.of.current, n.kernel}, n);
      if (!is_first && says_more(n, found->second)) found->second = n;
    }
  return all;
}

GateReport compare_with(const Cells& base, const Cells& current, const GateOptions& options) {
  GateReport report = {options, match(base.results(), current.results()), {}, {}, {}, {}};
  Gate gate(report, base, current);
  for (const CasePair& pair : report.matching.both) gate.compare(pair);
  return report;
}

GateReport united(const std::vector<GateReport>& reports) {
  std::vector<Matching> matchings;
  for (const GateReport& report : reports) matchings.push_back(report.matching);
  GateReport all = {reports.front().options, united(matchings), {}, {}, {}, {}};
  for (const GateReport& report : reports) all.by_base.push_back(report.changes);
  const auto changes = changes_of(reports);
  for (const auto& [key, of_one] : changes) all.changes.push_back(against_every(of_one));
  for (const auto& [key, n] : not_compared_of(reports))
    if (!changes.contains(key)) all.not_compared.push_back(n);
  return all;
}

/// Leaves undecided what is judged so by a p-value that is chance among so many.
void confirm(std::vector<Change>& changes, Judgement judgement, double Change::*p_value) {
  std::vector<double> p_values;
  for (const Change& change : changes)
    if (change.judgement != Judgement::invalid) p_values.push_back(change.*p_value);
  const double threshold = discovery_threshold(p_values);
  for (Change& change : changes) {
    if (change.judgement != judgement || change.*p_value <= threshold) continue;
    change.judgement = Judgement::undecided;
    change.is_unconfirmed = true;
  }
}

}  // namespace

std::string_view name_of(Metric metric) { return metric == Metric::time ? "time" : "ratio"; }

std::string_view name_of(Judgement judgement) {
  return word_of({"invalid", "slower", "faster", "undecided", "parity"}, judgement);
}

std::vector<const Change*> GateReport::all(Judgement judgement) const {
  std::vector<const Change*> found;
  for (const Change& change : changes)
    if (change.judgement == judgement) found.push_back(&change);
  std::ranges::stable_sort(found, std::greater(),
                           [](const Change* change) { return size(*change); });
  return found;
}

bool GateReport::gates(const Change& change) const {
  return options.host_bound || !change.is_host_bound || change.judgement == Judgement::invalid;
}

std::size_t GateReport::count_gating() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(changes, [&](const Change& change) { return gates(change); }));
}

std::size_t GateReport::count(Judgement judgement, bool gating) const {
  return static_cast<std::size_t>(std::ranges::count_if(changes, [&](const Change& change) {
    return change.judgement == judgement && gates(change) == gating;
  }));
}

std::size_t GateReport::count(bool Change::*is) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      changes, [&](const Change& change) { return change.*is && gates(change); }));
}

std::size_t GateReport::count_lost() const {
  return static_cast<std::size_t>(std::ranges::count(not_compared, true, &NotCompared::is_lost));
}

const Cells& GateReport::run_of(const CaseResult& c) const {
  const auto is_of = [&](const Cells& run) {
    return std::ranges::any_of(run.cases(), [&](const CaseResult& own) { return &own == &c; });
  };
  return *std::ranges::find_if(runs, is_of);
}

GateReport compare_results(std::vector<Cells> bases, const Cells& current,
                           const GateOptions& options) {
  std::vector<GateReport> reports;
  for (const Cells& base : bases) reports.push_back(compare_with(base, current, options));
  GateReport all = united(reports);
  all.runs = std::move(bases);
  all.runs.push_back(current);
  confirm(all.changes, Judgement::slower, &Change::p_slower);
  confirm(all.changes, Judgement::faster, &Change::p_faster);
  return all;
}

GateReport compare_results(const Cells& base, const Cells& current, const GateOptions& options) {
  return compare_results(std::vector{base}, current, options);
}

}  // namespace tilebridge::judge
