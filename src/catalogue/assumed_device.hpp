// SPDX-License-Identifier: Apache-2.0
// The device that accesses are declared for, where a launch depends on it: an H200.
#pragma once

#include <cstdint>

namespace tilebridge::assumed_device {

constexpr std::int64_t multiprocessors = 132;
/// Threads that it holds at once.
constexpr std::int64_t resident_threads = multiprocessors * 2048;

}  // namespace tilebridge::assumed_device
