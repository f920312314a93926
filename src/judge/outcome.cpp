// SPDX-License-Identifier: Apache-2.0
#include "judge/outcome.hpp"

#include <cmath>

namespace tilebridge::judge {
namespace {

bool has_time(const CaseResult* c) {
  return std::any_of(c->kernels.begin(), c->kernels.end(),
                     [](const auto& entry) { return entry.second.timing.has_value(); });
}

bool is_slower(const GateReport& report, const std::vector<Aggregate>& aggregates) {
  return report.count(Judgement::slower) + report.count(Judgement::invalid) > 0 ||
         std::any_of(aggregates.begin(), aggregates.end(),
                     [](const Aggregate& a) { return a.trend == Trend::slower; });
}

}  // namespace

double least_loss_seen(const Change& change) {
  const double width = change.performance.high / change.performance.median;
  return 1 - (1 - change.tolerance) / width;
}

std::optional<Power> power_of(const GateReport& report) {
  std::vector<double> losses;
  for (const Change& change : report.changes)
    if (report.gates(change) && change.judgement != Judgement::invalid)
      losses.push_back(least_loss_seen(change));
  if (losses.empty()) return std::nullopt;
  std::sort(losses.begin(), losses.end());
  const auto at_share = [&](double share) {
    const double count = std::ceil(share * static_cast<double>(losses.size()));
    return losses[static_cast<std::size_t>(count) - 1];
  };
  return Power{at_share(0.5), at_share(0.9)};
}

bool is_blind(const GateReport& report) {
  const auto power = power_of(report);
  return power && power->half > 2 * report.options.max_slowdown;
}

Outcome outcome_of(const GateReport& report, const std::vector<Aggregate>& aggregates) {
  const std::size_t undecided = report.count(Judgement::undecided);
  if (is_slower(report, aggregates)) return Outcome::slower;
  if (!report.options.allow_missing && count_missing_cases(report) + report.count_lost() > 0)
    return Outcome::missing;
  if (is_blind(report)) return Outcome::blind;
  if (report.count_gating() == 0) return Outcome::nothing_gates;
  if (undecided == report.count_gating()) return Outcome::nothing_decided;
  return report.options.strict && undecided > 0 ? Outcome::undecided : Outcome::fine;
}

ExitStatus exit_status(Outcome outcome) {
  if (outcome == Outcome::slower) return ExitStatus::threshold_failed;
  return outcome == Outcome::fine ? ExitStatus::fine : ExitStatus::undecided;
}

std::size_t count_missing_cases(const GateReport& report) {
  const auto& cases = report.matching.only_in_base;
  return static_cast<std::size_t>(std::count_if(cases.begin(), cases.end(), has_time));
}

}  // namespace tilebridge::judge
