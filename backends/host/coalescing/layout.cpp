// SPDX-License-Identifier: Apache-2.0
// One particle after another; the variants differ in the data layout.
#include "catalogue/coalescing/layout.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::layout_experiment {
namespace {

constexpr std::size_t members = particle::members;

template <class T>
void aos(const Particles<T>& p, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < p.n; ++i) {
    const T* particle = p.in + i * members;
    p.out[i] = particle[particle::x] + particle[particle::vx];
  }
}

template <class T>
void soa(const Particles<T>& p, Threads threads) {
  const T* x = p.in + particle::x * p.n;
  const T* vx = p.in + particle::vx * p.n;
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < p.n; ++i) p.out[i] = x[i] + vx[i];
}

constexpr std::size_t tile = particle::tile;

template <class T>
void aosoa(const Particles<T>& p, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < p.n; ++i) {
    const T* particle = p.in + i / tile * (tile * members) + i % tile;
    p.out[i] = particle[particle::x * tile] + particle[particle::vx * tile];
  }
}

template <class T>
void update_aos(const Updated<T>& u, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < u.n; ++i) {
    T* particle = u.particles + i * members;
    particle[particle::x] = std::max(particle[particle::x], particle[particle::vx]);
  }
}

template <class T>
void update_soa(const Updated<T>& u, Threads threads) {
  T* x = u.particles + particle::x * u.n;
  const T* vx = u.particles + particle::vx * u.n;
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < u.n; ++i) x[i] = std::max(x[i], vx[i]);
}

template <class T>
void member(const Masses<T>& m, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < m.n; ++i) m.out[i] = m.in[i].mass;
}

template <class T>
void add_of(NativeKernels& native) {
  native.add("layout/aos", aos<T>);
  native.add("layout/soa", soa<T>);
  native.add("layout/aosoa", aosoa<T>);
  native.add("layout/update_aos", update_aos<T>);
  native.add("layout/update_soa", update_soa<T>);
  native.add("layout/member", member<T>);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(native);
  add_of<double>(native);
}

}  // namespace tilebridge::host::layout_experiment
