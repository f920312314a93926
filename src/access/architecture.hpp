// SPDX-License-Identifier: Apache-2.0
// Describes a GPU architecture to the access model: how many lanes execute an instruction, in what
// units memory moves, and which lanes shared memory serves together.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace tilebridge {

// The units of NVIDIA's GPUs since Volta (CUDA C++ Programming Guide, "Compute Capability 7.x":
// 32 banks of 32 bits; Nsight Compute, "Memory Tables": lines of 128 bytes, sectors of 32).
constexpr int segment_bytes = 128;  // a cache line
constexpr int sector_bytes = 32;    // what moves between L2 and L1: a quarter of a line
constexpr int burst_bytes = 64;     // what memory moves to L2 (counted on an H200)
constexpr int bank_bytes = 4;       // in shared memory: a word
constexpr int banks = 32;

enum class Operation { load, store, atomic };

/// Lanes that shared memory serves together, group after group.
using Phases = std::vector<std::vector<int>>;

/// The names that a vendor's documents have for the same things.
struct Vocabulary {
  std::string_view warp;     // "warp", "wavefront"
  std::string_view line;     // "segment", "line"
  std::string_view unit;     // of moved bytes: "sector"; the line where whole lines move
  std::string_view pass;     // through shared memory: "wavefront", "cycle"
  std::string_view between;  // "L1 and the warps"
};

struct Architecture {
  std::string_view name;  // "sm_90", "gfx942"
  int lanes;              // of a warp or wavefront
  int line_bytes;
  int unit_bytes;    // what moves at least between L2 and L1: a sector, or a whole line
  int memory_bytes;  // what a load moves at least from memory to L2: a burst, of whole units
  /// The lanes that requests of `bytes` bytes per lane are served for together, without conflict.
  const Phases& (*phases)(int bytes, Operation operation);
  /// Two phases of a wide access are served in one where lanes request the same in pairs.
  bool merges_phases;
  Vocabulary words;
  /// Names what the model leaves out, and what it assumes because no document says it.
  std::span<const std::string_view> unknown;
};

/// Describes compute capability 8.0, 8.9 and 9.0, and what is counted here alike: 7.0 to 12.1.
const Architecture& nvidia();

/// Finds one by its name, "gfx942"; NVIDIA's for all names that begin with "sm_"; null if unknown.
const Architecture* find_architecture(std::string_view name);

}  // namespace tilebridge
