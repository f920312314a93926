// SPDX-License-Identifier: Apache-2.0
// Sums as on a GPU, in blocks of 256 products or more (vector_load).
#include "catalogue/tiling/dot.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::host::dot_experiment {
namespace {

template <class T>
void add_atomically(T& sum, T value) {
#pragma omp atomic
  sum += value;
}

template <class T>
void atomic(const Dot<T>& d, Threads threads) {
  *d.result = 0;
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < d.n; ++i) add_atomically(*d.result, d.a[i] * d.b[i]);
}

constexpr std::size_t block_size = Dot<float>::block_size;

template <class T, std::size_t count>
T tree(std::array<T, count> sums) {
  for (std::size_t half = count / 2; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

constexpr std::size_t lanes = 32;

/// The lanes of a vector register play those of a warp: the compiler's own shuffles sum 32 of them.
template <class T>
T by_shuffles(std::array<T, block_size> products) {
  T block_sum = 0;
  for (std::size_t warp = 0; warp < block_size; warp += lanes) {
    T sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t lane = 0; lane < lanes; ++lane) sum += products[warp + lane];
    block_sum += sum;
  }
  return block_sum;
}

template <class T, T (*sum_of)(std::array<T, block_size>)>
void sum_blocks(const Dot<T>& d, Threads threads) {
  *d.result = 0;
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < d.n; first += block_size) {
    std::array<T, block_size> products;
    for (std::size_t k = 0; k < block_size; ++k)
      products[k] = first + k < d.n ? d.a[first + k] * d.b[first + k] : 0;
    add_atomically(*d.result, sum_of(products));
  }
}

/// The compiler chooses the vectors; many products are summed before anything is shared.
template <class T>
void vector_load(const Dot<T>& d, Threads threads) {
  constexpr std::size_t width = vector_sums::block_size;
  constexpr std::size_t piece = vector_sums::loads / 2 * (16 / sizeof(T)) * width;
  *d.result = 0;
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < d.n; first += piece) {
    const std::size_t last = std::min(first + piece, d.n);
    std::array<T, width> sums = {};
    for (std::size_t i = first; i < last; i += width)
      for (std::size_t k = 0; k < std::min(width, last - i); ++k)
        sums[k] += d.a[i + k] * d.b[i + k];
    add_atomically(*d.result, tree(sums));
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("dot/atomic", atomic<T>);
    native.add("dot/block_tree", sum_blocks<T, tree<T, block_size>>);
    native.add("dot/warp_shuffle", sum_blocks<T, by_shuffles<T>>);
    native.add("dot/vector_load", vector_load<T>);
  });
}

}  // namespace tilebridge::host::dot_experiment
