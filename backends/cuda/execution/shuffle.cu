// SPDX-License-Identifier: Apache-2.0
// A warp's 32 values are exchanged repeatedly; each exchange uses the results of the previous one.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/execution/shuffle.hpp"

namespace tilebridge::cuda {
namespace {

// [*]
using Word = std::uint32_t;
constexpr int block_size = WarpExchange::block_size;
constexpr unsigned all_lanes = 0xffffffff;
constexpr int lanes = WarpExchange::warp_size;  // each half of a 64-wide wavefront by itself

/// `next(own, value)` is what a thread holds after one repetition; `own` is its input.
template <class Next>
__device__ void repeat(const WarpExchange& w, const Next& next) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const Word own = w.in[i];
  Word value = own;
  for (int r = 0; r < w.repeats; ++r) value = next(own, value);
  w.out[i] = value;
}

// [broadcast, up, down, xor_butterfly]
/// `take(value, distance)` returns another lane's value.
template <class Take>
__device__ void exchange(const WarpExchange& w, const Take& take) {
  repeat(w, [&](Word own, Word value) {
#pragma unroll
    for (int distance = 1; distance < lanes; distance *= 2) value = take(value, distance) + own;
    return value;
  });
}

// [broadcast]
__global__ void broadcast(WarpExchange w) {
  exchange(w, [](Word value, int) { return __shfl_sync(all_lanes, value, 0, lanes); });
}

// [up]
__global__ void up(WarpExchange w) {
  exchange(w, [](Word value, int distance) {
    return __shfl_up_sync(all_lanes, value, distance, lanes);
  });
}

// [down]
__global__ void down(WarpExchange w) {
  exchange(w, [](Word value, int distance) {
    return __shfl_down_sync(all_lanes, value, distance, lanes);
  });
}

// [xor_butterfly]
__global__ void xor_butterfly(WarpExchange w) {
  exchange(w, [](Word value, int distance) {
    return __shfl_xor_sync(all_lanes, value, distance, lanes);
  });
}

// [sum_shuffle]
__global__ void sum_shuffle(WarpExchange w) {
  repeat(w, [](Word own, Word value) {
    return own ^ __shfl_sync(all_lanes, warp_sum<lanes>(value), 0, lanes);
  });
}

// [sum_shared]
__global__ void sum_shared(WarpExchange w) {
  __shared__ Word words[block_size];

  const int lane = threadIdx.x % lanes;
  Word* const sums = words + (threadIdx.x - lane);  // this warp's
  repeat(w, [&](Word own, Word value) {
    sums[lane] = value;
    __syncwarp();
    for (int half = lanes / 2; half > 0; half /= 2) {
      if (lane < half) sums[lane] += sums[lane + half];
      __syncwarp();
    }
    const Word sum = sums[0];
    __syncwarp();  // all lanes have read before any writes
    return own ^ sum;
  });
}

// [scan]
__global__ void scan(WarpExchange w) {
  const int lane = threadIdx.x % lanes;
  repeat(w, [&](Word own, Word value) {
#pragma unroll
    for (int distance = 1; distance < lanes; distance *= 2) {
      const Word below = __shfl_up_sync(all_lanes, value, distance, lanes);
      if (lane >= distance) value += below;
    }
    return own ^ value;
  });
}

// [*]
template <void (*kernel)(WarpExchange)>
void launch(const WarpExchange& w, Stream stream) {
  if (w.blocks > 0) kernel<<<w.blocks, block_size, 0, stream>>>(w);
}

// [/]

}  // namespace

void add_shuffle(NativeKernels& native) {
  native.add("shuffle/broadcast", launch<broadcast>);
  native.add("shuffle/up", launch<up>);
  native.add("shuffle/down", launch<down>);
  native.add("shuffle/xor_butterfly", launch<xor_butterfly>);
  native.add("shuffle/sum_shuffle", launch<sum_shuffle>);
  native.add("shuffle/sum_shared", launch<sum_shared>);
  native.add("shuffle/scan", launch<scan>);
}

}  // namespace tilebridge::cuda
