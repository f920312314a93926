// Arrays in constant memory, of which a program has one for all prepared cases.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

/// Which contents a __constant__ array has: stands beside it.
struct ConstantArray {
  std::uint64_t contents = 0;  // a number, see ConstantContents
};

/// What the array is to contain when one case runs: copied once, when the case is prepared, as in
/// an application whose coefficients outlive a launch. Where another case has been prepared since,
/// which no measurement does between two samples, put() copies again.
template <class T, std::size_t size>
class ConstantContents {
 public:
  /// `from` is device memory that lives as long as this.
  ConstantContents(T (&symbol)[size], ConstantArray& array, const T* from, Stream stream)
      : symbol_(symbol), array_(array), from_(from), stream_(stream), contents_(next()) {
    put();
  }

  void put() const {
    if (array_.contents == contents_) return;
    check(cudaMemcpyToSymbolAsync(symbol_, from_, sizeof(T) * size, 0, cudaMemcpyDeviceToDevice,
                                  stream_),
          "copying to constant memory");
    array_.contents = contents_;
  }

 private:
  static std::uint64_t next() {
    static std::uint64_t last = 0;
    return ++last;
  }

  T (&symbol_)[size];
  ConstantArray& array_;
  const T* from_;
  Stream stream_;
  std::uint64_t contents_;
};

}  // namespace tilebridge::cuda
