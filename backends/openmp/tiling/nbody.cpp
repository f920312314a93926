// SPDX-License-Identifier: Apache-2.0
// An iteration or a thread adds up how all bodies pull one of them; it loads the others from global
// memory or through a tile in shared memory. In loops the sums of a tile's bodies are in shared
// memory, by index in registers.
#include "catalogue/tiling/nbody.hpp"

#include <cmath>

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::nbody_experiment {
namespace {

inline float inverse_root(float square) { return 1 / std::sqrt(square); }
inline double inverse_root(double square) { return 1 / std::sqrt(square); }

// GPUs have an instruction, which clang's <cmath> has there under CUDA's name.
#pragma omp begin declare variant match(device = {kind(gpu)})
[[maybe_unused]] inline float inverse_root(float square) { return rsqrtf(square); }
[[maybe_unused]] inline double inverse_root(double square) { return rsqrt(square); }
#pragma omp end declare variant

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
#pragma omp parallel for
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
  {
    PointMass<T> staged[tile];  // __shared__
#pragma omp allocate(staged) allocator(omp_pteam_mem_alloc)
#pragma omp parallel num_threads(tile)
    {
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
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("nbody/direct", direct<T>);
    openmp.add("nbody/tile64", tiled<64, T>);
    openmp.add("nbody/tile128", tiled<128, T>);
    openmp.add("nbody/tile256", tiled<256, T>);
    if (openmp.on_host()) return;
    by_index.add("nbody/direct", direct_by_index<T>);
    by_index.add("nbody/tile64", tiled_by_index<64, T>);
    by_index.add("nbody/tile128", tiled_by_index<128, T>);
    by_index.add("nbody/tile256", tiled_by_index<256, T>);
  });
}

}  // namespace tilebridge::openmp::nbody_experiment
