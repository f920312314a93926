// One element a thread, read from where its index says.
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

template <void (*kernel)(Gather)>
void launch(const Gather& g, Stream stream) {
  if (g.n > 0) kernel<<<ceil_div(g.n, block_size), block_size, 0, stream>>>(g);
}

}  // namespace

void add_gather(Native& native) {
  native.add("gather/plain", launch<plain>);
  native.add("gather/read_only", launch<read_only>);
}

}  // namespace tilebridge::cuda
