// SPDX-License-Identifier: Apache-2.0
// Many small matrix products: one per thread, one per block, or several per block. register_tile:
// several per block, and several elements of C per thread.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "catalogue/tiling/batched_gemm.hpp"

namespace tilebridge::cuda::batched_gemm_experiment {
namespace {

template <class T>
constexpr int block_size = BatchedGemm<T>::block_size;

template <class T, int size>
__global__ void by_thread(BatchedGemm<T> g) {
  const int i = blockIdx.x * block_size<T> + threadIdx.x;
  if (i >= g.batch) return;
  const std::size_t first = std::size_t(i) * (size * size);
  const T* a = g.a + first;
  const T* b = g.b + first;
  T* c = g.c + first;
  for (int y = 0; y < size; ++y) {
    T row[size] = {};
    for (int k = 0; k < size; ++k) {
      const T of_a = a[y * size + k];
#pragma unroll
      for (int x = 0; x < size; ++x) row[x] += of_a * b[k * size + x];
    }
#pragma unroll
    for (int x = 0; x < size; ++x) c[y * size + x] = row[x];
  }
}

template <class T>
void thread(const BatchedGemm<T>& g, Stream stream) {
  if (g.batch == 0) return;
  with_matrix_size(g.size, [&](auto size) {
    by_thread<T, size><<<ceil_div(g.batch, block_size<T>), block_size<T>, 0, stream>>>(g);
  });
}

/// Kokkos's kernels need a bound for their largest team; native ones have the same bound.
template <class T, int size>
__global__ void __launch_bounds__(1024) by_team(BatchedGemm<T> g) {
  __shared__ T a[size][size];
  __shared__ T b[size][size];

  const int y = threadIdx.y, x = threadIdx.x;
  const std::size_t i = (std::size_t(blockIdx.x) * size + y) * size + x;
  a[y][x] = g.a[i];
  b[y][x] = g.b[i];
  __syncthreads();
  T sum = 0;
  for (int k = 0; k < size; ++k) sum += a[y][k] * b[k][x];
  g.c[i] = sum;
}

template <class T>
void team(const BatchedGemm<T>& g, Stream stream) {
  if (g.batch == 0) return;
  with_matrix_size(
      g.size, [&](auto size) { by_team<T, size><<<g.batch, dim3(size, size), 0, stream>>>(g); });
}

template <class T, int size>
__global__ void by_block(BatchedGemm<T> g) {
  using Block = PackedMatrices<size>;
  __shared__ T a[Block::elements];
  __shared__ T b[Block::elements];

  constexpr int square = size * size;
  const std::size_t first = std::size_t(blockIdx.x) * Block::elements;
  const std::size_t left = std::size_t(g.batch) * square - first;  // of whole matrices
  for (int e = threadIdx.x; e < Block::elements && e < left; e += Block::threads) {
    a[e] = g.a[first + e];
    b[e] = g.b[first + e];
  }
  __syncthreads();
  for (int e = threadIdx.x; e < Block::elements && e < left; e += Block::threads) {
    const T* row = a + e / size * size;
    const T* column = b + e / square * square + e % size;
    T sum = 0;
    for (int k = 0; k < size; ++k) sum += row[k] * column[k * size];
    g.c[first + e] = sum;
  }
}

template <class T>
void packed(const BatchedGemm<T>& g, Stream stream) {
  if (g.batch == 0) return;
  with_matrix_size(g.size, [&](auto size) {
    using Block = PackedMatrices<size>;
    by_block<T, size><<<ceil_div(g.batch, Block::matrices), Block::threads, 0, stream>>>(g);
  });
}

template <class T, int size>
__global__ void __launch_bounds__((GemmPieces<T, size>::threads),  // HIP's is a macro
                                  blocks_held(GemmPieces<T, size>::blocks,
                                              2 * GemmPieces<T, size>::packs * sizeof(Pack<T>)))
    by_pieces(BatchedGemm<T> g) {
  using Block = GemmPieces<T, size>;
  __shared__ Pack<T> a[Block::packs];
  __shared__ Pack<T> b[Block::packs];

  const std::size_t first = std::size_t(blockIdx.x) * Block::packs;
  const std::size_t left = std::size_t(g.batch) * Block::packs_of_matrix - first;
  const auto* from_a = reinterpret_cast<const Pack<T>*>(g.a) + first;
  const auto* from_b = reinterpret_cast<const Pack<T>*>(g.b) + first;
  Pack<T> held_a[Block::rows], held_b[Block::rows];
#pragma unroll
  for (int i = 0; i < Block::rows; ++i) {
    const int pack = threadIdx.x + i * Block::threads;
    held_a[i] = pack < left ? from_a[pack] : Pack<T>{};
    held_b[i] = pack < left ? from_b[pack] : Pack<T>{};
  }
#pragma unroll
  for (int i = 0; i < Block::rows; ++i) {
    a[threadIdx.x + i * Block::threads] = held_a[i];
    b[threadIdx.x + i * Block::threads] = held_b[i];
  }
  __syncthreads();

  // A thread's rows are `down` rows apart: neighbouring threads have neighbouring rows, which lie
  // in different banks.
  const int column = threadIdx.x % Block::across;
  const int row = threadIdx.x / Block::across % Block::down;
  const int matrix = threadIdx.x / (Block::across * Block::down) * Block::packs_of_matrix;
  const auto place = [&](int i) { return matrix + (row + i * Block::down) * Block::across; };
  Pack<T> sums[Block::rows] = {};
#pragma unroll
  for (int k = 0; k < Block::across; ++k) {
    Pack<T> of_a[Block::rows];
#pragma unroll
    for (int i = 0; i < Block::rows; ++i) of_a[i] = a[place(i) + k];
#pragma unroll
    for (int w = 0; w < Block::width; ++w) {
      const Pack<T> of_b = b[matrix + (k * Block::width + w) * Block::across + column];
#pragma unroll
      for (int i = 0; i < Block::rows; ++i)
#pragma unroll
        for (int x = 0; x < Block::width; ++x)
          sums[i].values[x] += of_a[i].values[w] * of_b.values[x];
    }
  }
  auto* to_c = reinterpret_cast<Pack<T>*>(g.c) + first;
#pragma unroll
  for (int i = 0; i < Block::rows; ++i)
    if (matrix < left) to_c[place(i) + column] = sums[i];
}

template <class T>
void register_tile(const BatchedGemm<T>& g, Stream stream) {
  if (g.batch == 0) return;
  with_matrix_size(g.size, [&](auto size) {
    using Block = GemmPieces<T, size>;
    by_pieces<T, size><<<ceil_div(g.batch, Block::matrices), Block::threads, 0, stream>>>(g);
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("batched_gemm/thread", thread<T>);
    native.add("batched_gemm/team", team<T>);
    native.add("batched_gemm/packed", packed<T>);
    native.add("batched_gemm/register_tile", register_tile<T>);
  });
}

}  // namespace tilebridge::cuda::batched_gemm_experiment
