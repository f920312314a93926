// SPDX-License-Identifier: Apache-2.0
// One particle after another; the variants differ in the data layout.
#include "catalogue/coalescing/layout.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::layout_experiment {
namespace {

template <class Layout, class T>
void sum(const Particles<T>& p, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < p.n; ++i)
    p.out[i] = p.in[Layout::at(i, particle::x, p.n)] + p.in[Layout::at(i, particle::vx, p.n)];
}

template <class Layout, class T>
void update(const Updated<T>& u, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < u.n; ++i) {
    T& x = u.particles[Layout::at(i, particle::x, u.n)];
    x = std::max(x, u.particles[Layout::at(i, particle::vx, u.n)]);
  }
}

template <class T>
void member(const Masses<T>& m, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < m.n; ++i) m.out[i] = m.in[i].mass;
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("layout/aos", sum<Structures, T>);
    native.add("layout/soa", sum<Arrays, T>);
    native.add("layout/aosoa", sum<Tiles, T>);
    native.add("layout/update_aos", update<Structures, T>);
    native.add("layout/update_soa", update<Arrays, T>);
    native.add("layout/member", member<T>);
  });
}

}  // namespace tilebridge::host::layout_experiment
