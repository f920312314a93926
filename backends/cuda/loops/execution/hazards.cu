// SPDX-License-Identifier: Apache-2.0
// A block reverses tiles in shared memory, in loops of its threads; all variants but one lack a
// barrier, which is a mistake.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/execution/hazards.hpp"

namespace tilebridge::cuda::loops::hazards_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = Reversal::block_size;
constexpr int last = block_size - 1;

/// Returns 0: at once, or for a late thread after a chain that no compiler knows to end below 3.
__device__ int zero(const Reversal& r, int tile, int t) {
  if (t < Reversal::first_late) return 0;
  float value = 1 / (1 + static_cast<float>(tile));
  for (int step = 0; step < r.late; ++step) value = value / 2 + 1;
  return value > 3 ? 1 : 0;
}

/// Index of thread t's word of a tile in `in` and `out`.
__device__ std::size_t place(const Reversal& r, int tile, int t) {
  return (blockIdx.x * std::size_t(r.tiles) + tile) * block_size + t;
}

struct Missing {
  __device__ static void wait() {}
};

struct Barrier {
  __device__ static void wait() { __syncthreads(); }
};

template <class Between>
__global__ void read_after_write(Reversal r) {
  Word* words = scratch<Word>();  // [block_size]
  for (int t = threadIdx.x; t < block_size; t += blockDim.x) words[t] = 0;
  __syncthreads();
  for (int tile = 0; tile < r.tiles; ++tile) {
    for (int t = threadIdx.x; t < block_size; t += blockDim.x)
      words[t] = r.in[place(r, tile, t)] + zero(r, tile, t);
    Between::wait();
    for (int t = threadIdx.x; t < block_size; t += blockDim.x)
      r.out[place(r, tile, t)] = words[last - t];
    __syncthreads();
  }
}

__global__ void write_after_read(Reversal r) {
  Word* words = scratch<Word>();  // [block_size]
  for (int tile = 0; tile < r.tiles; ++tile) {
    for (int t = threadIdx.x; t < block_size; t += blockDim.x) words[t] = r.in[place(r, tile, t)];
    __syncthreads();
    for (int t = threadIdx.x; t < block_size; t += blockDim.x)
      r.out[place(r, tile, t)] = words[last - t + zero(r, tile, t)];
    // here a barrier is missing
  }
}

__global__ void write_after_write(Reversal r) {
  Word* words = scratch<Word>();  // [block_size]
  for (int tile = 0; tile < r.tiles; ++tile) {
    for (int t = threadIdx.x; t < block_size; t += blockDim.x) words[t] = zero(r, tile, t);
    // here a barrier is missing
    for (int t = threadIdx.x; t < block_size; t += blockDim.x)
      words[last - t] = r.in[place(r, tile, t)];
    __syncthreads();
    for (int t = threadIdx.x; t < block_size; t += blockDim.x) r.out[place(r, tile, t)] = words[t];
    __syncthreads();
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("hazards/raw", flat(read_after_write<Missing>));
  controls.add("hazards/war", flat(write_after_read));
  controls.add("hazards/waw", flat(write_after_write));
  controls.add("hazards/with_barrier", flat(read_after_write<Barrier>));
}

}  // namespace tilebridge::cuda::loops::hazards_experiment
