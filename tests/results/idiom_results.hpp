// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "tests/results/sample_results.hpp"

namespace tilebridge {

/// Results of the catalogue's idiom team_control/single, where its cost is `cost`.
inline Results idiom_results(double cost) {
  Results results = sample_results();
  results.cases.clear();
  for (const auto& [variant, performance] :
       {std::pair<const char*, double>{"single", 0.5}, {"single_rewritten", 0.5 * cost}})
    results.cases.push_back(slower_case("team_control", variant,
                                        {{"repeats", 64}, {"blocks", 1056}},
                                        {performance, 0.99 * performance, 1.01 * performance}));
  return results;
}

/// Results in which it also costs `other` with Kokkos 5.0.2.
inline Results idiom_results_with_second_build(double cost, double other) {
  Results results = idiom_results(cost);
  results.builds["models"]["kokkos@5.0.2"] = {{"release", "5.0.02"}};
  for (CaseResult& c : results.cases) {
    const Interval own = c.comparisons.front().ratio;
    const double change = c.variant == "single" ? 1 : other / cost;
    c.kernels[other_code] = c.kernels.at(kokkos_code);
    c.comparisons.push_back({other_code,
                             native_code,
                             {own.median * change, own.low * change, own.high * change},
                             Verdict::slower});
  }
  return results;
}

/// Results of policies/mdrange_tile in float and in double.
inline Results idiom_results_in_reals(double in_float, double in_double) {
  Results results = sample_results();
  results.cases.clear();
  for (const auto& [real, cost] : {std::pair("float", in_float), {"double", in_double}})
    for (CaseResult& c : idiom_results(cost).cases) {
      c.experiment = "policies";
      c.variant = c.variant == "single" ? "mdrange_tile" : "mdrange_tile_rewritten";
      c.parameters = {{"nx", 256}, {"ny", 128}, {"nz", 128}};
      c.parameters.set(real_parameter, real);
      results.cases.push_back(c);
    }
  return results;
}

/// The first, and dot/block_tree, whose Kokkos in loops has that idiom, at half of native
/// performance.
inline Results idiom_results_with_kernel(double cost) {
  Results results = idiom_results(cost);
  CaseResult kernel = results.cases.front();
  kernel.experiment = "dot";
  kernel.variant = "block_tree";
  kernel.parameters = {{"n", 1 << 20}};
  results.cases.push_back(kernel);
  return results;
}

}  // namespace tilebridge
