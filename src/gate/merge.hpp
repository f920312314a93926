// SPDX-License-Identifier: Apache-2.0
// A run that was made in parts, as one result.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

struct ResultPart {
  std::string file;
  Results results;
};

/// The cases of all parts, in their order. Ceilings are the best that any part measured; all else
/// is the first part's, and `program.parts` says how each came about. Throws UsageError, one line
/// that names two files, unless all are of the same build and device, judged by the same parity
/// band, all timed or all profiles, and have no case in common.
Results merged(std::vector<ResultPart> parts);

}  // namespace tilebridge
