// SPDX-License-Identifier: Apache-2.0
// One element per thread, neighbouring threads `stride` elements apart; vector_copy: one vector per
// thread.
#include <cstdint>
#include <limits>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "catalogue/coalescing/stride.hpp"

namespace tilebridge::cuda::stride_experiment {
namespace {

constexpr int block_size = 256;

template <class T>
__global__ void add(StridedAdd<T> s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.count) s.c[i * s.stride] = s.a[i * s.stride] + s.b[i * s.stride];
}

template <class T>
__global__ void copy(StridedCopy<T> s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.count) s.out[i] = s.in[i * s.stride];
}

constexpr int vector_block_size = 128;
constexpr int vector_blocks_wanted = most_resident_threads / vector_block_size;

/// At stride 1; the first threads also take the elements that do not fill a Pack.
template <class T>
__global__ void __launch_bounds__(vector_block_size, vector_blocks_wanted)
    vector_copy(StridedCopy<T> s) {
  const std::size_t v = blockIdx.x * std::size_t{vector_block_size} + threadIdx.x;
  const std::size_t packs = s.count / pack_width<T>;
  if (v < packs) reinterpret_cast<Pack<T>*>(s.out)[v] = reinterpret_cast<const Pack<T>*>(s.in)[v];
  const std::size_t rest = pack_width<T> * packs + v;
  if (rest < s.count) s.out[rest] = s.in[rest];
}

/// Index is 32 bits wide where i · stride fits: a 64-bit remainder costs more than the access.
template <class Index, class T>
__global__ void wrapped(WrappedCopy<T> w) {
  const Index i = blockIdx.x * Index{block_size} + threadIdx.x;
  const Index n = static_cast<Index>(w.n);
  if (i < n) w.out[i] = 2 * w.in[i * static_cast<Index>(w.stride) % n];
}

/// At stride 1.
template <class T>
__global__ void read(WrappedCopy<T> w) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < w.n) w.out[i] = 2 * w.in[i];
}

template <class T>
void add_of(NativeKernels& native) {
  native.add("stride/add", [](const StridedAdd<T>& s, Stream stream) {
    if (s.count == 0) return;
    add<<<ceil_div(s.count, block_size), block_size, 0, stream>>>(s);
  });
  native.add("stride/copy", [](const StridedCopy<T>& s, Stream stream) {
    if (s.count == 0) return;
    copy<<<ceil_div(s.count, block_size), block_size, 0, stream>>>(s);
  });
  native.add("stride/vector_copy", [](const StridedCopy<T>& s, Stream stream) {
    if (s.count == 0) return;
    const std::size_t blocks = ceil_div(s.count, std::size_t{pack_width<T>} * vector_block_size);
    vector_copy<<<blocks, vector_block_size, 0, stream>>>(s);
  });
  native.add("stride/wrapped", [](const WrappedCopy<T>& w, Stream stream) {
    if (w.n == 0) return;
    const bool fits = (w.n + block_size) * w.stride <= std::numeric_limits<std::uint32_t>::max();
    const auto kernel = fits ? wrapped<std::uint32_t, T> : wrapped<std::uint64_t, T>;
    kernel<<<ceil_div(w.n, block_size), block_size, 0, stream>>>(w);
  });
  native.add("stride/read", [](const WrappedCopy<T>& w, Stream stream) {
    if (w.n == 0) return;
    read<<<ceil_div(w.n, block_size), block_size, 0, stream>>>(w);
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(native);
  add_of<double>(native);
}

}  // namespace tilebridge::cuda::stride_experiment
