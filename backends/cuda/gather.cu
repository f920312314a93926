// One element a thread, vector_index four, read from where its index says.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/gather.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int block_size = 256;

__global__ void plain(Gather g) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < g.n) g.out[i] = g.in[g.index[i]];
}

__global__ void read_only(Gather g) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < g.n) g.out[i] = __ldg(g.in + g.index[i]);
}

constexpr int vector_block_size = 128;

/// The first threads also take what is too little for a vector.
__global__ void vector_index(Gather g) {
  const std::size_t v = blockIdx.x * std::size_t{vector_block_size} + threadIdx.x;
  const std::size_t vectors = g.n / 4;
  if (v < vectors) {
    const uint4 at = reinterpret_cast<const uint4*>(g.index)[v];
    reinterpret_cast<float4*>(g.out)[v] = {g.in[at.x], g.in[at.y], g.in[at.z], g.in[at.w]};
  }
  const std::size_t rest = 4 * vectors + v;
  if (rest < g.n) g.out[rest] = g.in[g.index[rest]];
}

template <void (*kernel)(Gather)>
void launch(const Gather& g, Stream stream) {
  if (g.n > 0) kernel<<<ceil_div(g.n, block_size), block_size, 0, stream>>>(g);
}

}  // namespace

void add_gather(Native& native) {
  native.add("gather/plain", launch<plain>);
  native.add("gather/read_only", launch<read_only>);
  native.add("gather/vector_index", [](const Gather& g, Stream stream) {
    const std::size_t blocks = ceil_div(g.n, 4 * vector_block_size);
    if (g.n > 0) vector_index<<<blocks, vector_block_size, 0, stream>>>(g);
  });
}

}  // namespace tilebridge::cuda
