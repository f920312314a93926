// SPDX-License-Identifier: Apache-2.0
// Merges the files of a run's ranks into one.
#pragma once

#include <optional>
#include <vector>

#include "results/results.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

struct RankPart {
  RankInfo info;                   // its device and ceilings are those of the results
  std::optional<Results> results;  // none if it left no file
};

/// Host, device, builds and ceilings come from the first rank that did not fail, or else the first
/// that has results; the models of each case from the first rank that has finished it. Of the other
/// ranks' cases the medians are kept, without the samples. There must be results of one rank.
Results of_all_ranks(const std::vector<RankPart>& parts, Order order);

}  // namespace tilebridge::run
