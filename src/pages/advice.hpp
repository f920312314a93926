// SPDX-License-Identifier: Apache-2.0
// What to do first, and what it gains on a device.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::pages {

struct AdviceStep {
  std::string question;
  std::string advice;
  std::vector<std::string> measured;  // gains and thresholds; empty without results that have them
};

struct Advice {
  std::string device;                      // on which the gains were measured; "" without results
  std::vector<AdviceStep> steps;           // D1 §5.1's chart, in the order of its questions
  std::vector<std::string> order;          // D1 §5.4's steps, in its order
  std::vector<std::string> order_by_gain;  // each with its gain, the greatest first
};

/// The documents' advice, with the gains of native code in `results`; null for none.
Advice advice(const Results* results);

}  // namespace tilebridge::pages
