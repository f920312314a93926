// SPDX-License-Identifier: Apache-2.0
// An iteration or a thread adds up how all bodies pull one of them; it loads the others from global
// memory or, by index, through a tile in shared memory.
#include "backends/openmp/tiling/nbody.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::nbody_experiment {
namespace {

template <class T>
void direct(const Nbody<T>& p) {
  const PointMass<T>* bodies = p.bodies;
  T* acceleration = p.acceleration;
  const int n = p.n;
#pragma omp target teams distribute parallel for is_device_ptr(bodies, acceleration)
  for (int i = 0; i < n; ++i) {
    const PointMass<T> own = bodies[i];
    Acceleration<T> sum;
    for (int j = 0; j < n; ++j) {
      const PointMass<T> other = bodies[j];
      add_pull(sum, own, other, inverse_root(softened_square(own, other)));
    }
    acceleration[i] = sum.x;
    acceleration[n + i] = sum.y;
    acceleration[2 * n + i] = sum.z;
  }
}

template <class T>
void direct_by_index(const Nbody<T>& p) {
  constexpr int team_size = Nbody<T>::block_size;
  const PointMass<T>* bodies = p.bodies;
  T* acceleration = p.acceleration;
  const int n = p.n, teams = ceil_div(n, team_size);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) \
    is_device_ptr(bodies, acceleration)
#pragma omp parallel num_threads(team_size)
  {
    const int i = omp_get_team_num() * team_size + omp_get_thread_num();
    if (i < n) {
      const PointMass<T> own = bodies[i];
      Acceleration<T> sum;
#pragma unroll 4  // as nvcc does by itself
      for (int j = 0; j < n; ++j) {
        const PointMass<T> other = bodies[j];
        add_pull(sum, own, other, inverse_root(softened_square(own, other)));
      }
      acceleration[i] = sum.x;
      acceleration[n + i] = sum.y;
      acceleration[2 * n + i] = sum.z;
    }
  }
}

template <int tile, class T>
void tiled_by_index(const Nbody<T>& p) {
  const PointMass<T>* bodies = p.bodies;
  T* acceleration = p.acceleration;
  const int n = p.n, teams = ceil_div(n, tile);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(tile) is_device_ptr(bodies, acceleration)
#pragma omp parallel num_threads(tile)
  {
    [[clang::loader_uninitialized]] static PointMass<T> staged[tile];  // __shared__
#pragma omp allocate(staged) allocator(omp_pteam_mem_alloc)

    const int thread = omp_get_thread_num();
    const int i = omp_get_team_num() * tile + thread;
    const PointMass<T> own = i < n ? bodies[i] : PointMass<T>{};
    Acceleration<T> sum;
    for (int first = 0; first < n; first += tile) {
      staged[thread] = first + thread < n ? bodies[first + thread] : PointMass<T>{};
#pragma omp barrier
#pragma unroll 8  // as nvcc does by itself
      for (int j = 0; j < tile; ++j) {
        const PointMass<T> other = staged[j];
        add_pull(sum, own, other, inverse_root(softened_square(own, other)));
      }
#pragma omp barrier  // all reads must finish before the next tile is stored
    }
    if (i < n) {
      acceleration[i] = sum.x;
      acceleration[n + i] = sum.y;
      acceleration[2 * n + i] = sum.z;
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("nbody/direct", direct<T>);
    if (openmp.on_host()) return;
    by_index.add("nbody/direct", direct_by_index<T>);
    by_index.add("nbody/tile64", tiled_by_index<64, T>);
    by_index.add("nbody/tile128", tiled_by_index<128, T>);
    by_index.add("nbody/tile256", tiled_by_index<256, T>);
  });
}

}  // namespace tilebridge::openmp::nbody_experiment
