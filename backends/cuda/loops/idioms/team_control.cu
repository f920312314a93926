// SPDX-License-Identifier: Apache-2.0
// Blocks of 256 threads, directed as a team's ranges and ranks do.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/idioms/team_control.hpp"

namespace tilebridge::cuda::loops::team_control_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = TeamShape::block_size;

__device__ std::size_t word_of(int thread) { return blockIdx.x * std::size_t{block_size} + thread; }

/// single(PerTeam) has this condition.
__global__ void single(TeamWords w) {
  Word* const words = scratch<Word>();  // [2], used by turns: one barrier per step suffices
  Word v = w.in[word_of(threadIdx.x)];
  for (int r = 0; r < w.repeats; ++r) {
    if (threadIdx.x == 0 && threadIdx.y == 0) words[r % 2] = v;
    __syncthreads();
    v = mixed(v) + words[r % 2];
  }
  w.out[word_of(threadIdx.x)] = v;
}

__global__ void signed_rank(TeamWords w) {
  const std::int64_t first = std::int64_t{blockIdx.x} * TeamShape::padded_size;
  const auto word = [&](int k) { return w.in[first + k + k / TeamShape::cols]; };
  const int t = threadIdx.x;
  Word v = word(t);
  for (int r = 0; r < w.repeats; ++r) v = mixed(v) + word((t + r) % block_size);
  w.out[word_of(t)] = v;
}

struct Loop {
  template <class Body>
  static __device__ void for_each(const Body& body) {
    for (int t = threadIdx.x; t < block_size; t += blockDim.x) body(t);
  }
};

struct NestedLoops {
  template <class Body>
  static __device__ void for_each(const Body& body) {
    for (int y = threadIdx.y; y < 8; y += blockDim.y)
      for (int x = threadIdx.x; x < 32; x += blockDim.x) body(y * 32 + x);
  }
};

template <class Loops>
__global__ void pass_round(TeamWords w) {
  Word* const words = scratch<Word>();  // [2][block_size]
  Loops::for_each([&](int t) { words[t] = w.in[word_of(t)]; });
  __syncthreads();
  for (int r = 0; r < w.repeats; ++r) {
    const Word* const from = words + r % 2 * block_size;
    Word* const to = words + (r + 1) % 2 * block_size;
    Loops::for_each([&](int t) { to[t] = mixed(from[TeamShape::partner(t)]) + r; });
    __syncthreads();
  }
  Loops::for_each([&](int t) { w.out[word_of(t)] = words[w.repeats % 2 * block_size + t]; });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("team_control/single", flat(single));
  controls.add("team_control/signed_rank", flat(signed_rank));
  controls.add("team_control/team_range", flat(pass_round<Loop>));
  controls.add("team_control/loop_of_one", flat(pass_round<Loop>));
  controls.add("team_control/vector_range", nested(pass_round<NestedLoops>));
}

}  // namespace tilebridge::cuda::loops::team_control_experiment
