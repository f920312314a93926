// SPDX-License-Identifier: Apache-2.0
// How kernels that walk along z divide it among blocks, the same in every model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tilebridge {

/// The fewest and the most layers of blocks that may share the planes.
struct Layers {
  std::int64_t fewest, most;
};

/// How many of `planes` planes a block walks where a layer takes `across` blocks, the GPU has room
/// for `resident` of them at a time, and a block's walk takes as long as `besides` planes more.
/// Blocks run in waves, each as long as one block takes: the fewest planes in turn are best.
inline int planes_of_shortest_walk(std::int64_t across, std::int64_t planes, int besides,
                                   std::int64_t resident, Layers allowed) {
  std::int64_t best = 1, least = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t layers = allowed.fewest; layers <= std::max(allowed.fewest, allowed.most);
       ++layers) {
    const std::int64_t depth = std::max<std::int64_t>(1, (planes + layers - 1) / layers);
    const std::int64_t waves = (across * layers + resident - 1) / resident;
    if (waves * (depth + besides) >= least) continue;
    least = waves * (depth + besides);
    best = depth;
  }
  return static_cast<int>(best);
}

/// The planes per block of a kernel that loads `halo` planes besides a block's own: at most 32
/// times as many, and at least 8 times if there are so many.
inline int planes_per_block(std::int64_t across, std::int64_t planes, int halo,
                            std::int64_t resident) {
  const std::int64_t fewest = std::max<std::int64_t>(1, (planes + 32 * halo - 1) / (32 * halo));
  return planes_of_shortest_walk(across, planes, halo, resident, {fewest, planes / (8 * halo)});
}

}  // namespace tilebridge
