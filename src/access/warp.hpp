// SPDX-License-Identifier: Apache-2.0
// One memory instruction of one warp: from the lanes' byte addresses to what the hardware moves.
// Pure arithmetic; nothing here knows a device.
#pragma once

#include <cstdint>
#include <vector>

#include "access/architecture.hpp"

namespace tilebridge {

/// The address of an inactive lane.
constexpr std::int64_t inactive = -1;

/// The lanes of a warp request this with one instruction.
struct WarpAccess {
  std::vector<std::int64_t> addresses;  // bytes, lane by lane
  int bytes = 4;                        // per lane: 1, 2, 4, 8 or 16; addresses are multiples of it
  Operation operation = Operation::load;

  int active_lanes() const;
  /// The sum over all active lanes; a byte that two lanes request counts twice.
  std::int64_t bytes_asked() const;
  /// Counts the distinct ones among these.
  std::int64_t bytes_used() const;
};

/// Lane i requests `bytes` bytes at first + i · stride, in bytes.
WarpAccess strided(std::int64_t first, std::int64_t stride, int bytes, int lanes = 32);

/// The distinct blocks of `unit` bytes that the lanes touch, as block numbers in ascending order.
std::vector<std::int64_t> blocks_touched(const WarpAccess& access, int unit);

/// Distinct cache lines: on NVIDIA's GPUs, segments of 128 bytes.
int segments(const WarpAccess& access, const Architecture& on = nvidia());
/// Distinct units that move: on NVIDIA's GPUs, sectors of 32 bytes, which the hardware's counters
/// count.
int sectors(const WarpAccess& access, const Architecture& on = nvidia());

/// Distinct units that memory moves to L2 for a load, if L2 has none of them: on NVIDIA's GPUs,
/// bursts of 64 bytes.
int bursts(const WarpAccess& access, const Architecture& on = nvidia());

/// Distinct bytes requested ÷ bytes moved, where whole sectors move; 0 where no lane is active. At
/// most 1.
double use_of_sectors(const WarpAccess& access, const Architecture& on = nvidia());
/// Returns the used share of the bytes that memory moves for a load, in whole bursts.
double use_of_bursts(const WarpAccess& access, const Architecture& on = nvidia());

/// The distinct 4-byte words in every bank that one turn of shared memory must serve; lanes that
/// request the same word are served together (broadcast). A turn is a phase of the architecture. On
/// NVIDIA's GPUs lanes that request 8 bytes take turns by half warps, for 16 bytes by quarters. The
/// two halves of a warp, or quarters of a half, share a turn where every lane requests the same as
/// the lane whose number differs in bit 0, or every lane the same as the one that differs in bit 1
/// (counted on an H200; docs/access-model.md).
struct Turn {
  std::vector<std::vector<std::int64_t>> words;  // per bank, in ascending order

  /// The largest number of words in any bank: the number of wavefronts the turn takes.
  int degree() const;
};
std::vector<Turn> turns(const WarpAccess& access, const Architecture& on = nvidia());

/// The banks that serve a word, wavefront by wavefront, in ascending order.
std::vector<std::vector<int>> serving_banks(const WarpAccess& access,
                                            const Architecture& on = nvidia());

/// The largest number of words that one bank must serve in a turn. 1 without
/// conflict, 0 where no lane is active.
int conflict_degree(const WarpAccess& access, const Architecture& on = nvidia());
/// Passes through shared memory: the sum of the turns' degrees.
int wavefronts(const WarpAccess& access, const Architecture& on = nvidia());

}  // namespace tilebridge
