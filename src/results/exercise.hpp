// SPDX-License-Identifier: Apache-2.0
// Exercises: pairs whose result is graded by the share of the reference that it reaches.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// Reads what a pair says of its grade (tilebridge_pair_exercise() in pair.h).
struct Exercise {
  std::string name = {};  // of the pair
  double at_least = 0;    // the share of the reference's performance that passes
  std::string slow = {};  // a case of the catalogue that is slow for the same reason
  std::string good = {};  // one that is not
  std::string unwritten = {}, wrong = {}, slowness = {};  // hints
};

/// Those that were run; none in other results.
std::vector<Exercise> exercises_of(const Results& results);

/// The results with the exercise's cases alone.
Results results_of(const Exercise& exercise, Results results);

/// The share that passes: the user's `at_least`, or else the exercise's on a GPU; 0: none.
double share_asked(const Exercise& exercise, const Results& results, double at_least);

}  // namespace tilebridge
