// SPDX-License-Identifier: Apache-2.0
// A thread computes one product after another, from the matrices or from copies of A and B.
#include "catalogue/tiling/batched_gemm.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "backends/host/native.hpp"

namespace tilebridge::host::batched_gemm_experiment {
namespace {

template <int size, class T>
void multiply(const T* a, const T* b, T* c) {
  for (int y = 0; y < size; ++y) {
    std::array<T, size> row = {};
    for (int k = 0; k < size; ++k)
#pragma omp simd
      for (int x = 0; x < size; ++x)
        row[static_cast<std::size_t>(x)] += a[y * size + k] * b[k * size + x];
    std::copy(row.begin(), row.end(), c + y * size);
  }
}

template <class T>
void thread(const BatchedGemm<T>& g, Threads threads) {
  with_matrix_size(g.size, [&](auto size) {
    constexpr std::size_t square = std::size_t{size} * std::size_t{size};
#pragma omp parallel for num_threads(threads)
    for (std::size_t i = 0; i < static_cast<std::size_t>(g.batch) * square; i += square)
      multiply<size>(g.a + i, g.b + i, g.c + i);
  });
}

template <class T>
void staged(const BatchedGemm<T>& g, Threads threads) {
  with_matrix_size(g.size, [&](auto size) {
    constexpr std::size_t square = std::size_t{size} * std::size_t{size};
#pragma omp parallel for num_threads(threads)
    for (std::size_t i = 0; i < static_cast<std::size_t>(g.batch) * square; i += square) {
      std::array<T, square> a;
      std::array<T, square> b;
      std::copy_n(g.a + i, square, a.begin());
      std::copy_n(g.b + i, square, b.begin());
      multiply<size>(a.data(), b.data(), g.c + i);
    }
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("batched_gemm/thread", thread<T>);
    native.add("batched_gemm/team", staged<T>);
    native.add("batched_gemm/packed", staged<T>);
  });
}

}  // namespace tilebridge::host::batched_gemm_experiment
