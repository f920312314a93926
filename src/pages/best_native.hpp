// SPDX-License-Identifier: Apache-2.0
// The fastest native code that does what a case does: what a kernel can be held against, however
// slow the listing that it translates.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::pages {

/// Of one run.
class BestNative {
 public:
  explicit BestNative(const std::vector<CaseResult>& cases);

  /// The shortest native time among the variants of the experiment, for the same parameters and
  /// work; 0 if there is none.
  double seconds(const CaseResult& c) const;

 private:
  std::map<std::string, double> seconds_;
};

}  // namespace tilebridge::pages
