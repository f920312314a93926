// SPDX-License-Identifier: Apache-2.0
// The kernels in loops that are longer than ranges_length_test.cpp allows.
#pragma once

#include <array>
#include <string_view>

namespace tilebridge::sources {

struct LongKernel {
  std::string_view key;
  int lines;  // of code
  std::string_view reason;
};

inline constexpr std::string_view staging =
    "scratch has a type, a size in the policy and a View, and what lies before and behind a "
    "barrier is a range of its own";
inline constexpr std::string_view sums_in_scratch =
    "a thread has no variable that outlives a barrier: its sum takes a tile in scratch memory, and "
    "four ranges of two levels each stand for the body of one kernel";
inline constexpr std::string_view short_body =
    "the native kernel has two lines: three Views and the range inside the team count for more";

inline constexpr std::array long_kernels = {
    LongKernel{"reuse/staged", 24, staging},
    LongKernel{"matmul/tile16", 50, sums_in_scratch},
    LongKernel{"matmul/tile32", 50, sums_in_scratch},
    LongKernel{"batched_gemm/team", 36, staging},
    LongKernel{"block_size/add", 14, short_body},
    LongKernel{"block_size/matmul", 24,
               "a league has one dimension: a team's row and column follow by a division"},
    LongKernel{"settings/flat", 34, "bounds and occupancy are in the type of a policy"},
    LongKernel{"local_array/team_scratch", 38, staging},
    LongKernel{"local_array/thread_scratch", 37, staging},
    LongKernel{"fence/barrier", 64, staging},
    LongKernel{"fence/neighbour", 65, staging},
    LongKernel{"hazards/raw", 46, staging},
    LongKernel{"hazards/war", 39, staging},
    LongKernel{"hazards/waw", 40, staging},
    LongKernel{"hazards/with_barrier", 48, staging},
    LongKernel{"conflict_latency/shared", 28, staging},
};

}  // namespace tilebridge::sources
