// SPDX-License-Identifier: Apache-2.0
// A run with another Kokkos beside the program's own, for tests.
#pragma once

#include "tests/results/sample_results.hpp"

namespace tilebridge {

/// The sample, whose first case was also timed with 5.0.2: 1.2 of native code, 1.26 of the
/// program's own Kokkos. In its second case the result of 5.0.2 is invalid.
inline Results results_with_release() {
  Results results = sample_results();
  results.builds["releases"]["5.0.2"] = {
      {"version", "5.0.02"}, {"spaces", "Cuda"}, {"flags", "-O3"}};
  ReleaseResult other = {{Status::ok, "", valid(), timing(5e-4), 0.9, 0.8}};
  other.against_native = {{1.2, 1.19, 1.21}, Verdict::faster};
  other.against_own = {{1.26, 1.25, 1.27}, Verdict::faster};
  results.cases[0].releases["5.0.2"] = other;
  results.cases[1].releases["5.0.2"].result = {Status::invalid, "wrong", {}, {}};
  return results;
}

}  // namespace tilebridge
