// SPDX-License-Identifier: Apache-2.0
// The access model's sum over a kernel: what all warps request and what has to move for it.
#pragma once

#include <map>
#include <span>
#include <string>

#include "access/kernel.hpp"

namespace tilebridge {

struct GlobalTraffic {
  double requests = 0;     // warp instructions with at least one active lane
  double sectors = 0;      // the units that move, added up over the requests
  double bytes_asked = 0;  // by all lanes
  double bytes_used = 0;   // of these, those that a request asks for once or more, counted once

  double sectors_per_request() const { return requests > 0 ? sectors / requests : 0; }
  /// Distinct bytes requested ÷ bytes moved, at most 1.
  double use(int unit_bytes = sector_bytes) const {
    return sectors > 0 ? bytes_used / (sectors * unit_bytes) : 0;
  }
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
  /// Distinct sectors that neighbouring blocks load, and the distinct bursts they lie in: those
  /// that memory moves to L2 if L2 has none of them and keeps each. All blocks are counted where
  /// the traffic is exact, otherwise some that follow one another.
  double sectors_once = 0;
  double bursts_once = 0;

  /// Bytes that memory moves ÷ bytes of the sectors that are loaded: 1 where all sectors of a burst
  /// are; 2 at most on NVIDIA's GPUs.
  double bytes_moved_per_byte(const Architecture& on = nvidia()) const {
    return sectors_once > 0 ? bursts_once * on.memory_bytes / (sectors_once * on.unit_bytes) : 1;
  }
};

struct Traffic {
  GlobalTraffic load, store, atomic;
  SharedTraffic shared_load, shared_store, shared_atomic;
  std::map<std::string, ArrayTraffic> arrays;
  /// Passes through L1 and shared memory, at best one per cycle and SM: a wavefront of shared
  /// memory is one pass, a global request one per line that it touches. On AMD's GPUs the two are
  /// apart, and this is no bound.
  double l1_passes = 0;
  /// Every warp was counted. Otherwise blocks were sampled evenly and their sum scaled.
  bool exact = true;

  /// Between L1 and the warps, in whole sectors.
  double bytes_moved(int unit_bytes = sector_bytes) const {
    return (load.sectors + store.sectors + atomic.sectors) * unit_bytes;
  }
  /// Moved by memory to L2 where L2 is empty and keeps all of it; 0 unless the traffic is exact.
  double bytes_from_memory(int memory_bytes = burst_bytes) const {
    double bursts = 0;
    for (const auto& [array, sectors] : arrays) bursts += sectors.bursts_once;
    return exact ? bursts * memory_bytes : 0;
  }
  /// Passes through shared memory.
  double shared_passes() const {
    return shared_load.wavefronts + shared_store.wavefronts + shared_atomic.wavefronts;
  }
};

/// Adds one request of a warp, but not what it moves of an array.
void add_request(Traffic& sum, Memory memory, const WarpAccess& asked,
                 const Architecture& on = nvidia());

/// How many addresses the threads of a block request, if all are active.
double addresses_of_block(const Kernel& kernel);

/// Adds up `kernels`. Where they request more than `most_addresses` addresses, whole blocks are
/// sampled evenly to stay below that, at least one per kernel.
Traffic traffic(std::span<const Kernel> kernels, double most_addresses,
                const Architecture& on = nvidia());

}  // namespace tilebridge
