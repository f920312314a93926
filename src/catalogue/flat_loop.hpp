// SPDX-License-Identifier: Apache-2.0
// The accesses of a loop over elements, one per thread.
#pragma once

#include <utility>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/terms.hpp"

namespace tilebridge {

/// Threads per block: 256 in native code. Kokkos in ranges code is a RangePolicy, whose blocks have
/// 128 threads on CUDA where a thread takes at most 32 registers (Kokkos 4.7,
/// cuda_deduce_block_size).
inline int flat_block_size(const ModelForm& form) {
  return form.model.is(Model::kokkos) ? 128 : 256;
}

/// A loop over `count` elements of `bytes` bytes.
class FlatLoop {
 public:
  FlatLoop(int block_size, std::int64_t count, int bytes)
      : block_size_(block_size), count_(count), bytes_(bytes) {}
  FlatLoop(const ModelForm& form, std::int64_t count, int bytes)
      : FlatLoop(flat_block_size(form), count, bytes) {}

  /// Iteration i accesses element index_of(i), or index_of(i, step).
  template <class IndexOf>
  Address at(const IndexOf& index_of) const {
    return each(count_, block_size_, bytes_, index_of);
  }
  template <class IndexOf>
  Access load(std::string array, const IndexOf& index_of, std::int64_t steps = 1) const {
    return tilebridge::load(std::move(array), bytes_, at(index_of), steps);
  }
  template <class IndexOf>
  Access store(std::string array, const IndexOf& index_of, std::int64_t steps = 1) const {
    return tilebridge::store(std::move(array), bytes_, at(index_of), steps);
  }
  Kernel kernel(std::vector<Access> accesses) const {
    return {blocks_for(count_, block_size_), block_size_, std::move(accesses)};
  }

 private:
  int block_size_;
  std::int64_t count_;
  int bytes_;
};

}  // namespace tilebridge
