// SPDX-License-Identifier: Apache-2.0
#include "judge/outcome.hpp"

#include <algorithm>

#include "judge/power.hpp"

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
  return outcome == Outcome::fine ? ExitStatus::fine : ExitStatus::inconclusive;
}

std::size_t count_missing_cases(const GateReport& report) {
  const auto& cases = report.matching.only_in_base;
  return static_cast<std::size_t>(std::count_if(cases.begin(), cases.end(), has_time));
}

}  // namespace tilebridge::judge
