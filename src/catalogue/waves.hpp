// SPDX-License-Identifier: Apache-2.0
// How kernels that walk along z divide it among blocks, the same in every model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tilebridge {

/// How many of `planes` planes a block walks where a layer takes `across` blocks, the GPU has room
/// for `resident` of them at a time, and a block loads `halo` planes besides its own. Blocks run in
/// waves, each as long as one block takes: the fewest planes in turn are best. A block walks at
/// most 32 times as many planes as it loads besides, and at least 8 times if there are so many.
inline int planes_per_block(std::int64_t across, std::int64_t planes, int halo,
                            std::int64_t resident) {
  const std::int64_t fewest = std::max<std::int64_t>(1, (planes + 32 * halo - 1) / (32 * halo));
  const std::int64_t most = std::max(fewest, planes / (8 * halo));
  std::int64_t best = 1, least = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t layers = fewest; layers <= most; ++layers) {
    const std::int64_t depth = std::max<std::int64_t>(1, (planes + layers - 1) / layers);
    const std::int64_t waves = (across * layers + resident - 1) / resident;
    if (waves * (depth + halo) >= least) continue;
    least = waves * (depth + halo);
    best = depth;
  }
  return static_cast<int>(best);
}

}  // namespace tilebridge
