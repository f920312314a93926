// SPDX-License-Identifier: Apache-2.0
// One element per thread, neighbouring threads `stride` elements apart; vector_copy: one vector per
// thread.
#include <cstdint>

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

/// The first threads also take the elements that do not fill a Pack.
template <class T>
__global__ void __launch_bounds__(vector_block_size, vector_blocks_wanted)
    vector_copy(StridedCopy<T> s) {
  const std::size_t v = blockIdx.x * std::size_t{vector_block_size} + threadIdx.x;
  const std::size_t packs = s.count / pack_width<T>;
  if (v < packs) reinterpret_cast<Pack<T>*>(s.out)[v] = reinterpret_cast<const Pack<T>*>(s.in)[v];
  const std::size_t rest = pack_width<T> * packs + v;
  if (rest < s.count) s.out[rest] = s.in[rest];
}

template <class Index, class T>
__global__ void wrapped(WrappedCopy<T> w) {
  const Index i = blockIdx.x * Index{block_size} + threadIdx.x;
  const Index n = static_cast<Index>(w.n);
  if (i < n) w.out[i] = 2 * w.in[i * static_cast<Index>(w.stride) % n];
}

template <class T>
__global__ void read(WrappedCopy<T> w) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < w.n) w.out[i] = 2 * w.in[i];
}

template <auto kernel, class Strided>
void launch(const Strided& s, Stream stream) {
  if (s.count > 0) kernel<<<ceil_div(s.count, block_size), block_size, 0, stream>>>(s);
}

template <class T>
void launch_vector_copy(const StridedCopy<T>& s, Stream stream) {
  const std::size_t blocks = ceil_div(s.count, std::size_t{pack_width<T>} * vector_block_size);
  if (s.count > 0) vector_copy<<<blocks, vector_block_size, 0, stream>>>(s);
}

template <class T>
void launch_wrapped(const WrappedCopy<T>& w, Stream stream) {
  const auto kernel =
      w.fits_in_32_bits(block_size) ? wrapped<std::uint32_t, T> : wrapped<std::uint64_t, T>;
  if (w.n > 0) kernel<<<ceil_div(w.n, block_size), block_size, 0, stream>>>(w);
}

template <class T>
void launch_read(const WrappedCopy<T>& w, Stream stream) {
  if (w.n > 0) read<<<ceil_div(w.n, block_size), block_size, 0, stream>>>(w);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("stride/add", launch<add<T>, StridedAdd<T>>);
    native.add("stride/copy", launch<copy<T>, StridedCopy<T>>);
    native.add("stride/vector_copy", launch_vector_copy<T>);
    native.add("stride/wrapped", launch_wrapped<T>);
    native.add("stride/read", launch_read<T>);
  });
}

}  // namespace tilebridge::cuda::stride_experiment
