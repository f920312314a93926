// SPDX-License-Identifier: Apache-2.0
// The access model's counts compared with the hardware's.
#pragma once

#include <string_view>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// One quantity of one kernel of a case.
struct CountCheck {
  std::string_view what;  // "load sectors"
  double predicted = 0;
  double counted = 0;

  bool equal() const { return predicted == counted; }
};

/// Sectors of global loads and stores, wavefronts per instruction of shared loads and stores. Empty
/// if the kernel has no prediction that counted every warp, or no counters.
std::vector<CountCheck> check_counts(const KernelResult& result);

}  // namespace tilebridge
