// One average a thread; what differs is where its three elements are read.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/smooth.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int block_size = 256;

__global__ void direct(Smooth s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x + 1;
  if (i < s.n - 1) s.out[i] = (s.in[i - 1] + s.in[i] + s.in[i + 1]) / 3;
}

__global__ void tile_halo(Smooth s) {
  __shared__ float tile[block_size + 2];  // one element more on either side

  const unsigned thread = threadIdx.x;
  const std::size_t i = blockIdx.x * std::size_t{block_size} + thread + 1;
  if (i < s.n) tile[thread + 1] = s.in[i];
  if (thread == 0) tile[0] = s.in[i - 1];
  if (thread == block_size - 1 && i + 1 < s.n) tile[block_size + 1] = s.in[i + 1];
  __syncthreads();
  if (i < s.n - 1) s.out[i] = (tile[thread] + tile[thread + 1] + tile[thread + 2]) / 3;
}

template <void (*kernel)(Smooth)>
void launch(const Smooth& s, Stream stream) {
  if (s.n > 2) kernel<<<ceil_div(s.n - 2, block_size), block_size, 0, stream>>>(s);
}

}  // namespace

void add_smooth(Native& native) {
  native.add("smooth/direct", launch<direct>);
  native.add("smooth/tile_halo", launch<tile_halo>);
}

}  // namespace tilebridge::cuda
