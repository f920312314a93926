// SPDX-License-Identifier: Apache-2.0
// One element per thread, or a vector of them (vector_index), read from where its index points.
#include <cstdint>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "catalogue/coalescing/gather.hpp"

namespace tilebridge::cuda::gather_experiment {
namespace {

constexpr int block_size = 256;

template <class T>
__global__ void plain(Gather<T> g) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < g.n) g.out[i] = g.in[g.index[i]];
}

template <class T>
__global__ void read_only(Gather<T> g) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < g.n) g.out[i] = __ldg(g.in + g.index[i]);
}

constexpr int vector_block_size = 128;
constexpr int vector_blocks_wanted = most_resident_threads / vector_block_size;

/// The first threads also take the elements that do not fill a Pack.
template <class T>
__global__ void __launch_bounds__(vector_block_size, vector_blocks_wanted)
    vector_index(Gather<T> g) {
  constexpr int width = pack_width<T>;
  const std::size_t v = blockIdx.x * std::size_t{vector_block_size} + threadIdx.x;
  const std::size_t packs = g.n / width;
  if (v < packs) {
    const auto indices = reinterpret_cast<const Pack<std::uint32_t, width>*>(g.index)[v];
    Pack<T> found;
#pragma unroll
    for (int j = 0; j < width; ++j) found.values[j] = g.in[indices.values[j]];
    reinterpret_cast<Pack<T>*>(g.out)[v] = found;
  }
  const std::size_t rest = width * packs + v;
  if (rest < g.n) g.out[rest] = g.in[g.index[rest]];
}

template <auto kernel, class T>
void launch(const Gather<T>& g, Stream stream) {
  if (g.n > 0) kernel<<<ceil_div(g.n, block_size), block_size, 0, stream>>>(g);
}

template <class T>
void launch_vector_index(const Gather<T>& g, Stream stream) {
  const std::size_t blocks = ceil_div(g.n, std::size_t{pack_width<T>} * vector_block_size);
  if (g.n > 0) vector_index<<<blocks, vector_block_size, 0, stream>>>(g);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("gather/plain", launch<plain<T>, T>);
    native.add("gather/read_only", launch<read_only<T>, T>);
    native.add("gather/vector_index", launch_vector_index<T>);
  });
}

}  // namespace tilebridge::cuda::gather_experiment
