// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace tilebridge {

/// A clock that nobody sets.
using SteadyClock = std::chrono::steady_clock;

inline double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

}  // namespace tilebridge
