// One particle a thread, soa_vector four; what differs is where its members lie.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/layout.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int block_size = 256;
constexpr int members = Particles::members;
constexpr int tile = Particles::tile;

__global__ void aos(Particles p) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= p.n) return;
  const float* particle = p.in + i * members;
  p.out[i] = particle[Particles::x] + particle[Particles::vx];
}

__global__ void soa(Particles p) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const float* x = p.in + Particles::x * p.n;
  const float* vx = p.in + Particles::vx * p.n;
  if (i < p.n) p.out[i] = x[i] + vx[i];
}

constexpr int vector_block_size = 128;

/// n is a multiple of 4: else vx is not aligned to a vector.
__global__ void soa_vector(Particles p) {
  const std::size_t v = blockIdx.x * std::size_t{vector_block_size} + threadIdx.x;
  if (v >= p.n / 4) return;
  const float4 x = reinterpret_cast<const float4*>(p.in + Particles::x * p.n)[v];
  const float4 vx = reinterpret_cast<const float4*>(p.in + Particles::vx * p.n)[v];
  reinterpret_cast<float4*>(p.out)[v] = {x.x + vx.x, x.y + vx.y, x.z + vx.z, x.w + vx.w};
}

__global__ void aosoa(Particles p) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= p.n) return;
  const float* particle = p.in + i / tile * (tile * members) + i % tile;
  p.out[i] = particle[Particles::x * tile] + particle[Particles::vx * tile];
}

__global__ void member(Masses m) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < m.n) m.out[i] = m.in[i].mass;
}

template <auto kernel, class Bodies>
void launch(const Bodies& bodies, Stream stream) {
  if (bodies.n > 0) kernel<<<ceil_div(bodies.n, block_size), block_size, 0, stream>>>(bodies);
}

void in_vectors(const Particles& p, Stream stream) {
  if (p.n % 4 > 0) return launch<soa>(p, stream);
  const std::size_t blocks = ceil_div(p.n, 4 * vector_block_size);
  if (p.n > 0) soa_vector<<<blocks, vector_block_size, 0, stream>>>(p);
}

}  // namespace

void add_layout(Native& native) {
  native.add("layout/aos", launch<aos, Particles>);
  native.add("layout/soa", launch<soa, Particles>);
  native.add("layout/soa_vector", in_vectors);
  native.add("layout/aosoa", launch<aosoa, Particles>);
  native.add("layout/member", launch<member, Masses>);
}

}  // namespace tilebridge::cuda
