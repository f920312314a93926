// SPDX-License-Identifier: Apache-2.0
#include "judge/gate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catalogue/catalogue.hpp"

namespace tilebridge::judge {
namespace {

const std::vector<double>& samples_of(const CaseResult& c, const ModelForm& kernel) {
  return c.kernels.at(kernel).timing->samples;
}

std::vector<double> time_ratios(const CaseResult& c, const ModelForm& kernel) {
  return ratios(reference_of(c)->timing->samples, samples_of(c, kernel));
}

/// The fraction of its performance that a kernel loses when its time grows by the smallest change
/// that counts; a sample is the mean of several launches, which divides the timer's error by their
/// number.
double unresolved_share(const CaseResult& base, const ModelForm& kernel, double least_change) {
  const double change = least_change / std::max(base.sampling.repeats, 1);
  return change / (median(samples_of(base, kernel)) + change);
}

/// The relative error of a time by the steps of the timer that took it.
double rounding(const CaseResult& c, const std::vector<double>& samples) {
  return rounding_error(median(samples), c.sampling.timer_step, std::max(c.sampling.repeats, 1));
}

/// Pools the quotient of a kernel's time and its reference's.
double rounding_of_ratio(const CaseResult& c, const ModelForm& kernel) {
  return std::hypot(rounding(c, samples_of(c, kernel)),
                    rounding(c, reference_of(c)->timing->samples));
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
  Gate(GateReport& report) : report_(report) {}

  void compare(const CasePair& pair) {
    std::vector<ModelForm> left;
    for (const auto& [kernel, result] : pair.base->kernels) left.push_back(kernel);
    for (const auto& [kernel, result] : pair.current->kernels) {
      const auto same = same_kernel(left, kernel, *pair.current);
      if (same == left.end()) {
        if (has_result(result)) set_aside(pair, kernel, "new here");
        continue;
      }
      compare(pair, kernel, *same);
      left.erase(same);
    }
    for (const ModelForm& kernel : left)
      if (const KernelResult& base = pair.base->kernels.at(kernel); has_result(base))
        set_aside(pair, kernel, "no longer there",
                  base.timing && is_own_result(*pair.base, kernel));
  }

 private:
  /// The kernel of that build in that form; else the first that is not in the current results, of
  /// another build of the model.
  static std::vector<ModelForm>::iterator same_kernel(std::vector<ModelForm>& left,
                                                      const ModelForm& kernel,
                                                      const CaseResult& current) {
    const auto same = std::ranges::find(left, kernel);
    return same != left.end() ? same : std::ranges::find_if(left, [&](const ModelForm& other) {
      return other.form == kernel.form && other.model.name() == kernel.model.name() &&
             !current.kernels.contains(other);
    });
  }

  void compare(const CasePair& pair, const ModelForm& kernel, const ModelForm& in_base) {
    const KernelResult& base = pair.base->kernels.at(in_base);
    const KernelResult& current = pair.current->kernels.at(kernel);
    if (base.timing && current.status == Status::invalid)
      return report_.changes.push_back({pair, kernel, in_base, Judgement::invalid, current.reason});
    if (base.timing && current.timing && (!is_whole(base) || !is_whole(current)))
      return set_aside(pair, kernel, "its times cannot be compared");
    const bool are_timed = base.timing && current.timing;
    if (are_timed && report_.options.one_run && base.timing->samples == current.timing->samples)
      return;  // one measurement, which both have
    if (are_timed) return compare_timed({pair, kernel, in_base});
    if (base.status == current.status && current.status != Status::invalid) return;
    set_aside(pair, kernel,
              fmt::format("{}, was {}{}{}", name_of(current.status), name_of(base.status),
                          current.reason.empty() ? "" : ": ", current.reason),
              base.timing.has_value());
  }

  void set_aside(const CasePair& pair, const ModelForm& kernel, std::string reason,
                 bool is_lost = false) {
    report_.not_compared.push_back({pair, kernel, std::move(reason), is_lost});
  }

  void compare_timed(const Change& change) {
    if (report_.options.metric == Metric::ratio) return compare_ratios(change);
    const auto& [base, current] = change.of;
    if (!is_own_result(*base, change.in_base) || !is_own_result(*current, change.kernel)) return;
    const std::vector<double>& before = samples_of(*base, change.in_base);
    const std::vector<double>& now = samples_of(*current, change.kernel);
    judge_change(change, {before, base->sampling.blocks}, {now, current->sampling.blocks},
                 std::hypot(rounding(*base, before), rounding(*current, now)));
  }

  void compare_ratios(const Change& change) {
    const auto& [base, current] = change.of;
    if (&current->kernels.at(change.kernel) == reference_of(*current)) return;
    const std::string obstacle = obstacle_to_ratios(change);
    if (!obstacle.empty()) return set_aside(change.of, change.kernel, obstacle);
    const std::vector<double> before = time_ratios(*base, change.in_base);
    const std::vector<double> now = time_ratios(*current, change.kernel);
    judge_change(change, {now, current->sampling.blocks}, {before, base->sampling.blocks},
                 std::hypot(rounding(*base, samples_of(*base, change.in_base)),
                            rounding(*base, reference_of(*base)->timing->samples),
                            rounding_of_ratio(*current, change.kernel)));
  }

  /// Why two ratios against native cannot be compared; "" if they can.
  static std::string obstacle_to_ratios(const Change& change) {
    const auto& [base, current] = change.of;
    if (base->compared_with != current->compared_with)
      return fmt::format("its ratio is against '{}', was against '{}'", current->compared_with,
                         base->compared_with);
    for (const auto& [c, kernel] : {std::pair(base, change.in_base), {current, change.kernel}}) {
      const KernelResult* native = reference_of(*c);
      if (native == nullptr || !native->timing) return "native has no time to compare with";
      if (native->timing->samples.size() != samples_of(*c, kernel).size())
        return "its samples and native's are not from the same rounds";
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
    change.is_host_bound = is_host_bound(*change.of.base) || is_host_bound(*change.of.current);
    change.performance =
        widened(quotient_over_blocks(numerator, denominator), std::hypot(rounding, processes));
    change.unresolved =
        unresolved_share(*change.of.base, change.in_base, report_.options.least_change);
    change.tolerance = std::max(report_.options.max_slowdown, change.unresolved);
    change.p_slower = quotient_p_value(numerator, denominator, 1 - change.tolerance);
    change.p_faster = quotient_p_value(denominator, numerator, 1 / (1 + change.tolerance));
    change.judgement = judgement_of(verdict_of(change.performance, change.tolerance));
    report_.changes.push_back(std::move(change));
  }

  GateReport& report_;
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
      changes[{change.of.current, change.kernel}].push_back(change);
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

GateReport compare_with(const Results& base, const Results& current, const GateOptions& options) {
  GateReport report = {options, match(base, current), {}, {}, {}};
  Gate gate(report);
  for (const CasePair& pair : report.matching.both) gate.compare(pair);
  return report;
}

GateReport united(const std::vector<GateReport>& reports) {
  std::vector<Matching> matchings;
  for (const GateReport& report : reports) matchings.push_back(report.matching);
  GateReport all = {reports.front().options, united(matchings), {}, {}, {}};
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

GateReport compare_results(const std::vector<const Results*>& bases, const Results& current,
                           const GateOptions& options) {
  std::vector<GateReport> reports;
  for (const Results* base : bases) reports.push_back(compare_with(*base, current, options));
  GateReport all = united(reports);
  confirm(all.changes, Judgement::slower, &Change::p_slower);
  confirm(all.changes, Judgement::faster, &Change::p_faster);
  return all;
}

GateReport compare_results(const Results& base, const Results& current,
                           const GateOptions& options) {
  return compare_results(std::vector<const Results*>{&base}, current, options);
}

}  // namespace tilebridge::judge
