// SPDX-License-Identifier: Apache-2.0
// One thread of one warp follows a chain; the variants differ in where the chain is stored. In
// registers every thread has a chain of its own.
#include <algorithm>
#include <cstdint>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/textures.hpp"
#include "base/error.hpp"
#include "catalogue/fma_chain.hpp"
#include "catalogue/hierarchy/latency.hpp"

namespace tilebridge::cuda::latency_experiment {
namespace {

using Word = std::uint32_t;
constexpr int words_per_node = PointerChase::words_per_node;

template <class Words>
__device__ Word follow(const Words& words, int steps) {
  Word i = 0;
  for (int step = 0; step < steps; ++step) i = words(i);
  return i;
}

struct Plain {
  __device__ static Word load(const Word* from) { return *from; }
};

struct PastL1 {
  __device__ static Word load(const Word* from) { return __ldcg(from); }
};

/// Executed in the slice of L2 that holds the word.
struct AtHome {
  __device__ static Word load(const Word* from) { return atomicAdd(const_cast<Word*>(from), 0); }
};

constexpr int block_size = 256;  // of the launch that preloads
/// Bytes of shared memory of a block that follows a chain: L1 gets what shared memory leaves, and
/// a block that uses none leaves it less.
constexpr int least_shared = 8 << 10;

/// Brings the first `nodes` nodes into L2.
__global__ void load_ahead(PointerChase c, std::size_t nodes) {
  const std::size_t node = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (node >= nodes) return;
  if (__ldcg(c.next + node * words_per_node) == PointerChase::nowhere)
    *c.last = PointerChase::nowhere;  // never reached: keeps the load alive
}

/// A warp brings what could fit into L1; then one thread follows the chain.
template <class Words>
__device__ void follow_in_caches(const PointerChase& c, const Words& words) {
  const std::size_t ahead = c.nodes < c.ahead_in_l1 ? c.nodes : c.ahead_in_l1;
  Word seen = 0;
  for (std::size_t node = threadIdx.x; node < ahead; node += warp_size)
    seen |= words(node * words_per_node);
  if (seen == PointerChase::nowhere) *c.last = seen;  // never true, as above
  __syncwarp();
  if (threadIdx.x > 0) return;
  *c.last = follow(words, c.steps);
}

/// Launches chain(c, more…) in one warp, with the nodes in L2 and as much L1 as there is.
template <class... More>
void launch_in_caches(void (*chain)(PointerChase, More...), const PointerChase& c, Stream stream,
                      More... more) {
  const std::size_t ahead = std::min(c.nodes, PointerChase::ahead_in_l2);
  check(cudaFuncSetAttribute(chain, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxL1),
        "leaving shared memory to L1");
  load_ahead<<<ceil_div(ahead, block_size), block_size, 0, stream>>>(c, ahead);
  chain<<<1, warp_size, least_shared, stream>>>(c, more...);
}

template <class Load>
__global__ void global_chain(PointerChase c) {
  follow_in_caches(c, [&](std::size_t i) { return Load::load(c.next + i); });
}

template <class Load>
void launch(const PointerChase& c, Stream stream) {
  launch_in_caches(global_chain<Load>, c, stream);
}

__global__ void texture_chain(PointerChase c, cudaTextureObject_t next) {
  follow_in_caches(c, [&](int i) { return tex1Dfetch<Word>(next, i); });
}

auto prepare_texture(const PointerChase& c, Stream stream) {
  check_textures();
  if (c.nodes > PointerChase::most_texture)
    throw Unavailable("a texture of linear memory holds 1 GiB of words");
  const TextureObject next = texture_of_memory(c.next, c.nodes * words_per_node);
  return [c, next, stream] { launch_in_caches(texture_chain, c, stream, *next); };
}

__global__ void shared_chain(PointerChase c) {
  __shared__ Word words[PointerChase::most_shared * words_per_node];

  for (std::size_t node = threadIdx.x; node < c.nodes; node += warp_size)
    words[node * words_per_node] = c.next[node * words_per_node];
  __syncthreads();
  if (threadIdx.x > 0) return;
  *c.last = follow([&](Word i) { return words[i]; }, c.steps);
}

}  // namespace

// Outside the anonymous namespace, in which clang 15 keeps variables from HIP's runtime.
__constant__ Word constant_words[PointerChase::most_constant * words_per_node];

namespace {

__global__ void constant_chain(Word* last, int steps) {
  if (threadIdx.x > 0) return;
  *last = follow([](Word i) { return constant_words[i]; }, steps);
}

__global__ void register_chain(FmaChain f) {
  const std::size_t i = blockIdx.x * std::size_t{warp_size} + threadIdx.x;
  if (i >= f.n) return;
  float value = f.in[i];
#pragma unroll 64
  for (int step = 0; step < f.steps; ++step) value = FmaChain::factor * value + FmaChain::addend;
  f.out[i] = value;
}

void launch_register_chain(const FmaChain& f, Stream stream) {
  register_chain<<<ceil_div(f.n, warp_size), warp_size, 0, stream>>>(f);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("latency/global", launch<Plain>);
  native.add("latency/l2", launch<PastL1>, cache_operators);
  native.add("latency/l2_home", launch<AtHome>);
  native.add_prepared("latency/shared", [](const PointerChase& c, Stream stream) {
    if (c.nodes > PointerChase::most_shared)
      throw Unavailable("the chain in shared memory takes 32 KiB at most");
    return [c, stream] { shared_chain<<<1, warp_size, 0, stream>>>(c); };
  });
  native.add_prepared("latency/constant", [](const PointerChase& c, Stream stream) {
    if (c.nodes > PointerChase::most_constant) throw Unavailable("constant memory holds 64 KiB");
    return [c, stream] {
      check(cudaMemcpyToSymbolAsync(constant_words, c.next, c.nodes * words_per_node * sizeof(Word),
                                    0, cudaMemcpyDeviceToDevice, stream),
            "filling constant memory");
      constant_chain<<<1, warp_size, 0, stream>>>(c.last, c.steps);
    };
  });
  native.add_prepared("latency/texture", prepare_texture);
  native.add("latency/register", launch_register_chain);
}

}  // namespace tilebridge::cuda::latency_experiment
