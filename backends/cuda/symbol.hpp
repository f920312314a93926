// SPDX-License-Identifier: Apache-2.0
// File-scope arrays: a program has only one of each, shared by all prepared cases.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

// [shown]
/// Identifies whose contents such an array currently has; declared next to the array.
struct SymbolOwner {
  std::uint64_t number = 0;  // of a SymbolContents; 0 means no owner
};

/// The contents of a __constant__ or __device__ array while one case runs: copied once, when the
/// case is prepared, as in an application where it outlives a launch. If another case has
/// overwritten the array since, which never happens between two samples, put() copies again.
template <class T, std::size_t size>
class SymbolContents {
 public:
  /// The first `count` elements; `from` is device memory that must outlive this object.
  SymbolContents(T (&symbol)[size], SymbolOwner& owner, const T* from, Stream stream,
                 std::size_t count = size)
      : symbol_(symbol), owner_(owner), from_(from), stream_(stream), count_(count) {
    static std::uint64_t last = 0;
    number_ = ++last;
    put();
  }

  void put() const {
    if (owner_.number == number_) return;
    if (count_ > 0)
      check(cudaMemcpyToSymbolAsync(symbol_, from_, sizeof(T) * count_, 0, cudaMemcpyDeviceToDevice,
                                    stream_),
            "setting an array in file scope");
    owner_.number = number_;
  }

 private:
  T (&symbol_)[size];
  SymbolOwner& owner_;
  const T* from_;
  Stream stream_;
  std::size_t count_;
  std::uint64_t number_;
};

}  // namespace tilebridge::cuda
