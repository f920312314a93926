// SPDX-License-Identifier: Apache-2.0
// A block reverses tiles in shared memory; all variants but one lack a barrier, which is a mistake.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/execution/hazards.hpp"

namespace tilebridge::cuda::hazards_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = Reversal::block_size;
constexpr int last = block_size - 1;

/// Returns 0: at once, or in a late thread after a chain that no compiler knows to end below 3.
__device__ int zero(const Reversal& r, int tile) {
  if (threadIdx.x < Reversal::first_late) return 0;
  float value = 1 / (1 + static_cast<float>(tile));
  for (int step = 0; step < r.late; ++step) value = value / 2 + 1;
  return value > 3 ? 1 : 0;
}

/// Index of a thread's word of a tile in `in` and `out`.
__device__ std::size_t place(const Reversal& r, int tile) {
  return (blockIdx.x * std::size_t(r.tiles) + tile) * block_size + threadIdx.x;
}

struct Missing {
  __device__ static void wait() {}
};

struct Barrier {
  __device__ static void wait() { __syncthreads(); }
};

template <class Between>
__global__ void read_after_write(Reversal r) {
  __shared__ Word words[block_size];

  const int t = threadIdx.x;
  words[t] = 0;
  __syncthreads();
  for (int tile = 0; tile < r.tiles; ++tile) {
    words[t] = r.in[place(r, tile)] + zero(r, tile);
    Between::wait();
    r.out[place(r, tile)] = words[last - t];
    __syncthreads();
  }
}

__global__ void write_after_read(Reversal r) {
  __shared__ Word words[block_size];

  const int t = threadIdx.x;
  for (int tile = 0; tile < r.tiles; ++tile) {
    words[t] = r.in[place(r, tile)];
    __syncthreads();
    r.out[place(r, tile)] = words[last - t + zero(r, tile)];
    // here a barrier is missing
  }
}

__global__ void write_after_write(Reversal r) {
  __shared__ Word words[block_size];

  const int t = threadIdx.x;
  for (int tile = 0; tile < r.tiles; ++tile) {
    words[t] = zero(r, tile);
    // here a barrier is missing
    words[last - t] = r.in[place(r, tile)];
    __syncthreads();
    r.out[place(r, tile)] = words[t];
    __syncthreads();
  }
}

template <void (*kernel)(Reversal)>
void launch(const Reversal& r, Stream stream) {
  if (r.blocks > 0) kernel<<<r.blocks, block_size, 0, stream>>>(r);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("hazards/raw", launch<read_after_write<Missing>>);
  native.add("hazards/war", launch<write_after_read>);
  native.add("hazards/waw", launch<write_after_write>);
  native.add("hazards/with_barrier", launch<read_after_write<Barrier>>);
}

}  // namespace tilebridge::cuda::hazards_experiment
