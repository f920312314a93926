// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of vector_load.hpp.
#pragma once

#include <algorithm>

#include "access/kernel.hpp"
#include "catalogue/coalescing/vector_load.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge::vector_load_accesses {

/// `items` vectors of `width` floats per thread; the first threads each handle one of the floats
/// left over.
class Vectors {
 public:
  Vectors(int width, int block_size, const Parameters& p)
      : width_(width), block_size_(block_size), n_(p["n"]), items_(p["items"]) {}

  /// A RangePolicy: a thread's vectors are as far apart as the launch has threads.
  Kernel in_range() const {
    const std::int64_t threads = std::max((vectors() + items_ - 1) / items_, n_ % width_);
    return kernel(blocks_for(threads, block_size_),
                  [=, t = *this](Thread thread, std::int64_t step) {
                    const std::int64_t i = thread.block * t.block_size_ + thread.rank;
                    return i < threads ? i + step * threads : t.vectors();
                  });
  }
  /// Each block has its own vectors: those of a thread are as far apart as the block has threads.
  Kernel in_blocks() const {
    const auto floats_of_block = static_cast<int>(width_ * block_size_ * items_);
    return kernel(blocks_for(n_, floats_of_block), [t = *this](Thread thread, std::int64_t step) {
      return (thread.block * t.items_ + step) * t.block_size_ + thread.rank;
    });
  }

 private:
  std::int64_t vectors() const { return n_ / width_; }  // whole ones

  /// A thread accesses vector vector_of(thread, step) at a step, if there is such a vector.
  template <class VectorOf>
  Kernel kernel(std::int64_t blocks, const VectorOf& vector_of) const {
    const int bytes = width_ * static_cast<int>(sizeof(float));
    const Address whole = [=, t = *this](Thread thread, std::int64_t step) {
      const std::int64_t vector = vector_of(thread, step);
      return vector < t.vectors() ? vector * bytes : inactive;
    };
    const Address rest = each(n_ % width_, block_size_, 4,
                              [t = *this](std::int64_t i) { return t.vectors() * t.width_ + i; });
    return {blocks,
            block_size_,
            {load("in", bytes, whole, items_), store("out", bytes, whole, items_),
             load("in", 4, rest), store("out", 4, rest)}};
  }

  int width_;  // floats per vector
  int block_size_;
  std::int64_t n_;
  std::int64_t items_;
};

template <int width>
std::vector<Kernel> vectors_of(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const Vectors vectors(width, flat_block_size(form), p);
  return {form.is_plain_kokkos() ? vectors.in_range() : vectors.in_blocks()};
}

}  // namespace tilebridge::vector_load_accesses
