// SPDX-License-Identifier: Apache-2.0
// A comparison says this of many results together: the whole run, its families and experiments.
#pragma once

#include "catalogue/catalogue.hpp"
#include "judge/gate.hpp"
#include "results/statistics.hpp"

namespace tilebridge::judge {

enum class Scope { run, experiment, family };

/// Says where the interval lies: all of it below 1 - max_total_slowdown (slower), or below 1 - half
/// of that (lower); above 1 + max_total_slowdown (faster), or above 1 + half of that (higher).
enum class Trend { slower, faster, lower, higher, none };

std::string_view name_of(Scope scope);
std::string_view name_of(Trend trend);

struct Aggregate {
  Scope scope;
  std::string name;           // of the experiment or family; "" for the whole run
  GeometricMean performance;  // of the current results ÷ that of the base
  std::size_t variants;       // with their kernel; at least three
  Trend trend = Trend::none;
};

/// Only kernels count: not what waits for the host in either run, cases so short that least_change
/// is more than 5% of their performance, or rows of launches that do next to nothing. Aggregates of
/// fewer than three variants are left out; of several over the same variants the first is kept.
///
/// Mean and interval are those of mean_change(). Of several runs of the base, the mean nearest to 1
/// is shown, and a trend must hold against every one. Of the aggregates with one trend, on average
/// at most `false_share` have it by chance.
std::vector<Aggregate> aggregates(const GateReport& report, const Catalogue& catalogue);

}  // namespace tilebridge::judge
