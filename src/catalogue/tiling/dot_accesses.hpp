// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of dot.hpp. Clearing the result is left out.
#pragma once

#include "access/kernel.hpp"
#include "catalogue/block_sums.hpp"
#include "catalogue/flat_loop.hpp"
#include "catalogue/tiling/dot.hpp"

namespace tilebridge::dot_accesses {

/// The factors of one product per thread.
inline Kernel products(std::int64_t n, int block_size, int bytes) {
  const Address element = each(n, block_size, bytes, [](std::int64_t i) { return i; });
  return {blocks_for(n, block_size),
          block_size,
          {load("a", bytes, element), load("b", bytes, element)}};
}

inline std::vector<Kernel> atomic(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  const int block_size = flat_block_size(form);
  Kernel kernel = products(n, block_size, bytes);
  const Address one_word = each(n, block_size, bytes, [](std::int64_t) { return 0; });
  kernel.accesses.push_back(tilebridge::atomic("result", bytes, one_word));
  return {kernel};
}

/// One sum per block, which thread 0 adds to the result.
inline std::vector<Kernel> summed_per_block(const Parameters& p,
                                            const std::vector<Access>& sum_of_block) {
  const int bytes = real_bytes(p);
  Kernel kernel = products(p["n"], block_sums::block_size, bytes);
  block_sums::append(kernel.accesses, sum_of_block);
  kernel.accesses.push_back(tilebridge::atomic("result", bytes, block_sums::by_first_thread()));
  return {kernel};
}

inline std::vector<Kernel> block_tree(const ModelForm&, const Parameters& p, const HostArrays&) {
  return summed_per_block(p, block_sums::tree(real_bytes(p)));
}

inline std::vector<Kernel> warp_shuffle(const ModelForm& form, const Parameters& p,
                                        const HostArrays&) {
  return summed_per_block(p, block_sums::by_shuffles(form.model, real_bytes(p)));
}

}  // namespace tilebridge::dot_accesses
