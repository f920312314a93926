// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of offset.hpp.
#pragma once

#include "access/kernel.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge::offset_accesses {

/// One element per thread.
inline std::vector<Kernel> copy(const ModelForm& form, const Parameters& p, const HostArrays&) {
  constexpr int bytes = sizeof(float);
  const int block_size = flat_block_size(form);
  const std::int64_t n = p["n"];
  const Address from =
      each(n, block_size, bytes, [offset = p["offset"]](std::int64_t i) { return offset + i; });
  const Address to = each(n, block_size, bytes, [](std::int64_t i) { return i; });
  return {{blocks_for(n, block_size),
           block_size,
           {load("base", bytes, from), store("out", bytes, to)}}};
}

}  // namespace tilebridge::offset_accesses
