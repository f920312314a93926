// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of shared_kinds.hpp.
#pragma once

#include "access/kernel.hpp"
#include "catalogue/tiling/shared_kinds.hpp"

namespace tilebridge::shared_kinds_accesses {

/// Every kind has these accesses in every form: an array [4][8][32] lies as one of 1024 elements.
inline std::vector<Kernel> staged(const ModelForm&, const Parameters& p, const HostArrays&) {
  constexpr int block_size = StagedAverages::block_size;
  const std::int64_t n = p["n"];
  const std::int64_t rounds = p["rounds"];
  const Address element = each(n, block_size, 4, [](std::int64_t i) { return i; });
  const Address own = [](Thread thread, std::int64_t) { return std::int64_t{thread.rank} * 4; };
  const Address other = [](Thread thread, std::int64_t) {
    return std::int64_t{(thread.rank + StagedAverages::apart) % block_size} * 4;
  };
  // The last average is of the threads with an element.
  const auto where_one_is = [=](const Address& address) -> Address {
    return [=](Thread thread, std::int64_t step) {
      return element(thread, 0) == inactive ? inactive : address(thread, step);
    };
  };
  return {{blocks_for(n, block_size),
           block_size,
           {load("in", 4, element), in_shared(store("even", 4, own, 1 + rounds)),
            in_shared(load("even", 4, own, rounds)), in_shared(load("even", 4, other, rounds)),
            in_shared(store("odd", 4, own, rounds)), in_shared(load("odd", 4, own, rounds)),
            in_shared(load("odd", 4, other, rounds)), in_shared(load("even", 4, where_one_is(own))),
            in_shared(load("even", 4, where_one_is(other))), store("out", 4, element)}}};
}

}  // namespace tilebridge::shared_kinds_accesses
