// SPDX-License-Identifier: Apache-2.0
// A warp's 32 values are exchanged repeatedly; each exchange uses the results of the previous one.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/execution/shuffle.hpp"

namespace tilebridge::cuda::shuffle_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = WarpExchange::block_size;
constexpr unsigned all_lanes = 0xffffffff;
constexpr int lanes = WarpExchange::warp_size;  // a wavefront of 64 works as two such warps

/// `next(own, value)` returns a thread's value after one repetition; `own` is its input.
template <class Next>
__device__ void repeat(const WarpExchange& w, const Next& next) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const Word own = w.in[i];
  Word value = own;
  for (int r = 0; r < w.repeats; ++r) value = next(own, value);
  w.out[i] = value;
}

/// `take(value, distance)` returns another lane's value.
template <class Take>
__device__ void exchange(const WarpExchange& w, const Take& take) {
  repeat(w, [&](Word own, Word value) {
#pragma unroll
    for (int distance = 1; distance < lanes; distance *= 2) value = take(value, distance) + own;
    return value;
  });
}

template <int lane, int width>
__global__ void broadcast(WarpExchange w) {
  exchange(w, [](Word value, int) { return __shfl_sync(all_lanes, value, lane, width); });
}

__global__ void up(WarpExchange w) {
  exchange(w, [](Word value, int distance) {
    return __shfl_up_sync(all_lanes, value, distance, lanes);
  });
}

__global__ void down(WarpExchange w) {
  exchange(w, [](Word value, int distance) {
    return __shfl_down_sync(all_lanes, value, distance, lanes);
  });
}

__global__ void xor_butterfly(WarpExchange w) {
  exchange(w, [](Word value, int distance) {
    return __shfl_xor_sync(all_lanes, value, distance, lanes);
  });
}

/// Each group of `width` lanes is summed by itself.
template <int width>
__global__ void sum_shuffle(WarpExchange w) {
  repeat(w, [](Word own, Word value) {
    return own ^ __shfl_sync(all_lanes, warp_sum<width>(value), 0, width);
  });
}

__global__ void listing_butterfly(WarpExchange w) {
  repeat(w, [](Word own, Word value) {
    for (int mask = 1; mask < 8; mask <<= 1) value += __shfl_xor_sync(all_lanes, value, mask, 8);
    return own ^ value;  // value is the group's sum, in all of its lanes
  });
}

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

/// A shuffle moves 4 bytes per lane, so each of a thread's `count` floats takes one.
template <int count>
__global__ void sum_floats(FloatExchange<count> e) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const Pack<float, count> own = reinterpret_cast<const Pack<float, count>*>(e.in)[i];
  Pack<float, count> v = own;
  for (int r = 0; r < e.repeats; ++r) {
#pragma unroll
    for (int k = 0; k < count; ++k) {
      const float sum = __shfl_sync(all_lanes, warp_sum<lanes>(v.values[k]), 0, lanes);
      v.values[k] = own.values[k] + FloatExchange<count>::share * sum;
    }
  }
  reinterpret_cast<Pack<float, count>*>(e.out)[i] = v;
}

template <int count>
void launch_floats(const FloatExchange<count>& e, Stream stream) {
  if (e.blocks > 0) sum_floats<count><<<e.blocks, block_size, 0, stream>>>(e);
}

template <void (*kernel)(WarpExchange)>
void launch(const WarpExchange& w, Stream stream) {
  if (w.blocks > 0) kernel<<<w.blocks, block_size, 0, stream>>>(w);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("shuffle/broadcast", launch<broadcast<0, lanes>>);
  native.add("shuffle/broadcast_16", launch<broadcast<3, 16>>);
  native.add("shuffle/up", launch<up>);
  native.add("shuffle/down", launch<down>);
  native.add("shuffle/xor_butterfly", launch<xor_butterfly>);
  native.add("shuffle/sum_shuffle", launch<sum_shuffle<lanes>>);
  native.add("shuffle/sum_shared", launch<sum_shared>);
  native.add("shuffle/sum_8", launch<sum_shuffle<8>>);
  native.add("shuffle/sum_16", launch<sum_shuffle<16>>);
  native.add("shuffle/listing_butterfly", launch<listing_butterfly>);
  native.add("shuffle/sum_float", launch_floats<1>);
  native.add("shuffle/sum_float4", launch_floats<4>);
  native.add("shuffle/sum_array", launch_floats<8>);
  native.add("shuffle/scan", launch<scan>);
}

}  // namespace tilebridge::cuda::shuffle_experiment
