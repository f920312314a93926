// SPDX-License-Identifier: Apache-2.0
// When a loop is worth several threads.
#pragma once

#include <cstddef>

namespace tilebridge {

/// A loop of fewer steps than this finishes before the threads are awake.
constexpr std::size_t worth_threads = 1 << 13;

}  // namespace tilebridge
