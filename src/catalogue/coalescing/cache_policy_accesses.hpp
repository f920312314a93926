// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of cache_policy.hpp.
#pragma once

#include "access/kernel.hpp"
#include "catalogue/coalescing/cache_policy.hpp"

namespace tilebridge::cache_policy_accesses {

/// One result per thread, one piece per thread block, in both models. Accesses that would lie
/// beyond n read the piece's first element.
inline std::vector<Kernel> one_result_per_thread(const ModelForm&, const Parameters& p,
                                                 const HostArrays&) {
  constexpr int block_size = PieceSum::piece;
  const std::int64_t n = p["n"];
  const Address in = [=](Thread thread, std::int64_t k) -> std::int64_t {
    const std::int64_t first = thread.block * block_size;
    if (first + thread.rank >= n) return inactive;
    const std::int64_t j = first + (thread.rank + k * PieceSum::shift) % block_size;
    return (j < n ? j : first) * 4;
  };
  return {{blocks_for(n, block_size),
           block_size,
           {load("in", 4, in, p["reuse"]),
            store("out", 4, each(n, block_size, 4, [](std::int64_t i) { return i; }))}}};
}

inline std::vector<Kernel> past_l1(const ModelForm& form, const Parameters& p,
                                   const HostArrays& host) {
  std::vector<Kernel> kernels = one_result_per_thread(form, p, host);
  for (Access& access : kernels.front().accesses)
    access.past_l1 = access.operation == Operation::load;
  return kernels;
}

}  // namespace tilebridge::cache_policy_accesses
