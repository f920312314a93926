// SPDX-License-Identifier: Apache-2.0
// One particle per thread, or a Pack of them (soa_vector); variants differ in the data layout.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "catalogue/coalescing/layout.hpp"

namespace tilebridge::cuda::layout_experiment {
namespace {

constexpr int block_size = 256;

template <class Layout, class T>
__global__ void sum(Particles<T> p) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= p.n) return;
  p.out[i] = p.in[Layout::at(i, particle::x, p.n)] + p.in[Layout::at(i, particle::vx, p.n)];
}

constexpr int vector_block_size = 128;
constexpr int vector_blocks_wanted = most_resident_threads / vector_block_size;

/// n is a multiple of the width of a Pack: otherwise vx would not be aligned.
template <class T>
__global__ void __launch_bounds__(vector_block_size, vector_blocks_wanted)
    soa_vector(Particles<T> p) {
  const std::size_t v = blockIdx.x * std::size_t{vector_block_size} + threadIdx.x;
  if (v >= p.n / pack_width<T>) return;
  const Pack<T> x = reinterpret_cast<const Pack<T>*>(p.in + particle::x * p.n)[v];
  const Pack<T> vx = reinterpret_cast<const Pack<T>*>(p.in + particle::vx * p.n)[v];
  Pack<T> sum;
#pragma unroll
  for (int j = 0; j < pack_width<T>; ++j) sum.values[j] = x.values[j] + vx.values[j];
  reinterpret_cast<Pack<T>*>(p.out)[v] = sum;
}

template <class T>
__device__ T larger(T a, T b) {
  return a < b ? b : a;
}

template <class Layout, class T>
__global__ void update(Updated<T> u) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= u.n) return;
  T& x = u.particles[Layout::at(i, particle::x, u.n)];
  x = larger(x, u.particles[Layout::at(i, particle::vx, u.n)]);
}

template <class T>
__global__ void member(Masses<T> m) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < m.n) m.out[i] = m.in[i].mass;
}

template <auto kernel, class Bodies>
void launch(const Bodies& bodies, Stream stream) {
  if (bodies.n > 0) kernel<<<ceil_div(bodies.n, block_size), block_size, 0, stream>>>(bodies);
}

template <class T>
void launch_soa_vector(const Particles<T>& p, Stream stream) {
  constexpr std::size_t width = pack_width<T>;
  if (p.n % width > 0) return launch<sum<Arrays, T>>(p, stream);
  const std::size_t blocks = ceil_div(p.n, width * vector_block_size);
  if (p.n > 0) soa_vector<<<blocks, vector_block_size, 0, stream>>>(p);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("layout/aos", launch<sum<Structures, T>, Particles<T>>);
    native.add("layout/soa", launch<sum<Arrays, T>, Particles<T>>);
    native.add("layout/soa_vector", launch_soa_vector<T>);
    native.add("layout/aosoa", launch<sum<Tiles, T>, Particles<T>>);
    native.add("layout/update_aos", launch<update<Structures, T>, Updated<T>>);
    native.add("layout/update_soa", launch<update<Arrays, T>, Updated<T>>);
    native.add("layout/member", launch<member<T>, Masses<T>>);
  });
}

}  // namespace tilebridge::cuda::layout_experiment
