// SPDX-License-Identifier: Apache-2.0
// The fastest way we know to read, write, copy and multiply-add.
#include <cstdint>

#include "backends/cuda/argument.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/fma_chain.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/symbol.hpp"
#include "backends/cuda/textures.hpp"
#include "catalogue/hierarchy/bandwidth.hpp"

namespace tilebridge::cuda::bandwidth_experiment {
namespace {

constexpr int block_size = ReadBandwidth::block_size;
constexpr int loads = ReadBandwidth::loads;  // 64 KiB in flight per SM at half occupancy

using Word = std::uint32_t;

__device__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }
__device__ Word sum_of(uint4 v) { return (v.x + v.y) + (v.z + v.w); }

__global__ void read(ReadBandwidth r) {
  __shared__ float sums[block_size];

  const auto* in = reinterpret_cast<const float4*>(r.in);
  const std::size_t vectors = r.n / 4;
  const std::size_t first = blockIdx.x * std::size_t{block_size * loads} + threadIdx.x;
  float sum = 0;
  if (first + (loads - 1) * block_size < vectors) {
    float4 held[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k) held[k] = __ldcs(in + first + k * block_size);
#pragma unroll
    for (int k = 0; k < loads; ++k) sum += sum_of(held[k]);
  } else {
    for (std::size_t i = first; i < vectors; i += block_size) sum += sum_of(in[i]);
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(r.result, sums[0]);
}

__global__ void write(WriteBandwidth w) {
  const std::size_t v = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (v >= w.n / 4) return;
  const auto value = [&](int k) { return static_cast<float>((4 * v + k) & 0xffff); };
  reinterpret_cast<float4*>(w.out)[v] = {value(0), value(1), value(2), value(3)};
}

/// load(v) returns vector v of the block's words. The loop over passes is unrolled `written_out`
/// times; HIP's compiler cannot unroll fetches from a texture.
template <int written_out, class Load>
__device__ void read_again(const BlockRead& r, const Load& load) {
  Word sum = 0;
#pragma unroll written_out
  for (int pass = 0; pass < r.passes; ++pass) {
    const unsigned first = BlockRead::first_vector(threadIdx.x, pass);
#pragma unroll
    for (int k = 0; k < BlockRead::loads; ++k)
      sum += sum_of(load(first + k * BlockRead::block_size));
  }
  const std::size_t i = blockIdx.x * std::size_t{BlockRead::block_size} + threadIdx.x;
  if (i < r.n) r.out[i] = sum;
}

__global__ void read_shared(BlockRead r) {
  __shared__ uint4 words[BlockRead::vectors];

  const auto* in = reinterpret_cast<const uint4*>(r.in);
#pragma unroll
  for (int k = 0; k < BlockRead::loads; ++k) {
    const int v = threadIdx.x + k * BlockRead::block_size;
    words[v] = in[v];
  }
  __syncthreads();
  read_again<4>(r, [&](unsigned v) { return words[v]; });
}

__global__ void read_l1(BlockRead r) {
  const auto* in = reinterpret_cast<const uint4*>(r.in);
  read_again<4>(r, [&](unsigned v) { return in[v]; });
}

template <void (*kernel)(BlockRead)>
void launch_blocks(const BlockRead& r, Stream stream) {
  kernel<<<ceil_div(r.n, BlockRead::block_size), BlockRead::block_size, 0, stream>>>(r);
}

__global__ void read_texture(BlockRead r, cudaTextureObject_t in) {
  read_again<1>(r, [&](int v) { return tex1Dfetch<uint4>(in, v); });
}

auto prepare_texture(const BlockRead& r, Stream stream) {
  check_textures();
  const TextureObject in =
      texture_of_memory(reinterpret_cast<const uint4*>(r.in), BlockRead::vectors);
  return [r, in, stream] {
    read_texture<<<ceil_div(r.n, BlockRead::block_size), BlockRead::block_size, 0, stream>>>(r,
                                                                                             *in);
  };
}

constexpr int vectors_a_pass = BroadcastRead::words_per_pass / 4;
constexpr int all_vectors = BroadcastRead::words / 4;  // a power of two

/// vector(v) returns vector v of the words. Begins with the lane, and adds in order: sums of
/// constants alone are the same for a whole warp, and a compiler might make them once for all its
/// lanes.
template <class Vectors>
__device__ void read_broadcast(const BroadcastRead& r, const Vectors& vector) {
  float sum = threadIdx.x % BroadcastRead::lanes;
#pragma unroll 4
  for (int pass = 0; pass < r.passes; ++pass) {
    const int first = (pass * vectors_a_pass) & (all_vectors - 1);
#pragma unroll
    for (int k = 0; k < vectors_a_pass; ++k) {
      const float4 v = vector(first + k);
      sum = sum + v.x + v.y + v.z + v.w;
    }
  }
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < r.n) r.out[i] = sum;
}

}  // namespace

