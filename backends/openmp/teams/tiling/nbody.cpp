// SPDX-License-Identifier: Apache-2.0
// An iteration of a team's loop adds up how a tile of bodies in shared memory pulls one body.
#include "backends/openmp/tiling/nbody.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::nbody_experiment {
namespace {

using openmp::nbody_experiment::inverse_root;

/// The sums are kept in shared memory too: a parallel loop has no variable that could keep a sum
/// from one loop to the next.
template <int tile, class T>
void tiled(const Nbody<T>& p) {
  const PointMass<T>* bodies = p.bodies;
  T* acceleration = p.acceleration;
  const int n = p.n;
#pragma omp target teams distribute thread_limit(tile) is_device_ptr(bodies, acceleration)
  for (int first_own = 0; first_own < n; first_own += tile) {
    PointMass<T> staged[tile];  // __shared__; by itself LLVM aligns it to 8 bytes on hosts
    T sums[3][tile];            // __shared__
#pragma omp allocate(staged) allocator(omp_pteam_mem_alloc) align(16)
#pragma omp allocate(sums) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for
    for (int t = 0; t < tile; ++t) sums[0][t] = sums[1][t] = sums[2][t] = 0;
    for (int first = 0; first < n; first += tile) {
#pragma omp parallel for firstprivate(first)
      for (int t = 0; t < tile; ++t) staged[t] = first + t < n ? bodies[first + t] : PointMass<T>{};
#pragma omp parallel for
      for (int t = 0; t < tile; ++t) {
        if (first_own + t >= n) continue;
        const PointMass<T> own = bodies[first_own + t];
        Acceleration<T> sum = {sums[0][t], sums[1][t], sums[2][t]};
        for (int j = 0; j < tile; ++j) {
          const PointMass<T> other = staged[j];
          add_pull(sum, own, other, inverse_root(softened_square(own, other)));
        }
        sums[0][t] = sum.x;
        sums[1][t] = sum.y;
        sums[2][t] = sum.z;
      }
    }
#pragma omp parallel for
    for (int t = 0; t < tile; ++t)
      for (int axis = 0; axis < 3; ++axis)
        if (first_own + t < n) acceleration[axis * n + first_own + t] = sums[axis][t];
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("nbody/tile64", tiled<64, T>);
    openmp.add("nbody/tile128", tiled<128, T>);
    openmp.add("nbody/tile256", tiled<256, T>);
  });
}

}  // namespace tilebridge::openmp::teams::nbody_experiment
