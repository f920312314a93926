// SPDX-License-Identifier: Apache-2.0
// Every body pulled by all, or by a tile of them at a time, which stays in the L1 cache for as many
// bodies.
#include "catalogue/tiling/nbody.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "backends/host/native.hpp"

namespace tilebridge::host::nbody_experiment {
namespace {

template <class T>
void add_pull(Acceleration<T>& sum, const PointMass<T>& own, const PointMass<T>& other) {
  const T x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
  const T inverse = 1 / std::sqrt(Nbody<T>::softening + x * x + y * y + z * z);
  const T pull = other.mass * (inverse * inverse * inverse);
  sum.x += pull * x;
  sum.y += pull * y;
  sum.z += pull * z;
}

template <class T>
void store(const Nbody<T>& p, int i, const Acceleration<T>& sum) {
  p.acceleration[i] = sum.x;
  p.acceleration[p.n + i] = sum.y;
  p.acceleration[2 * p.n + i] = sum.z;
}

template <class T>
void direct(const Nbody<T>& p, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < p.n; ++i) {
    Acceleration<T> sum;
    for (int j = 0; j < p.n; ++j) add_pull(sum, p.bodies[i], p.bodies[j]);
    store(p, i, sum);
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
          add_pull(sums[static_cast<std::size_t>(t)], p.bodies[own + t], p.bodies[j]);
    for (int t = 0; t < count; ++t) store(p, own + t, sums[static_cast<std::size_t>(t)]);
  }
}

template <class T>
void add_of(NativeKernels& native) {
  native.add("nbody/direct", direct<T>);
  native.add("nbody/tile64", tiled<T, 64>);
  native.add("nbody/tile128", tiled<T, 128>);
  native.add("nbody/tile256", tiled<T, 256>);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(native);
  add_of<double>(native);
}

}  // namespace tilebridge::host::nbody_experiment
