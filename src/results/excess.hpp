// SPDX-License-Identifier: Apache-2.0
// In which way a kernel accesses more than another one, by rules that hold for any kernel.
#pragma once

#include <string>

#include "results/exercise.hpp"

namespace tilebridge {

struct Excess {
  std::string seen;    // a sentence
  std::string advice;  // a question to who wrote the kernel
};

/// Returns where `yours` has more of an amount than the reference has.
Excess excess_of(Amount amount, const Counters& yours, const Counters& reference);

}  // namespace tilebridge
