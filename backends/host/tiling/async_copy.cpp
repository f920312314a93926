// SPDX-License-Identifier: Apache-2.0
// Sums over tiles as on a GPU. The second tile is filled while the first is used, element by
// element.
#include "catalogue/tiling/async_copy.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::async_copy_experiment {
namespace {

constexpr std::size_t tile = TileSums<float>::tile;

template <class T>
using Tile = std::array<T, tile>;

template <class T>
T element(const TileSums<T>& s, std::size_t i) {
  return i < s.n ? s.in[i] : 0;
}

/// The sum of element t of the tile in `cache`.
template <class T>
T sum_of(const Tile<T>& cache, std::size_t t, int uses) {
  T sum = 0;
  for (std::size_t k = t; k < t + static_cast<std::size_t>(uses); ++k)
    sum = TileSums<T>::factor * sum + cache[k % tile];
  return sum;
}

template <class T>
void staged(const TileSums<T>& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < s.n; first += tile) {
    Tile<T> cache;
    for (std::size_t t = 0; t < tile; ++t) cache[t] = element(s, first + t);
    for (std::size_t t = 0; t < std::min(tile, s.n - first); ++t)
      s.out[first + t] = sum_of(cache, t, s.uses);
  }
}

template <class T>
void staged_double(const TileSums<T>& s, Threads threads) {
  const std::size_t blocks = s.blocks(static_cast<std::size_t>(threads));
  const std::size_t apart = tile * blocks;
#pragma omp parallel for num_threads(threads)
  for (std::size_t block = 0; block < blocks; ++block) {
    Tile<T> cache[2];
    for (std::size_t t = 0; t < tile; ++t) cache[0][t] = element(s, block * tile + t);
    int turn = 0;
    for (std::size_t first = block * tile; first < s.n; first += apart, turn = 1 - turn)
      for (std::size_t t = 0; t < tile; ++t) {
        const T held = element(s, first + apart + t);
        if (first + t < s.n) s.out[first + t] = sum_of(cache[turn], t, s.uses);
        cache[1 - turn][t] = held;
      }
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("async_copy/staged", staged<T>);
    native.add("async_copy/staged_double", staged_double<T>);
  });
}

}  // namespace tilebridge::host::async_copy_experiment
