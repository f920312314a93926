// SPDX-License-Identifier: Apache-2.0
// The levels of a memory hierarchy, found from the curve of latency over working set.
#pragma once

#include "results/results.hpp"

namespace tilebridge {

/// A plateau of the curve.
struct LatencyPlateau {
  std::int64_t from_bytes = 0;  // the smallest and the largest working set on it
  std::int64_t to_bytes = 0;
  double seconds = 0;  // of one step: the median over the plateau
  double cycles = 0;   // of the measured clock; 0 if the platform cannot tell
};

struct LatencyPoint {
  std::int64_t bytes = 0;
  double seconds = 0;
  double cycles = 0;
};

/// The plateaus of a curve whose points are sorted by size: points within 8% of the first of them
/// belong together, and they must span a doubling of the working set. A climb is not a level.
std::vector<LatencyPlateau> plateaus_of(const std::vector<LatencyPoint>& curve);

/// A kernel's walk through one kind of memory, with its plateaus.
struct LatencyLevels {
  std::string variant;
  ModelForm kernel = {};
  std::vector<LatencyPlateau> plateaus;
};

/// Reads the cases of `latency`; omits curves without a plateau.
std::vector<LatencyLevels> latency_levels(const std::vector<CaseResult>& cases);

}  // namespace tilebridge
