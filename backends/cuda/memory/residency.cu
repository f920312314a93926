// SPDX-License-Identifier: Apache-2.0
// A working set is added again and again to words that stream through. The variants differ in what
// they tell L2 of either.
#include <memory>

#include "backends/cache/persistence.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "base/error.hpp"
#include "catalogue/memory/residency.hpp"

namespace tilebridge::cuda::residency_experiment {
namespace {

using Word = std::uint32_t;
using Words = Pack<Word>;
constexpr int width = pack_width<Word>;
constexpr int block_size = SetSums::block_size;

struct Plain {
  __device__ static Words load_set(const Words* from) { return *from; }
  __device__ static Words load(const Words* from) { return *from; }
  __device__ static void store(Words* to, const Words& words) { *to = words; }
};

struct Streaming : Plain {
  __device__ static Words load(const Words* from) {
    const uint4 words = __ldcs(reinterpret_cast<const uint4*>(from));
    return {words.x, words.y, words.z, words.w};
  }
  __device__ static void store(Words* to, const Words& words) {
    const Word* w = words.values;
    __stcs(reinterpret_cast<uint4*>(to), make_uint4(w[0], w[1], w[2], w[3]));
  }
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define TILEBRIDGE_L2_POLICIES
#endif

/// Each access names a policy. Without policies the kernel is compiled but never launched.
struct EvictHints {
#ifdef TILEBRIDGE_L2_POLICIES
  __device__ static std::uint64_t last() {
    std::uint64_t policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    return policy;
  }
  __device__ static std::uint64_t first() {
    std::uint64_t policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    return policy;
  }
  __device__ static Words load_by(const Words* from, std::uint64_t policy) {
    Words words;
    Word* const w = words.values;
    asm("ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
        : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
        : "l"(__cvta_generic_to_global(from)), "l"(policy));
    return words;
  }
  __device__ static Words load_set(const Words* from) { return load_by(from, last()); }
  __device__ static Words load(const Words* from) { return load_by(from, first()); }
  __device__ static void store(Words* to, const Words& words) {
    const Word* const w = words.values;
    asm volatile("st.global.L2::cache_hint.v4.u32 [%0], {%1, %2, %3, %4}, %5;" ::"l"(
                     __cvta_generic_to_global(to)),
                 "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "l"(first())
                 : "memory");
  }
#else
  __device__ static Words load_set(const Words*) { return {}; }
  __device__ static Words load(const Words*) { return {}; }
  __device__ static void store(Words*, const Words&) {}
#endif
};

template <class Access>
__global__ void add_set(SetSums s) {
  const unsigned vectors = s.n / width;
  const unsigned v = blockIdx.x * block_size + threadIdx.x;
  if (v < vectors) {
    const unsigned in_set = v % (static_cast<unsigned>(s.set_words) / width);
    const Words set = Access::load_set(reinterpret_cast<const Words*>(s.set) + in_set);
    Words words = Access::load(reinterpret_cast<const Words*>(s.in) + v);
#pragma unroll
    for (int k = 0; k < width; ++k) words.values[k] += set.values[k];
    Access::store(reinterpret_cast<Words*>(s.out) + v, words);
  }
  const std::int64_t i = std::int64_t{vectors} * width + threadIdx.x;  // in no full vector
  if (blockIdx.x == 0 && i < s.n) s.out[i] = s.in[i] + s.set[i % s.set_words];
}

template <class Access>
void launch(const SetSums& s, Stream stream) {
  const std::size_t blocks = ceil_div(s.n, width * block_size);
  if (s.n > 0) add_set<Access><<<blocks, block_size, 0, stream>>>(s);
}

#ifdef TILEBRIDGE_WITH_HIP
auto prepare_hints(const SetSums&, Stream) -> kernels::PreparedLaunch {
  throw NoEquivalent("HIP has no policies for a cache");
}
#else
auto prepare_hints(const SetSums& s, Stream stream) {
  cudaFuncAttributes attributes = {};
  check(cudaFuncGetAttributes(&attributes, add_set<EvictHints>),
        "asking what a kernel was compiled for");
  if (attributes.ptxVersion < 80) throw Unavailable("needs compute capability 8.0");
  return [=] { launch<EvictHints>(s, stream); };
}
#endif

#ifdef TILEBRIDGE_WITH_HIP
template <bool fitted, bool whole>
auto prepare_window(const SetSums&, Stream) -> kernels::PreparedLaunch {
  throw NoEquivalent("HIP has no access policy window");
}
#else
/// Lines persist from one launch to the next, so that the first pass over the set may find it in
/// L2.
template <bool fitted, bool whole>
auto prepare_window(const SetSums& s, Stream stream) {
  const std::size_t bytes = s.set_bytes();
  const auto set_aside =
      std::make_shared<const cache::SetAside>(fitted ? bytes : cache::largest_part);
  const double share = whole ? 1 : set_aside->share_of(bytes);
  return [s, stream, set_aside, window = cache::window_of(s.set, bytes, share)] {
    set_aside->ensure();
    cache::set_window(window, stream);
    launch<Plain>(s, stream);
    cache::set_window({}, stream);
  };
}
#endif

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("residency/plain", launch<Plain>);
  native.add("residency/streaming", launch<Streaming>, cache_operators);
  native.add_prepared("residency/evict_hints", prepare_hints);
  native.add_prepared("residency/window", prepare_window<false, false>);
  native.add_prepared("residency/window_fitted", prepare_window<true, false>);
  native.add_prepared("residency/window_whole", prepare_window<false, true>);
}

}  // namespace tilebridge::cuda::residency_experiment
