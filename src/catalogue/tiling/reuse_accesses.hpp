// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of reuse.hpp.
#pragma once

#include "access/kernel.hpp"
#include "catalogue/flat_loop.hpp"
#include "catalogue/tiling/reuse.hpp"

namespace tilebridge::reuse_accesses {

constexpr int block_size = static_cast<int>(Reuse::block_size);

inline std::int64_t in_order(std::int64_t i) { return i; }

/// The element for use k of element i: its position among its block's elements.
inline std::int64_t used(std::int64_t i, std::int64_t k) { return (i + k) % block_size; }

/// The threads of a launch, one element per thread. In plain Kokkos threads beyond n read no
/// weights and use no element; in the other code all threads do.
class Threads {
 public:
  Threads(const ModelForm& form, std::int64_t n, int per_block)
      : n_(n), per_block_(per_block), all_(!form.is_plain_kokkos()) {}

  std::int64_t element(Thread thread) const { return thread.block * per_block_ + thread.rank; }
  bool is_working(Thread thread) const { return all_ || element(thread) < n_; }

 private:
  std::int64_t n_;
  int per_block_;
  bool all_;
};

/// All lanes read the same address.
inline Access weights(const Threads& threads, std::int64_t uses) {
  const Address weight = [threads](Thread thread, std::int64_t k) -> std::int64_t {
    return threads.is_working(thread) ? k * 4 : inactive;
  };
  return load("weight", 4, weight, uses);
}

/// Plain Kokkos: in the blocks of a RangePolicy.
inline std::vector<Kernel> direct(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const std::int64_t n = p["n"];
  const std::int64_t uses = p["uses"];
  const int per_block = flat_block_size(form);
  const Threads threads(form, n, per_block);
  const Address of_use = [=](Thread thread, std::int64_t k) -> std::int64_t {
    const std::int64_t i = threads.element(thread);
    const std::int64_t at = i / block_size * block_size + used(i, k);
    return at < n && threads.is_working(thread) ? at * 4 : inactive;
  };
  return {{blocks_for(n, per_block),
           per_block,
           {load("in", 4, of_use, uses), weights(threads, uses),
            store("out", 4, each(n, per_block, 4, in_order))}}};
}

inline std::vector<Kernel> staged(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const std::int64_t n = p["n"];
  const std::int64_t uses = p["uses"];
  const Threads threads(form, n, block_size);
  const Address element = each(n, block_size, 4, in_order);
  const Address fill = [](Thread thread, std::int64_t) { return std::int64_t{thread.rank} * 4; };
  const Address of_use = [=](Thread thread, std::int64_t k) -> std::int64_t {
    return threads.is_working(thread) ? used(thread.rank, k) * 4 : inactive;
  };
  return {{blocks_for(n, block_size),
           block_size,
           {load("in", 4, element), in_shared(store("cache", 4, fill)),
            in_shared(load("cache", 4, of_use, uses)), weights(threads, uses),
            store("out", 4, element)}}};
}

}  // namespace tilebridge::reuse_accesses
