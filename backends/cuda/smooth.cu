// One average a thread; what differs is where its three elements are read. The tuned variant makes
// four.
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

constexpr int vector_block_size = 128;

__device__ float average(float a, float b, float c) { return (a + b + c) / 3; }

/// Vector v < last has both its neighbours: one element of each is enough, and L1 has it.
__global__ void vector_direct(Smooth s) {
  const std::size_t v = blockIdx.x * std::size_t{vector_block_size} + threadIdx.x;
  const std::size_t last = (s.n - 1) / 4;
  if (v > 0 && v < last) {
    const float4 m = reinterpret_cast<const float4*>(s.in)[v];
    const float left = s.in[4 * v - 1];
    const float right = s.in[4 * v + 4];
    reinterpret_cast<float4*>(s.out)[v] = {average(left, m.x, m.y), average(m.x, m.y, m.z),
                                           average(m.y, m.z, m.w), average(m.z, m.w, right)};
  }
  if (v >= 3) return;
  const std::size_t head = v + 1;         // the rest of the first vector
  const std::size_t tail = 4 * last + v;  // and what is left of the last
  if (head < s.n - 1) s.out[head] = average(s.in[head - 1], s.in[head], s.in[head + 1]);
  if (last > 0 && tail < s.n - 1) s.out[tail] = average(s.in[tail - 1], s.in[tail], s.in[tail + 1]);
}

template <void (*kernel)(Smooth)>
void launch(const Smooth& s, Stream stream) {
  if (s.n > 2) kernel<<<ceil_div(s.n - 2, block_size), block_size, 0, stream>>>(s);
}

}  // namespace

void add_smooth(Native& native) {
  native.add("smooth/direct", launch<direct>);
  native.add("smooth/tile_halo", launch<tile_halo>);
  native.add("smooth/vector_direct", [](const Smooth& s, Stream stream) {
    const std::size_t blocks = ceil_div(s.n, std::size_t{4} * vector_block_size);
    if (s.n > 2) vector_direct<<<blocks, vector_block_size, 0, stream>>>(s);
  });
}

}  // namespace tilebridge::cuda
