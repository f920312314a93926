// SPDX-License-Identifier: Apache-2.0
// How the blocks of a kernel that walks along z pass through its planes.
#pragma once

namespace tilebridge::instructions {

// [shown]
/// The planes of a layer of blocks, numbered as they are walked through. Every other layer is
/// walked downwards: neighbouring layers begin or end side by side, and the planes that both need
/// are in L2 when the second one comes.
struct Walk {
  int start, step, count;

  __device__ Walk(int layer, int depth, int planes) {
    const int first = layer * depth;
    const bool is_down = layer % 2 == 1;
    count = first + depth < planes ? depth : planes - first;
    start = is_down ? first + count - 1 : first;
    step = is_down ? -1 : 1;
  }
  __device__ int z(int number) const { return start + step * number; }
};

}  // namespace tilebridge::instructions
