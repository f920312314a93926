// SPDX-License-Identifier: Apache-2.0
#include "run/outcome.hpp"

#include <algorithm>

namespace tilebridge::run {
namespace {

bool is_invalid(const CaseResult& c) {
  const auto any = [](const auto& models) {
    return std::any_of(models.begin(), models.end(),
                       [](const auto& entry) { return entry.second.status == Status::invalid; });
  };
  const bool any_release = std::any_of(
      c.releases.begin(), c.releases.end(),
      [](const auto& release) { return release.second.result.status == Status::invalid; });
  return any(c.models) || any_release ||
         std::any_of(c.by_rank.begin(), c.by_rank.end(),
                     [&](const RankCase& part) { return any(part.models); });
}

bool any_inconclusive(const Results& results) {
  return std::any_of(results.cases.begin(), results.cases.end(), [](const CaseResult& c) {
    return std::any_of(c.comparisons.begin(), c.comparisons.end(), [](const ComparisonResult& r) {
      return r.verdict == Verdict::inconclusive;
    });
  });
}

}  // namespace

ExitStatus status_of(const Results& results, bool strict, bool is_interrupted) {
  if (std::any_of(results.cases.begin(), results.cases.end(), is_invalid))
    return ExitStatus::invalid;
  if (is_interrupted) return ExitStatus::interrupted;
  if (results.self_check && results.self_check->fails()) return ExitStatus::threshold_failed;
  if (strict && any_inconclusive(results)) return ExitStatus::inconclusive;
  return ExitStatus::fine;
}

ExitStatus worse(ExitStatus of_results, ExitStatus written) {
  return written == ExitStatus::fine || of_results == ExitStatus::invalid ? of_results : written;
}

}  // namespace tilebridge::run
