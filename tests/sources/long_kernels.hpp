// SPDX-License-Identifier: Apache-2.0
// The kernels in loops that are longer than loops_length_test.cpp allows.
#pragma once

#include <array>
#include <string_view>

namespace tilebridge::sources {

struct LongKernel {
  std::string_view key;
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
    LongKernel{"matmul/tile16", sums_in_scratch},
    LongKernel{"matmul/tile32", sums_in_scratch},
    LongKernel{"batched_gemm/team", staging},
    LongKernel{"shared_kinds/dynamic_array", staging},
    LongKernel{"shared_kinds/three_dimensional", staging},
    LongKernel{"linked_list/managed", short_body},
    LongKernel{"linked_list/mapped", short_body},
    LongKernel{"linked_list/resident", short_body},
    LongKernel{"allocation/cleared", "a View without initial values takes a function of its own"},
    LongKernel{"block_size/add", short_body},
    LongKernel{"launch_bounds/walk_maxrregcount", "four Views, and a feature for each platform"},
    LongKernel{"settings/team", "how long a team is, is asked of Kokkos before the launch"},
    LongKernel{"settings/flat", "bounds and occupancy are in the type of a policy"},
    LongKernel{"local_array/team_scratch", staging},
    LongKernel{"local_array/thread_scratch", staging},
    LongKernel{"fence/barrier", staging},
    LongKernel{"fence/device_fence", staging},
    LongKernel{"fence/none", staging},
    LongKernel{"fence/volatile", staging},
    LongKernel{"hazards/raw", staging},
    LongKernel{"hazards/war", staging},
    LongKernel{"hazards/waw", staging},
    LongKernel{"hazards/with_barrier", staging},
    LongKernel{"conflict_latency/shared", staging},
};

}  // namespace tilebridge::sources
