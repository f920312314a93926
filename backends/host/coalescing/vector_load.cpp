// SPDX-License-Identifier: Apache-2.0
// The compiler chooses the vectors itself: a variant sets how much a block of 256 threads would do.
#include "catalogue/coalescing/vector_load.hpp"

#include <algorithm>

#include "backends/host/native.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::host::vector_load_experiment {
namespace {

constexpr std::size_t block_size = 256;

float twice(float v) { return 2 * v; }
/// Computes with shorter numbers in float.
template <class Short>
Short twice(Short v) {
  return Short::of(2 * static_cast<float>(v));
}

template <std::size_t width, class T>
void scale(const VectorScale<T>& s, Threads threads) {
  const std::size_t piece = block_size * width * static_cast<std::size_t>(s.items);
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < s.n; first += piece)
    for (std::size_t i = first; i < std::min(first + piece, s.n); ++i) s.out[i] = twice(s.in[i]);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, Half, BFloat16>([&]<class T>() {
    native.add("vector_load/float1", scale<1, T>);
    native.add("vector_load/float2", scale<2, T>);
    native.add("vector_load/float4", scale<4, T>);
  });
}

}  // namespace tilebridge::host::vector_load_experiment
