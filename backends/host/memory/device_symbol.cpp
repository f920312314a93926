// SPDX-License-Identifier: Apache-2.0
// File-scope variables, which a host accesses like any other memory.
#include "catalogue/memory/device_symbol.hpp"

#include <array>
#include <cstdint>

#include "backends/host/native.hpp"

namespace tilebridge::host::device_symbol_experiment {
namespace {

float variable;

std::array<float, SymbolCopy::most> array;
std::uint64_t array_owner = 0;  // the prepared case whose contents `array` has; 0 for none

void copy(const float* in, float* out, std::size_t n, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < n; ++i) out[i] = in[i];
}

void copy_through_array(const SymbolCopy& s, Threads threads) {
  array_owner = 0;
  copy(s.in, array.data(), s.n, threads);
  copy(array.data(), s.out, s.n, threads);
}

/// A prepared case's contents of the array, which are copied to it once, and again if another case
/// has overwritten them.
class Contents {
 public:
  Contents(const SymbolCopy& s, Threads threads) : s_(s), threads_(threads) {
    static std::uint64_t last = 0;
    number_ = ++last;
    put();
  }

  void put() const {
    if (array_owner == number_) return;
    copy(s_.in, array.data(), s_.n, threads_);
    array_owner = number_;
  }

 private:
  SymbolCopy s_;
  Threads threads_;
  std::uint64_t number_;
};

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("device_symbol/round_trip", [](const SymbolRoundTrip& r, Threads) {
    variable = *r.initial;
    variable += SymbolRoundTrip::increment;
    *r.result = variable;
  });
  native.add("device_symbol/to_symbol", copy_through_array);
  native.add("device_symbol/by_address", copy_through_array);
  native.add_prepared("device_symbol/from_symbol", [](const SymbolCopy& s, Threads threads) {
    return [s, threads, contents = Contents(s, threads)] {
      contents.put();
      copy(array.data(), s.out, s.n, threads);
    };
  });
  native.add("device_symbol/between_kernels", copy_through_array);
}

}  // namespace tilebridge::host::device_symbol_experiment
