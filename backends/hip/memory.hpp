// SPDX-License-Identifier: Apache-2.0
// Says what AMD's GPUs have between L2 and memory, and how they migrate pages: HIP reports neither.
// Needs no HIP.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace tilebridge::hip {

/// The Infinity Cache of an architecture, which HIP's l2CacheSize does not include. 0 if it has
/// none. MI300A, MI300X and MI325X have 256 MiB (AMD CDNA 3 white paper, "Infinity Cache"; ROCm,
/// "AMD GPU specifications": L3), MI210 and MI250 none.
constexpr std::size_t infinity_cache_bytes(std::string_view architecture) {
  return architecture == "gfx942" ? std::size_t{256} << 20U : 0;
}

/// Returns what a flush has to read, once, to have read as much as the last-level cache holds. On
/// gfx942 `l2_bytes` is that of one of up to 8 dies.
constexpr std::size_t last_cache_bytes(std::string_view architecture, std::size_t l2_bytes) {
  return std::max(l2_bytes, infinity_cache_bytes(architecture));
}

/// Says what becomes of managed memory that a kernel touches. `arch_name` is HIP's gcnArchName,
/// "gfx90a:sramecc+:xnack-".
inline std::string managed_memory_text(std::string_view arch_name) {
  if (arch_name.find("xnack+") != std::string_view::npos)
    return "pages migrate on demand (XNACK is on)";
  if (arch_name.find("xnack-") != std::string_view::npos)
    return "pages do not migrate on demand (XNACK is off; HSA_XNACK=1 turns it on)";
  return "pages do not migrate on demand (this GPU has no XNACK)";
}

}  // namespace tilebridge::hip
