// SPDX-License-Identifier: Apache-2.0
// What the kernels of gather.hpp read and write.
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

/// A vector's elements per thread; the first threads handle the elements left over, in both models.
inline std::vector<Kernel> vector_index(const ModelForm&, const Parameters& p,
                                        const HostArrays& host) {
  constexpr int block_size = 128;
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  const int width = 16 / bytes;
  const std::int64_t vectors = n / width;
  const Found found(host);
  const auto whole = [=](int size) { return each(vectors, block_size, size, in_order); };
  const Address each_of_vector = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t v = thread.block * block_size + thread.rank;
    return v < vectors ? found(width * v + step) * bytes : inactive;
  };
  const auto rest = [=](int size, const auto& index_of) {
    return each(n % width, block_size, size,
                [=](std::int64_t i) { return index_of(width * vectors + i); });
  };
  return {{blocks_for(n, width * block_size),
           block_size,
           {load("index", 4 * width, whole(4 * width)), load("in", bytes, each_of_vector, width),
            store("out", 16, whole(16)), load("index", 4, rest(4, in_order)),
            load("in", bytes, rest(bytes, found)), store("out", bytes, rest(bytes, in_order))}}};
}

}  // namespace tilebridge::gather_accesses
