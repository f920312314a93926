// One element a thread, neighbouring threads `stride` elements apart; vector_copy: a vector a
// thread.
#include <cstdint>
#include <limits>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/stride.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int block_size = 256;

__global__ void add(StridedAdd s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.count) s.c[i * s.stride] = s.a[i * s.stride] + s.b[i * s.stride];
}

__global__ void copy(StridedCopy s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.count) s.out[i] = s.in[i * s.stride];
}

constexpr int vector_block_size = 128;

/// At stride 1; the first threads also take what is too little for a vector.
__global__ void vector_copy(StridedCopy s) {
  const std::size_t v = blockIdx.x * std::size_t{vector_block_size} + threadIdx.x;
  const std::size_t vectors = s.count / 4;
  if (v < vectors) reinterpret_cast<float4*>(s.out)[v] = reinterpret_cast<const float4*>(s.in)[v];
  const std::size_t rest = 4 * vectors + v;
  if (rest < s.count) s.out[rest] = s.in[rest];
}

/// Index is 32 bits wide where i · stride fits: a 64-bit remainder costs more than the memory does.
template <class Index>
__global__ void wrapped(WrappedCopy w) {
  const Index i = blockIdx.x * Index{block_size} + threadIdx.x;
  const Index n = static_cast<Index>(w.n);
  if (i < n) w.out[i] = 2 * w.in[i * static_cast<Index>(w.stride) % n];
}

}  // namespace

void add_stride(Native& native) {
  native.add("stride/add", [](const StridedAdd& s, Stream stream) {
    if (s.count == 0) return;
    add<<<ceil_div(s.count, block_size), block_size, 0, stream>>>(s);
  });
  native.add("stride/copy", [](const StridedCopy& s, Stream stream) {
    if (s.count == 0) return;
    copy<<<ceil_div(s.count, block_size), block_size, 0, stream>>>(s);
  });
  native.add("stride/vector_copy", [](const StridedCopy& s, Stream stream) {
    if (s.count == 0) return;
    const std::size_t blocks = ceil_div(s.count, 4 * vector_block_size);
    vector_copy<<<blocks, vector_block_size, 0, stream>>>(s);
  });
  native.add("stride/wrapped", [](const WrappedCopy& w, Stream stream) {
    if (w.n == 0) return;
    const bool fits = (w.n + block_size) * w.stride <= std::numeric_limits<std::uint32_t>::max();
    const auto kernel = fits ? wrapped<std::uint32_t> : wrapped<std::uint64_t>;
    kernel<<<ceil_div(w.n, block_size), block_size, 0, stream>>>(w);
  });
}

}  // namespace tilebridge::cuda
