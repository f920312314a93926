// SPDX-License-Identifier: Apache-2.0
// What the wrong elements of an output have in common, and in which way a kernel accesses more than
// another one, by rules that hold for any kernel.
#pragma once

#include <string>

#include "catalogue/problem.hpp"
#include "results/exercise.hpp"

namespace tilebridge {

/// An output, besides its elements.
struct OutputShape {
  std::size_t row = 0;                // elements in a row; 0: the output is no matrix
  bool is_sum = false;                // threads add to its elements
  bool may_have_team_of_one = false;  // a team has one thread on some hosts
};

struct ErrorPattern {
  bool is_unwritten = false;  // the first wrong element still has the bytes that it began with
  std::string seen = {};      // sentences
  std::string advice = {};    // a question to who wrote the kernel; "" if the rules have none
};

/// Returns what is seen in an output that is wrong, and what to ask.
ErrorPattern error_pattern(const Validation& validation, const OutputShape& shape);

struct Excess {
  std::string seen;    // a sentence
  std::string advice;  // a question to who wrote the kernel
};

/// Returns where `yours` has more of an amount than the reference has.
Excess excess_of(Amount amount, const Counters& yours, const Counters& reference);

}  // namespace tilebridge
