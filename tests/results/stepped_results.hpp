// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/results/sample_results.hpp"

namespace tilebridge {

/// Results of transpose/padded_tile: Kokkos `loops` at half of native performance, one step that
/// gains half again, and all others nothing.
inline Results stepped_results() {
  Results results = sample_results();
  results.cases.clear();
  const auto add = [&](const std::string& variant, double performance) {
    results.cases.push_back(slower_case("transpose", variant, {{"rows", 1024}, {"cols", 1024}},
                                        {performance, 0.99 * performance, 1.01 * performance}));
  };
  add("padded_tile", 0.5);
  for (std::size_t step = 1; step <= 6; ++step)
    add(step_name("padded_tile", step), step < 4 ? 0.5 : 0.75);
  add("padded_tile_rewritten", 0.75);
  return results;
}

}  // namespace tilebridge
