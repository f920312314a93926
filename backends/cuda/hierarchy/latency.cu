// SPDX-License-Identifier: Apache-2.0
// One thread of one warp follows a chain; the variants differ in where the chain is stored.
#include <algorithm>
#include <cstdint>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "base/error.hpp"
#include "catalogue/hierarchy/latency.hpp"

namespace tilebridge::cuda {
namespace {

// [*]
using Word = std::uint32_t;
constexpr int words_per_node = PointerChase::words_per_node;

template <class Words>
__device__ Word follow(const Words& words, int steps) {
  Word i = 0;
  for (int step = 0; step < steps; ++step) i = words(i);
  return i;
}

// [global]
struct Plain {
  __device__ static Word load(const Word* from) { return *from; }
};

// [l2]
struct PastL1 {
  __device__ static Word load(const Word* from) { return __ldcg(from); }
};

// [l2_home]
/// Executed in the slice of L2 that holds the word.
struct AtHome {
  __device__ static Word load(const Word* from) { return atomicAdd(const_cast<Word*>(from), 0); }
};

// [global, l2, l2_home]
constexpr int block_size = 256;  // of the launch that preloads
/// Per block that follows a chain: L1 gets what shared memory leaves, and a block that uses none
/// leaves it less.
constexpr int least_shared = 8 << 10;

/// Brings the first `nodes` nodes into L2.
__global__ void load_ahead(PointerChase c, std::size_t nodes) {
  const std::size_t node = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (node >= nodes) return;
  if (__ldcg(c.next + node * words_per_node) == PointerChase::nowhere)
    *c.last = PointerChase::nowhere;  // never reached: keeps the load alive
}

template <class Load>
__global__ void global_chain(PointerChase c) {
  const std::size_t ahead = c.nodes < c.ahead_in_l1 ? c.nodes : c.ahead_in_l1;
  Word seen = 0;
  for (std::size_t node = threadIdx.x; node < ahead; node += warp_size)
    seen |= Load::load(c.next + node * words_per_node);
  if (seen == PointerChase::nowhere) *c.last = seen;  // never true, as above
  __syncwarp();
  if (threadIdx.x > 0) return;
  *c.last = follow([&](Word i) { return Load::load(c.next + i); }, c.steps);
}

template <class Load>
void launch(const PointerChase& c, Stream stream) {
  const std::size_t ahead = std::min(c.nodes, PointerChase::ahead_in_l2);
  check(cudaFuncSetAttribute(global_chain<Load>, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxL1),
        "leaving shared memory to L1");
  load_ahead<<<ceil_div(ahead, block_size), block_size, 0, stream>>>(c, ahead);
  global_chain<Load><<<1, warp_size, least_shared, stream>>>(c);
}

// [shared]
__global__ void shared_chain(PointerChase c) {
  __shared__ Word words[PointerChase::most_shared * words_per_node];

  for (std::size_t node = threadIdx.x; node < c.nodes; node += warp_size)
    words[node * words_per_node] = c.next[node * words_per_node];
  __syncthreads();
  if (threadIdx.x > 0) return;
  *c.last = follow([&](Word i) { return words[i]; }, c.steps);
}

// [constant]
__constant__ Word constant_words[PointerChase::most_constant * words_per_node];

__global__ void constant_chain(Word* last, int steps) {
  if (threadIdx.x > 0) return;
  *last = follow([](Word i) { return constant_words[i]; }, steps);
}

// [/]

}  // namespace

void add_latency(NativeKernels& native) {
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
}

}  // namespace tilebridge::cuda
