// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of cache_stores.hpp.
#pragma once

#include "access/kernel.hpp"
#include "catalogue/coalescing/cache_stores.hpp"

namespace tilebridge::cache_stores_accesses {

/// Step 0 loads `in`; of the others, the odd ones load `first`, the even ones `second`.
inline std::vector<Kernel> turned(const Parameters& p, bool past_l1) {
  constexpr int piece = StoreAndRead::piece;
  const std::int64_t steps = p["steps"];
  const Address own = [](Thread thread, std::int64_t) {
    return (thread.block * piece + thread.rank) * 4;
  };
  const Address next = [](Thread thread, std::int64_t) {
    return (thread.block * piece + (thread.rank + StoreAndRead::turn) % piece) * 4;
  };
  Kernel kernel{p["blocks"],
                piece,
                {load("in", 4, next), load("first", 4, next, steps / 2),
                 load("second", 4, next, (steps - 1) / 2), store("first", 4, own, (steps + 1) / 2),
                 store("second", 4, own, steps / 2)}};
  for (Access& access : kernel.accesses)
    access.past_l1 = past_l1 && access.operation == Operation::load;
  return {kernel};
}

/// One element per thread, in every form.
inline std::vector<Kernel> through_l1(const ModelForm&, const Parameters& p, const HostArrays&) {
  return turned(p, false);
}
inline std::vector<Kernel> past_l1(const ModelForm&, const Parameters& p, const HostArrays&) {
  return turned(p, true);
}

}  // namespace tilebridge::cache_stores_accesses