// Outside the anonymous namespace, in which clang 15 keeps variables from HIP's runtime.
__constant__ float4 constant_words[all_vectors];

namespace {

SymbolOwner words_owner;

__global__ void read_constant(BroadcastRead r) {
  read_broadcast(r, [](int v) { return constant_words[v]; });
}

auto prepare_constant(const BroadcastRead& r, Stream stream) {
  const SymbolContents contents(constant_words, words_owner, reinterpret_cast<const float4*>(r.in),
                                stream);
  return [r, contents, stream] {
    contents.put();
    read_constant<<<ceil_div(r.n, block_size), block_size, 0, stream>>>(r);
  };
}

struct Words {
  float4 vectors[all_vectors];
};

__global__ void read_argument(BroadcastRead r, Words words) {
  read_broadcast(r, [&](int v) { return words.vectors[v]; });
}

auto prepare_argument(const BroadcastRead& r, Stream stream) {
  return [r, words = argument_from<Words>(r.in, stream), stream] {
    read_argument<<<ceil_div(r.n, block_size), block_size, 0, stream>>>(r, words);
  };
}

constexpr int l2_loads = 4;
constexpr int l2_blocks = most_resident_threads / block_size;  // per SM: as many as fit

/// The pieces of all passes are numbered consecutively, and a block takes every gridDim.x-th piece.
__global__ void __launch_bounds__(block_size, l2_blocks) read_l2(CachedRead r) {
  constexpr int piece = block_size * l2_loads;
  const auto* in = reinterpret_cast<const uint4*>(r.in);
  const std::size_t vectors = r.n / 4;
  const std::size_t pieces = (vectors + piece - 1) / piece;
  const std::size_t all = pieces * r.passes;
  const std::size_t apart = gridDim.x % pieces;
  std::size_t here = blockIdx.x % pieces;
  Word sum = 0;
  for (std::size_t p = blockIdx.x; p < all; p += gridDim.x) {
    const std::size_t first = here * piece + threadIdx.x;
    uint4 held[l2_loads] = {};
#pragma unroll
    for (int k = 0; k < l2_loads; ++k)
      if (first + k * block_size < vectors) held[k] = __ldcg(in + first + k * block_size);
#pragma unroll
    for (int k = 0; k < l2_loads; ++k) sum += sum_of(held[k]);
    here += apart;
    if (here >= pieces) here -= pieces;
  }
  sum = __reduce_add_sync(0xffffffff, sum);
  if (threadIdx.x % warp_size == 0) atomicAdd(r.result, sum);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("bandwidth/dram_read", [](const ReadBandwidth& r, Stream stream) {
    check(cudaMemsetAsync(r.result, 0, sizeof(float), stream), "clearing the sum");
    read<<<ceil_div(r.n / 4, block_size * loads), block_size, 0, stream>>>(r);
  });
  native.add("bandwidth/dram_write", [](const WriteBandwidth& w, Stream stream) {
    write<<<ceil_div(w.n / 4, block_size), block_size, 0, stream>>>(w);
  });
  native.add("bandwidth/dram_copy", [](const CopyBandwidth& c, Stream stream) {
    check(cudaMemcpyAsync(c.out, c.in, c.n * sizeof(float), cudaMemcpyDeviceToDevice, stream),
          "copying");
  });
  native.add("bandwidth/fma", launch_chains);
  native.add("bandwidth/shared", launch_blocks<read_shared>);
  native.add("bandwidth/l1", launch_blocks<read_l1>);
  native.add_prepared("bandwidth/texture", prepare_texture);
  native.add_prepared("bandwidth/constant", prepare_constant);
  native.add_prepared("bandwidth/argument", prepare_argument);
  native.add_prepared("bandwidth/l2", [](const CachedRead& r, Stream stream) {
    return [r, stream, blocks = l2_blocks * multiprocessors()] {
      check(cudaMemsetAsync(r.result, 0, sizeof(Word), stream), "clearing the sum");
      read_l2<<<blocks, block_size, 0, stream>>>(r);
    };
  });
}

}  // namespace tilebridge::cuda::bandwidth_experiment
