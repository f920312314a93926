// SPDX-License-Identifier: Apache-2.0
// All bodies pull one at once, or a tile of them at a time, which stays in the L1 cache while it
// pulls another tile.
#include "catalogue/tiling/nbody.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "backends/host/native.hpp"

namespace tilebridge::host::nbody_experiment {
namespace {

template <class T>
T inverse_distance(const PointMass<T>& own, const PointMass<T>& other) {
  return 1 / std::sqrt(softened_square(own, other));
}

template <class T>
void direct(const Nbody<T>& p, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < p.n; ++i) {
    Acceleration<T> sum;
    for (int j = 0; j < p.n; ++j)
      add_pull(sum, p.bodies[i], p.bodies[j], inverse_distance(p.bodies[i], p.bodies[j]));
    p.store(i, sum);
  }
}

template <class T, int tile>
void tiled(const Nbody<T>& p, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (int own = 0; own < p.n; own += tile) {
    const int count = std::min(tile, p.n - own);
    std::array<Acceleration<T>, tile> sums;
    for (int first = 0; first < p.n; first += tile)
      for (int t = 0; t < count; ++t)
        for (int j = first; j < std::min(first + tile, p.n); ++j)
          add_pull(sums[static_cast<std::size_t>(t)], p.bodies[own + t], p.bodies[j],
                   inverse_distance(p.bodies[own + t], p.bodies[j]));
    for (int t = 0; t < count; ++t) p.store(own + t, sums[static_cast<std::size_t>(t)]);
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("nbody/direct", direct<T>);
    native.add("nbody/tile64", tiled<T, 64>);
    native.add("nbody/tile128", tiled<T, 128>);
    native.add("nbody/tile256", tiled<T, 256>);
  });
}

}  // namespace tilebridge::host::nbody_experiment
