// SPDX-License-Identifier: Apache-2.0
// Each block of 256 threads takes 256 structures apart.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/tiling/reorder.hpp"

namespace tilebridge::cuda::reorder_experiment {
namespace {

constexpr int block_size = Reorder::block_size;
constexpr int members = Reorder::members;

__global__ void direct(Reorder r) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= r.n) return;
  float held[members];
  for (int m = 0; m < members; ++m) held[m] = r.in[i * members + m];
  for (int m = 0; m < members; ++m) r.out[m * r.n + i] = held[m];
}

__global__ void staged(Reorder r) {
  __shared__ float words[Reorder::rows * (Reorder::row + 1)];

  const unsigned thread = threadIdx.x;
  const std::size_t first = blockIdx.x * std::size_t{block_size};
  const std::size_t first_word = first * members;
  const std::size_t all_words = r.n * members;
  for (unsigned e = thread; e < block_size * members; e += block_size)
    words[r.padded(e)] = first_word + e < all_words ? r.in[first_word + e] : 0;
  __syncthreads();

  const std::size_t i = first + thread;
  if (i >= r.n) return;
  const unsigned place = r.padded(thread * members);
  for (int m = 0; m < members; ++m) r.out[m * r.n + i] = words[place + m];
}

template <void (*kernel)(Reorder)>
void launch(const Reorder& r, Stream stream) {
  if (r.n > 0) kernel<<<ceil_div(r.n, block_size), block_size, 0, stream>>>(r);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("reorder/direct", launch<direct>);
  native.add("reorder/staged", launch<staged>);
}

}  // namespace tilebridge::cuda::reorder_experiment
