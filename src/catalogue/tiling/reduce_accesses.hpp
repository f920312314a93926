// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of reduce.hpp.
#pragma once

#include <algorithm>

#include "access/kernel.hpp"
#include "catalogue/block_sums.hpp"
#include "catalogue/tiling/reduce.hpp"

namespace tilebridge::reduce_accesses {

using block_sums::block_size;

/// Workspaces that the implementations allocate: the blocks' sums, and the number of blocks that
/// have stored theirs.
constexpr const char* partials = "partials";
constexpr const char* ticket = "ticket";

/// One element per thread and one sum per block, which is stored.
inline Kernel sum_per_block(std::int64_t n, std::int64_t blocks, int bytes,
                            const std::vector<Access>& sum_of_block) {
  Kernel kernel{blocks, block_size, {}, "blocks"};
  kernel.accesses = {
      load("in", bytes, each(n, block_size, bytes, [](std::int64_t i) { return i; }))};
  block_sums::append(kernel.accesses, sum_of_block);
  kernel.accesses.push_back(store(partials, bytes, block_sums::by_first_thread(bytes)));
  return kernel;
}

/// One block that adds the blocks' sums.
inline Kernel sum_of_partials(std::int64_t blocks, int bytes,
                              const std::vector<Access>& sum_of_block) {
  const Address share = [blocks, bytes](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t i = step * block_size + thread.rank;
    return i < blocks ? i * bytes : inactive;
  };
  Kernel kernel{1, block_size, {}, "partials"};
  kernel.accesses = {load(partials, bytes, share, blocks_for(blocks, block_size))};
  block_sums::append(kernel.accesses, sum_of_block);
  kernel.accesses.push_back(store("result", bytes, block_sums::by_first_thread()));
  return kernel;
}

inline std::vector<Kernel> in_two_passes(const Parameters& p,
                                         const std::vector<Access>& sum_of_block) {
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  const std::int64_t blocks = std::max(blocks_for(n, block_size), std::int64_t{1});
  return {sum_per_block(n, blocks, bytes, sum_of_block),
          sum_of_partials(blocks, bytes, sum_of_block)};
}

inline std::vector<Kernel> block_tree(const ModelForm&, const Parameters& p, const HostArrays&) {
  return in_two_passes(p, block_sums::tree(real_bytes(p)));
}

inline std::vector<Kernel> unrolled(const ModelForm&, const Parameters& p, const HostArrays&) {
  return in_two_passes(p, block_sums::unrolled(real_bytes(p)));
}

inline std::vector<Kernel> shuffle(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return in_two_passes(p, block_sums::by_shuffles(form.model, real_bytes(p)));
}

/// Sums in one kernel, described here as its two parts. In addition, every block draws a ticket
/// and tells all its threads whether it was the last one or, in plain Kokkos, its number.
inline std::vector<Kernel> single_pass(const ModelForm& form, const Parameters& p,
                                       const HostArrays& host) {
  const int said_bytes = form.is_plain_kokkos() ? 4 : 1;
  const Address first_thread = block_sums::by_first_thread();
  const Address all_threads = [](Thread, std::int64_t) { return std::int64_t{0}; };
  std::vector<Kernel> parts = shuffle(form, p, host);
  block_sums::append(parts.front().accesses, {atomic(ticket, 4, first_thread),
                                              in_shared(store("said", said_bytes, first_thread)),
                                              in_shared(load("said", said_bytes, all_threads))});
  parts.back().accesses.push_back(store(ticket, 4, first_thread));
  return parts;
}

}  // namespace tilebridge::reduce_accesses
