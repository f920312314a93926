// SPDX-License-Identifier: Apache-2.0
// When a loop is worth a machine's threads.
#pragma once

#include <cstddef>

namespace tilebridge {

/// Fewer steps than this a loop has done before the threads are awake.
constexpr std::size_t worth_threads = 1 << 13;

}  // namespace tilebridge
