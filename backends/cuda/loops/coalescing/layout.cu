// SPDX-License-Identifier: Apache-2.0
// One particle per index of a range; the variants differ in the data layout.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/layout.hpp"

namespace tilebridge::cuda::loops::layout_experiment {
namespace {

constexpr int members = particle::members;

template <class T>
__global__ void aos(Particles<T> p) {
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(p.n)) return;
  p.out[i] = p.in[i * members + particle::x] + p.in[i * members + particle::vx];
}

template <class T>
__global__ void soa(Particles<T> p) {
  const std::int64_t i = index_in_range(), n = p.n;
  if (i < n) p.out[i] = p.in[i + particle::x * n] + p.in[i + particle::vx * n];
}

constexpr int tile = particle::tile;

template <class T>
__global__ void aosoa(Particles<T> p) {
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(p.n)) return;
  const T* particle = p.in + i / tile * (tile * members) + i % tile;
  p.out[i] = particle[particle::x * tile] + particle[particle::vx * tile];
}

template <class T>
__global__ void update_aos(Updated<T> u) {
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(u.n)) return;
  T* particle = u.particles + i * members;
  const T x = particle[particle::x], vx = particle[particle::vx];
  particle[particle::x] = x < vx ? vx : x;
}

template <class T>
__global__ void update_soa(Updated<T> u) {
  const std::int64_t i = index_in_range(), n = u.n;
  if (i >= n) return;
  const T x = u.particles[i + particle::x * n], vx = u.particles[i + particle::vx * n];
  u.particles[i + particle::x * n] = x < vx ? vx : x;
}

template <class T>
__global__ void member(Masses<T> m) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(m.n)) m.out[i] = m.in[i].mass;
}

template <class T>
void add_of(Controls controls) {
  controls.add("layout/aos", flat(aos<T>));
  controls.add("layout/soa", flat(soa<T>));
  controls.add("layout/aosoa", flat(aosoa<T>));
  controls.add("layout/update_aos", flat(update_aos<T>));
  controls.add("layout/update_soa", flat(update_soa<T>));
  controls.add("layout/member", flat(member<T>));
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(Controls(native));
  add_of<double>(Controls(native));
}

}  // namespace tilebridge::cuda::loops::layout_experiment
