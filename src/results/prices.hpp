// SPDX-License-Identifier: Apache-2.0
// The price list: what ways of writing Kokkos cost, as one run measured them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "results/counted.hpp"
#include "results/results.hpp"
#include "results/statistics.hpp"

namespace tilebridge {

/// What one habit costs in a case.
struct Price {
  const Experiment* experiment;
  const Variant* habit;
  const Variant* instead;  // null if there is no other way: the price is then against native code
  Parameters parameters = {};
  std::string cache = {};
  Interval performance = {};          // with the habit, against native code
  Interval performance_instead = {};  // without it; 1 if there is no other way
  /// Time with the habit ÷ time without it. Both are known against the same native kernel, each in
  /// rounds of its own: the interval goes from the least to the most that the two intervals allow.
  Interval cost = {};

  std::string key() const;  // "team_control/single"
};

/// Prices all variants of `catalogue` that have a habit and were measured with and without it,
/// since its kernels are what they are, in the case in which it costs most; the most expensive
/// first.
std::vector<Price> prices(const Results& results, const Catalogue& catalogue);

/// The same habit in the same case of another run; none if it has no price there.
std::optional<Price> price_in(const Results& results, const Price& same);

/// What one habit costs in the same case of two runs.
struct PairedPrice {
  Price before;
  Price after;

  double change() const { return after.cost.median / before.cost.median; }
};

/// Of the habits that both runs have measured in one case, the one in which either cost is
/// greatest; the largest changes first, either way.
std::vector<PairedPrice> paired_prices(const Results& before, const Results& after,
                                       const Catalogue& catalogue);

/// With the habit and without it.
std::optional<Counted> counted(const Price& price, const Profiles& profiles);

}  // namespace tilebridge
