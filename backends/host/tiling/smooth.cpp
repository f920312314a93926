// SPDX-License-Identifier: Apache-2.0
// Cache blocking instead of shared memory.
#include "catalogue/tiling/smooth.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::smooth_experiment {
namespace {

template <class T>
void direct(const Smooth<T>& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 1; i < std::max(s.n, std::size_t{1}) - 1; ++i)
    s.out[i] = (s.in[i - 1] + s.in[i] + s.in[i + 1]) / 3;
}

constexpr std::size_t block_size = Smooth<float>::block_size;

template <class T>
void tile_halo(const Smooth<T>& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 1; first < std::max(s.n, std::size_t{1}) - 1; first += block_size) {
    const std::size_t count = std::min(block_size, s.n - 1 - first);
    std::array<T, block_size + 2> tile;  // one extra element on either side
    std::copy_n(s.in + first - 1, count + 2, tile.begin());
    for (std::size_t k = 0; k < count; ++k)
      s.out[first + k] = (tile[k] + tile[k + 1] + tile[k + 2]) / 3;
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("smooth/direct", direct<T>);
    native.add("smooth/tile_halo", tile_halo<T>);
  });
}

}  // namespace tilebridge::host::smooth_experiment
