// SPDX-License-Identifier: Apache-2.0
// Arrays in file scope, of which a program has one for all prepared cases.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

/// Whose contents such an array has: stands beside it.
struct SymbolOwner {
  std::uint64_t number = 0;  // of SymbolContents; 0 for nobody's
};

/// What a __constant__ or __device__ array is to contain when one case runs: copied once, when the
/// case is prepared, as in an application where it outlives a launch. Where another case has
/// written there since, which nothing does between two samples, put() copies again.
template <class T, std::size_t size>
class SymbolContents {
 public:
  /// The first `count` elements; `from` is device memory that lives as long as this.
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
