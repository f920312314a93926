// SPDX-License-Identifier: Apache-2.0
// The cost list: what ways of writing Kokkos cost, as one run measured them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"
#include "results/statistics.hpp"
#include "results/ways.hpp"

namespace tilebridge {

/// What one idiom costs in a case.
struct Cost {
  const Experiment* experiment;
  const Variant* idiom;
  const Variant* instead;  // null if there is no other way: the cost is then against native code
  Parameters parameters = {};
  std::string cache = {};
  Interval performance = {};          // with the idiom, against native code
  Interval performance_instead = {};  // without it; 1 if there is no other way
  /// Time with the idiom ÷ time without it. Both are known against the same native kernel, each in
  /// rounds of its own: the interval goes from the least to the most that the two intervals allow.
  Interval cost = {};

  std::string key() const;  // "team_control/single"
};

/// Costs all variants of `catalogue` that have an idiom and were measured with and without it,
/// since its kernels are what they are, in the case in which it costs most; the most expensive
/// first.
std::vector<Cost> idiom_costs(const Results& results, const Catalogue& catalogue);

/// The same idiom in the same case of another run; none if it has no cost there.
std::optional<Cost> cost_in(const Results& results, const Cost& same);

/// With the idiom and without it.
std::optional<Counted> counted(const Cost& cost, const Profiles& profiles);

}  // namespace tilebridge
