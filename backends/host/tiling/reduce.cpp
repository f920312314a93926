// SPDX-License-Identifier: Apache-2.0
// Sums as on a GPU, in blocks whose 256 threads are elements of an array.
#include "catalogue/tiling/reduce.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include "backends/host/native.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::host::reduce_experiment {
namespace {

constexpr std::size_t block_size = ReduceShares::block_size;

template <class T>
using Block = std::array<T, block_size>;
template <class T>
using Partials = std::vector<T>;  // one sum per block

/// Each thread sums its part of the `count` elements from in[first] on.
template <std::size_t threads = block_size, class T>
std::array<T, threads> sums_of_threads(const T* in, std::size_t first, std::size_t count) {
  std::array<T, threads> sums = {};
  for (std::size_t i = 0; i < count; i += threads)
    for (std::size_t k = 0; k < std::min(threads, count - i); ++k) sums[k] += in[first + i + k];
  return sums;
}

/// Each thread sums its part of a block's share.
template <class T>
Block<T> sums_of_threads(const Reduce<T>& r, std::size_t block) {
  const std::size_t share = ReduceShares(r.n).share, first = block * share;
  return sums_of_threads(r.in, first, std::min(share, r.n - first));
}

template <class T>
Block<T> sums_of_threads(const Partials<T>& partials) {
  return sums_of_threads(partials.data(), 0, partials.size());
}

template <class T, std::size_t count>
T tree(std::array<T, count> sums) {
  for (std::size_t half = count / 2; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

constexpr std::size_t lanes = 32;

/// A vector register's lanes act as a warp's: the compiler's own shuffles sum 32 of them.
template <class T>
T shuffle(Block<T> values) {
  T block_sum = 0;
  for (std::size_t warp = 0; warp < block_size; warp += lanes) {
    T sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t lane = 0; lane < lanes; ++lane) sum += values[warp + lane];
    block_sum += sum;
  }
  return block_sum;
}

template <class T, T (*block_sum)(Block<T>)>
void two_passes(const Reduce<T>& r, Partials<T>& partials, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t block = 0; block < partials.size(); ++block)
    partials[block] = block_sum(sums_of_threads(r, block));
  *r.result = block_sum(sums_of_threads(partials));
}

template <class T>
void single_pass(const Reduce<T>& r, Partials<T>& partials, Threads threads) {
  std::atomic<std::size_t> ticket = 0;
#pragma omp parallel for num_threads(threads)
  for (std::size_t block = 0; block < partials.size(); ++block) {
    partials[block] = shuffle(sums_of_threads(r, block));
    if (ticket.fetch_add(1) == partials.size() - 1) *r.result = shuffle(sums_of_threads(partials));
  }
}

template <class T, void (*sum)(const Reduce<T>&, Partials<T>&, Threads)>
auto prepare(const Reduce<T>& r, Threads threads) {
  return [r, threads, partials = Partials<T>(ReduceShares(r.n).blocks)]() mutable {
    sum(r, partials, threads);
  };
}

/// The compiler chooses the vectors; many elements are summed before anything is shared.
template <class T>
void vector_load(const Reduce<T>& r, Threads threads) {
  constexpr std::size_t width = vector_sums::block_size;
  constexpr std::size_t piece = vector_sums::loads * (16 / sizeof(T)) * width;
  T total = 0;
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < r.n; first += piece) {
    const T sum = tree(sums_of_threads<width>(r.in, first, std::min(piece, r.n - first)));
#pragma omp atomic
    total += sum;
  }
  *r.result = total;
}

template <class T>
void maximum(const Reduce<T>& r, Threads threads) {
  T largest = Maximum<T>::none;
#pragma omp parallel for reduction(max : largest) num_threads(threads)
  for (std::size_t i = 0; i < r.n; ++i) largest = std::max(largest, r.in[i]);
  *r.result = largest;
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add_prepared("reduce/block_tree", prepare<T, two_passes<T, tree<T, block_size>>>);
    native.add_prepared("reduce/shuffle", prepare<T, two_passes<T, shuffle<T>>>);
    native.add_prepared("reduce/single_pass", prepare<T, single_pass<T>>);
    native.add("reduce/vector_load", vector_load<T>);
    native.add("reduce/maximum", maximum<T>);
  });
}

}  // namespace tilebridge::host::reduce_experiment
