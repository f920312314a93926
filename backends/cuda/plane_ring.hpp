// SPDX-License-Identifier: Apache-2.0
// Planes of a grid that a block walks through while the copy engine of its SM brings the next ones.
#pragma once

#include "backends/cuda/tensor_maps.hpp"
#include "backends/instructions/walk.hpp"

namespace tilebridge::cuda {

// [shown]
using instructions::Walk;

/// Shared memory has `places` places, which planes take in turn. A warp uses a plane as soon as it
/// has arrived. When all warps have released a plane, its place can be filled again: only the warp
/// whose thread starts the copies waits for the others. Blocks are a multiple of a warp wide.
template <int places>
class PlaneRing {
 public:
  static constexpr int ahead = places - 1;  // planes on their way while one is used

  /// One thread calls it, before a barrier of the block, which has `warps` warps.
  __device__ void begin(int warps) {
    for (int i = 0; i < places; ++i) {
      arrived_[i].begin();
      used_[i].begin(warps);
    }
  }

  /// One thread calls it before it starts the copies of plane `number`: it waits until the plane's
  /// place is free, and returns the arrivals that count the copied bytes.
  __device__ Arrivals& to_fill(unsigned number) {
    used_[number % places].wait(number / places - 1);  // round -1 counts as complete
    return arrived_[number % places];
  }

  /// Waits for plane `number`, which has arrived in place number mod `places`.
  __device__ void wait_for(unsigned number) { arrived_[number % places].wait(number / places); }

  /// Each warp calls it once it has read plane `number`.
  __device__ void release(unsigned number) {
    before_bulk_copies();
    __syncwarp();
    if (threadIdx.x % warp_size == 0) used_[number % places].arrive();
  }

 private:
  Arrivals arrived_[places], used_[places];
};

// [hidden]

}  // namespace tilebridge::cuda
