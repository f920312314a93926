// SPDX-License-Identifier: Apache-2.0
// What a run took.
#pragma once

#include "results/results.hpp"

namespace tilebridge {

/// In seconds, with the parts that it resumed; 0 where the file does not say.
double seconds_taken(const Results& results);

/// Adds what a run took to what the parts took that it resumes.
void add_seconds(Results& results, double seconds);

}  // namespace tilebridge
