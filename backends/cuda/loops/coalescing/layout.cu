// SPDX-License-Identifier: Apache-2.0
// One particle per index of a range; the variants differ in the data layout.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/layout.hpp"

namespace tilebridge::cuda::loops::layout_experiment {
namespace {

template <class Layout, class T>
__global__ void sum(Particles<T> p) {
  const std::int64_t i = index_in_range(), n = p.n;
  if (i < n) p.out[i] = p.in[Layout::at(i, particle::x, n)] + p.in[Layout::at(i, particle::vx, n)];
}

template <class Layout, class T>
__global__ void update(Updated<T> u) {
  const std::int64_t i = index_in_range(), n = u.n;
  if (i >= n) return;
  T* const to = u.particles + Layout::at(i, particle::x, n);
  const T x = *to, vx = u.particles[Layout::at(i, particle::vx, n)];
  *to = x < vx ? vx : x;
}

template <class T>
__global__ void member(Masses<T> m) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(m.n)) m.out[i] = m.in[i].mass;
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("layout/aos", flat(sum<Structures, T>));
    controls.add("layout/soa", flat(sum<Arrays, T>));
    controls.add("layout/aosoa", flat(sum<Tiles, T>));
    controls.add("layout/update_aos", flat(update<Structures, T>));
    controls.add("layout/update_soa", flat(update<Arrays, T>));
    controls.add("layout/member", flat(member<T>));
  });
}

}  // namespace tilebridge::cuda::loops::layout_experiment
