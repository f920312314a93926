// SPDX-License-Identifier: Apache-2.0
// A sketch shows what the threads of a variant do, in an example small enough to be drawn. The
// access model does not use it.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tilebridge {

constexpr int no_lane = -1;

/// Lanes take each other's values, step by step; in a step all take before any value changes.
struct Exchange {
  struct Step {
    std::string label;         // "round 1"
    std::vector<int> sources;  // for each lane, whose value it takes; no_lane: nobody's
  };
  std::string title;
  std::vector<Step> steps;  // at least one, all of the same number of lanes
  bool adds = false;        // each lane adds what it takes to its own value
};

/// `source_of(lane)` is the lane whose value a lane takes, or no_lane.
template <class SourceOf>
Exchange::Step exchange_step(std::string label, int lanes, const SourceOf& source_of) {
  Exchange::Step step{std::move(label), {}};
  for (int lane = 0; lane < lanes; ++lane) step.sources.push_back(source_of(lane));
  return step;
}

/// The elements that a block stages: those of its own results and, on every side, a halo. A result
/// needs all elements at most as far away as the halo is wide.
struct TileWithHalo {
  std::string title;
  int rows, cols;            // its own elements
  int halo_rows, halo_cols;  // on either side of them
};

using Sketch = std::variant<Exchange, TileWithHalo>;

}  // namespace tilebridge
