// SPDX-License-Identifier: Apache-2.0
#include "access/architecture.hpp"

#include <algorithm>
#include <array>

namespace tilebridge {
namespace {

constexpr int nvidia_lanes = 32;
constexpr int amd_lanes = 64;

/// Groups of `size` lanes in order.
Phases in_order_of(int lanes, int size) {
  Phases phases;
  for (int first = 0; first < lanes; first += size) {
    phases.emplace_back();
    for (int lane = first; lane < std::min(first + size, lanes); ++lane)
      phases.back().push_back(lane);
  }
  return phases;
}

/// Phases in order for up to 4, 8 and 16 bytes: of as many lanes as all banks serve together.
struct InOrder {
  explicit InOrder(int lanes)
      : words(in_order_of(lanes, banks)),
        pairs(in_order_of(lanes, banks / 2)),
        vectors(in_order_of(lanes, banks / 4)) {}

  const Phases& of(int bytes) const {
    if (bytes <= bank_bytes) return words;
    return bytes == 2 * bank_bytes ? pairs : vectors;
  }

  Phases words, pairs, vectors;
};

/// Half warps take turns for 8 bytes, quarters for 16 (CUDA C++ Programming Guide, "Shared Memory";
/// counted on an H200, docs/access-model.md).
const Phases& nvidia_phases(int bytes, Operation) {
  static const InOrder in_order(nvidia_lanes);
  return in_order.of(bytes);
}

/// Lanes first to first + 3 with those from `other` on, and the same in the wavefront's other half.
/// AMD, Composable Kernel, "Understanding AMD GPU LDS and Bank Conflicts": ds_read_b128 is served
/// in eight groups, 0:3+20:23, 4:7+16:19, 8:11+28:31, 12:15+24:27 and these plus 32.
Phases phases_of_read_b128() {
  constexpr std::array<std::array<int, 2>, 4> firsts = {{{0, 20}, {4, 16}, {8, 28}, {12, 24}}};
  Phases phases;
  for (const int half : {0, amd_lanes / 2})
    for (const auto& [first, other] : firsts) {
      phases.emplace_back();
      for (const int begin : {first, other})
        for (int lane = begin; lane < begin + 4; ++lane) phases.back().push_back(half + lane);
    }
  return phases;
}

/// 32 banks of 4 bytes (AMD Instinct MI200 and MI300 Instruction Set Architecture, "Local Data
/// Share"), hence 128 bytes per cycle: half a wavefront's words. Stores of 16 bytes are served in
/// eight groups in order (the document above). Of 8 bytes no document of AMD says it: as in order.
const Phases& amd_phases(int bytes, Operation operation) {
  static const InOrder in_order(amd_lanes);
  static const Phases read_b128 = phases_of_read_b128();
  return bytes == 16 && operation == Operation::load ? read_b128 : in_order.of(bytes);
}

constexpr Vocabulary nvidia_words = {"warp", "segment", "sector", "wavefront", "L1 and the warps"};
constexpr Vocabulary amd_words = {"wavefront", "line", "line", "cycle", "L1 and the wavefronts"};

constexpr std::array<std::string_view, 5> amd_unknown = {
    "which of L2's channels a line comes from, and whether they are loaded evenly",
    "the cycles that the address unit takes to merge a wavefront's lanes into lines",
    "which lanes the LDS serves together for 8 bytes per lane (taken: 16 in order)",
    "the sizes that depend on the wavefront or that Kokkos chooses (taken: those on CUDA)",
    "how many bytes memory moves at once (taken: a line)",
};
constexpr std::array<std::string_view, 6> amd_unknown_and_infinity_cache = {
    amd_unknown[0], amd_unknown[1], amd_unknown[2],
    amd_unknown[3], amd_unknown[4], "what the Infinity Cache keeps from memory"};

// Memory moved 64 bytes for each lone sector that an H200 read (docs/access-model.md). Of compute
// capability 8.0 and 8.9 nothing was counted: taken as on 9.0.
constexpr Architecture of_nvidia(std::string_view name) {
  return {name,         nvidia_lanes, segment_bytes,
          sector_bytes, burst_bytes,  nvidia_phases,
          true,         nvidia_words, {}};
}

// AMD's profiler counts a whole line for every request ("even if only a single value is
// requested"): the unit that moves is the line. Its size: ROCm Compute Profiler, "Vector L1 cache"
// (64 bytes on CDNA 2); AMD CDNA 3 white paper, "Compute Unit" (128 bytes).
constexpr Architecture of_amd(std::string_view name, int line,
                              std::span<const std::string_view> unknown) {
  return {name, amd_lanes, line, line, line, amd_phases, false, amd_words, unknown};
}

constexpr std::array<Architecture, 5> all = {{
    of_nvidia("sm_90"),
    of_nvidia("sm_80"),
    of_nvidia("sm_89"),
    of_amd("gfx90a", 64, amd_unknown),
    of_amd("gfx942", 128, amd_unknown_and_infinity_cache),
}};

}  // namespace

const Architecture& nvidia() { return all.front(); }

const Architecture* find_architecture(std::string_view name) {
  const auto found =
      std::ranges::find_if(all, [&](const Architecture& a) { return a.name == name; });
  if (found != all.end()) return &*found;
  return name.starts_with("sm_") ? &nvidia() : nullptr;
}

}  // namespace tilebridge
