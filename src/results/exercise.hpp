// SPDX-License-Identifier: Apache-2.0
// An exercise: a pair whose result is graded by the share of the reference that it reaches.
#pragma once

#include <optional>
#include <string>

#include "results/results.hpp"

namespace tilebridge {

/// What the pair says of it (tilebridge_pair_exercise() in pair.h).
struct Exercise {
  double at_least = 0;    // the share of the reference's performance that passes
  std::string slow = {};  // a case of the catalogue that is slow for the same reason
  std::string good = {};  // one that is not
  std::string unwritten = {}, wrong = {}, slowness = {};  // hints
};

/// The exercise that the results are of; none if it is another run.
std::optional<Exercise> exercise_of(const Results& results);

/// The share that passes: the user's `at_least`, or else the exercise's on a GPU; 0: none.
double share_asked(const Results& results, double at_least);

}  // namespace tilebridge
