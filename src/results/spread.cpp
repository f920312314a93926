// SPDX-License-Identifier: Apache-2.0
#include "results/spread.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tilebridge {
namespace {

std::vector<double> relative_to_median(std::vector<double> values) {
  const double middle = median(values);
  for (double& value : values) value /= middle;
  return values;
}

Spread spread_of(const CaseResult& result, const ModelForm& kernel) {
  Spread spread{&result, kernel, {}};
  std::vector<double> rates;
  for (const RankCase& part : result.by_rank) {
    const RankKernel* found = part.kernels.find(kernel);
    if (found == nullptr || !found->seconds) continue;
    spread.rates.push_back({part.rank});
    rates.push_back(1 / found->seconds->median);
  }
  if (rates.size() < 2) return spread;
  const std::vector<double> relative = relative_to_median(rates);
  const std::vector<bool> off = outliers(relative);
  for (std::size_t i = 0; i < relative.size(); ++i) {
    spread.rates[i].relative = relative[i];
    spread.rates[i].outlier = off[i];
  }
  std::stable_sort(spread.rates.begin(), spread.rates.end(),
                   [](const RankRate& a, const RankRate& b) { return a.relative < b.relative; });
  return spread;
}

/// What standings() collects for one rank.
struct Collected {
  RankStanding standing;
  std::vector<double> relative;
  std::vector<double> clocks;
  std::set<std::string> throttle_reasons;
};
using ByRank = std::map<int, Collected>;

void collect(const Spread& spread, ByRank& ranks) {
  for (const RankRate& rate : spread.rates) {
    Collected& own = ranks[rate.rank];
    own.relative.push_back(rate.relative);
    if (rate.outlier) ++(rate.relative < 1 ? own.standing.slow : own.standing.fast);
    if (own.standing.worst_in != nullptr && own.standing.worst <= rate.relative) continue;
    own.standing.worst = rate.relative;
    own.standing.worst_in = &spread;
  }
}

void collect_clocks(const CaseResult& result, ByRank& ranks) {
  std::vector<double> clocks;
  for (const RankCase& part : result.by_rank)
    if (part.clock_hz > 0) clocks.push_back(part.clock_hz);
  for (const RankCase& part : result.by_rank) {
    Collected& own = ranks[part.rank];
    own.throttle_reasons.insert(part.throttle_reasons.begin(), part.throttle_reasons.end());
    if (part.clock_hz > 0) own.clocks.push_back(part.clock_hz / median(clocks));
  }
}

RankStanding standing_of(int rank, const Collected& collected) {
  RankStanding standing = collected.standing;
  standing.rank = rank;
  standing.measurements = static_cast<int>(collected.relative.size());
  standing.median = median(collected.relative);
  if (!collected.clocks.empty()) standing.clock = median(collected.clocks);
  standing.throttle_reasons = {collected.throttle_reasons.begin(),
                               collected.throttle_reasons.end()};
  return standing;
}

}  // namespace

std::vector<bool> outliers(std::span<const double> values) {
  constexpr double least = 0.02;
  constexpr double most_deviations = 3.5;
  constexpr double deviations_per_mad = 1.4826;  // for a normal distribution
  std::vector<bool> off(values.size(), false);
  if (values.size() < 3) return off;
  std::vector<double> deviations = relative_to_median({values.begin(), values.end()});
  for (double& value : deviations) value = std::abs(value - 1);
  const double limit = std::max(least, most_deviations * deviations_per_mad * median(deviations));
  for (std::size_t i = 0; i < values.size(); ++i) off[i] = deviations[i] >= limit;
  return off;
}

std::vector<Spread> spreads(const std::vector<CaseResult>& cases) {
  std::vector<Spread> all;
  for (const CaseResult& result : cases)
    for (const auto& [kernel, measured] : result.kernels)
      if (Spread spread = spread_of(result, kernel); spread.rates.size() > 1)
        all.push_back(std::move(spread));
  return all;
}

std::vector<WrongResult> wrong_results(const Results& results) {
  std::vector<WrongResult> wrong;
  for (const CaseResult& c : results.cases)
    for (const RankCase& part : c.by_rank)
      for (const auto& [kernel, measured] : part.kernels)
        if (measured.status == Status::invalid)
          wrong.push_back({part.rank, &c, kernel, measured.reason});
  return wrong;
}

const RankInfo& rank_info(const Results& results, int rank) {
  static const RankInfo unknown;
  const auto found = std::find_if(results.ranks.begin(), results.ranks.end(),
                                  [&](const RankInfo& info) { return info.rank == rank; });
  return found == results.ranks.end() ? unknown : *found;
}

std::vector<RankStanding> standings(const std::vector<Spread>& spreads) {
  ByRank ranks;
  const CaseResult* last = nullptr;
  for (const Spread& spread : spreads) {
    collect(spread, ranks);
    if (spread.result != last) collect_clocks(*spread.result, ranks);
    last = spread.result;
  }
  std::vector<RankStanding> all;
  std::vector<double> medians;
  for (const auto& [rank, collected] : ranks) {
    if (collected.relative.empty()) continue;
    all.push_back(standing_of(rank, collected));
    medians.push_back(all.back().median);
  }
  const std::vector<bool> off = outliers(medians);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].outlier = off[i];
  std::stable_sort(all.begin(), all.end(), [](const RankStanding& a, const RankStanding& b) {
    return a.median < b.median;
  });
  return all;
}

}  // namespace tilebridge
