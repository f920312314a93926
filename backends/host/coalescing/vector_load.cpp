// SPDX-License-Identifier: Apache-2.0
// The compiler chooses the vectors itself: a variant sets how much a block of 256 threads would do.
#include "catalogue/coalescing/vector_load.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::vector_load_experiment {
namespace {

// [*]
constexpr std::size_t block_size = 256;

template <std::size_t width>
void scale(const VectorScale& s, Threads threads) {
  const std::size_t piece = block_size * width * static_cast<std::size_t>(s.items);
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < s.n; first += piece)
    for (std::size_t i = first; i < std::min(first + piece, s.n); ++i) s.out[i] = 2 * s.in[i];
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("vector_load/float1", scale<1>);
  native.add("vector_load/float2", scale<2>);
  native.add("vector_load/float4", scale<4>);
}

}  // namespace tilebridge::host::vector_load_experiment
