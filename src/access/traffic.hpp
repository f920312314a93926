// SPDX-License-Identifier: Apache-2.0
// The access model's sum over a kernel: what all warps request and what has to move for it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "access/kernel.hpp"

namespace tilebridge {

struct GlobalTraffic {
  double requests = 0;     // warp instructions with at least one active lane
  double sectors = 0;      // of 32 bytes, added up over the requests
  double bytes_asked = 0;  // by all lanes
  double bytes_used = 0;   // of these, those that a request asks for once or more, counted once

  double sectors_per_request() const { return requests > 0 ? sectors / requests : 0; }
  /// Distinct bytes requested ÷ bytes moved, at most 1.
  double use() const { return sectors > 0 ? bytes_used / (sectors * sector_bytes) : 0; }
};

struct SharedTraffic {
  double requests = 0;
  double wavefronts = 0;  // passes; an instruction without conflicts takes one per 4 bytes per lane

  double wavefronts_per_request() const { return requests > 0 ? wavefronts / requests : 0; }
};

/// Sectors of one array between the SMs (streaming multiprocessors) and L2: those that a block
/// touches count once per block, since L1 serves its repeated reads, and its neighbouring stores
/// merge in L2. Loads past L1 count at every request.
struct ArrayTraffic {
  double loaded = 0;
  double stored = 0;  // and changed by atomics
};

struct Traffic {
  GlobalTraffic load, store, atomic;
  SharedTraffic shared_load, shared_store, shared_atomic;
  std::map<std::string, ArrayTraffic> arrays;
  /// Passes through L1 and shared memory, at best one per cycle and SM: a wavefront of shared
  /// memory is one pass, a global request one per 128-byte line that it touches.
  double l1_passes = 0;
  /// Every warp was counted. Otherwise blocks were sampled evenly and their sum scaled.
  bool exact = true;

  /// Between L1 and the warps, in whole sectors.
  double bytes_moved() const {
    return (load.sectors + store.sectors + atomic.sectors) * sector_bytes;
  }
};

/// Adds up `kernels`. Where they request more than `most_addresses` addresses, whole blocks are
/// sampled evenly to stay below that, at least one per kernel.
Traffic traffic(std::span<const Kernel> kernels, double most_addresses, int warp_size = 32);

}  // namespace tilebridge
