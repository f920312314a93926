// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of gather.hpp.
#pragma once

#include <span>

#include "access/kernel.hpp"
#include "catalogue/coalescing/gather.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge::gather_accesses {

inline std::int64_t in_order(std::int64_t i) { return i; }

/// The element of `in` that becomes result i.
class Found {
 public:
  explicit Found(const HostArrays& host) : index_(host.get<std::uint32_t>("index")) {}

  std::int64_t operator()(std::int64_t i) const { return index_[static_cast<std::size_t>(i)]; }

 private:
  std::span<const std::uint32_t> index_;
};

inline std::vector<Kernel> one_per_thread(const ModelForm& form, const Parameters& p,
                                          const HostArrays& host) {
  const int block_size = flat_block_size(form);
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  return {{blocks_for(n, block_size),
           block_size,
           {load("index", 4, each(n, block_size, 4, in_order)),
            load("in", bytes, each(n, block_size, bytes, Found(host))),
            store("out", bytes, each(n, block_size, bytes, in_order))}}};
}

}  // namespace tilebridge::gather_accesses
