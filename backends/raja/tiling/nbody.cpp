// SPDX-License-Identifier: Apache-2.0
// One body per index or thread, pulled by all: the others from global or through shared memory. In
// loops the sums are in shared memory, by index in registers.
#include "catalogue/tiling/nbody.hpp"

#include <cmath>

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::nbody_experiment {
namespace {

/// RAJA has no mathematical functions: this is CUDA's, or the host's.
template <class T>
RAJA_HOST_DEVICE T inverse_root(T square) {
#ifdef RAJA_GPU_DEVICE_COMPILE_PASS_ACTIVE
  return rsqrt(square);
#else
  return 1 / std::sqrt(square);
#endif
}

template <class T>
RAJA_HOST_DEVICE void add_pull(Acceleration<T>& sum, const PointMass<T>& own,
                               const PointMass<T>& other) {
  const T x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
  const T inverse = inverse_root(Nbody<T>::softening + x * x + y * y + z * z);
  const T pull = other.mass * (inverse * inverse * inverse);
  sum.x += pull * x;
  sum.y += pull * y;
  sum.z += pull * z;
}

template <class T, class Resource>
void direct(const Nbody<T>& p, Resource resource) {
  const int n = p.n;
  const Vector<const PointMass<T>> bodies(p.bodies, n);
  const Matrix<T> acceleration(p.acceleration, 3, n);
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, n),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
                                   const PointMass<T> own = bodies(i);
                                   Acceleration<T> sum;
                                   for (int j = 0; j < n; ++j) {
                                     const PointMass<T> other = bodies(j);
                                     add_pull(sum, own, other);
                                   }
                                   acceleration(0, i) = sum.x;
                                   acceleration(1, i) = sum.y;
                                   acceleration(2, i) = sum.z;
                                 });
}

/// The sums are kept in shared memory too: a loop over threads has no variable that could keep one
/// from one barrier to the next.
template <int tile, class T, class Resource>
void tiled(const Nbody<T>& p, Resource resource) {
  const int n = p.n;
  const Vector<const PointMass<T>> bodies(p.bodies, n);
  const Matrix<T> acceleration(p.acceleration, 3, n);
  const Range teams(0, ceil_div(n, tile)), in_tile(0, tile);
  RAJA::launch<Launch<Resource>>(resource, RAJA::LaunchParams(teams.size(), tile),
                                 [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
                                   RAJA::loop<Teams>(ctx, teams, [&](int team) {
                                     RAJA_TEAM_SHARED PointMass<T> staged[tile];
                                     RAJA_TEAM_SHARED T sums[3][tile];
                                     const int first_own = team * tile;

                                     RAJA::loop<ThreadsX<tile>>(ctx, in_tile, [&](int t) {
                                       for (int axis = 0; axis < 3; ++axis) sums[axis][t] = 0;
                                     });
                                     for (int first = 0; first < n; first += tile) {
                                       RAJA::loop<ThreadsX<tile>>(ctx, in_tile, [&](int t) {
                                         staged[t] =
                                             first + t < n ? bodies(first + t) : PointMass<T>{};
                                       });
                                       ctx.teamSync();  // __syncthreads()
                                       RAJA::loop<ThreadsX<tile>>(ctx, in_tile, [&](int t) {
                                         if (first_own + t >= n) return;
                                         const PointMass<T> own = bodies(first_own + t);
                                         Acceleration<T> sum = {sums[0][t], sums[1][t], sums[2][t]};
                                         for (int j = 0; j < tile; ++j) {
                                           const PointMass<T> other = staged[j];
                                           add_pull(sum, own, other);
                                         }
                                         sums[0][t] = sum.x;
                                         sums[1][t] = sum.y;
                                         sums[2][t] = sum.z;
                                       });
                                       ctx.teamSync();
                                     }
                                     RAJA::loop<ThreadsX<tile>>(ctx, in_tile, [&](int t) {
                                       for (int axis = 0; axis < 3; ++axis)
                                         if (first_own + t < n)
                                           acceleration(axis, first_own + t) = sums[axis][t];
                                     });
                                   });
                                 });
}

template <class T, class Resource>
void add_of(RajaKernels<Resource>& raja) {
  raja.add("nbody/direct", direct<T, Resource>);
  raja.add("nbody/tile64", tiled<64, T, Resource>);
  raja.add("nbody/tile128", tiled<128, T, Resource>);
  raja.add("nbody/tile256", tiled<256, T, Resource>);
}

}  // namespace

// Kernels by block and thread index.
namespace by_index {
namespace {

template <class T>
RAJA_HOST_DEVICE void store(const Nbody<T>& p, int i, const Acceleration<T>& sum) {
  p.acceleration[i] = sum.x;
  p.acceleration[p.n + i] = sum.y;
  p.acceleration[2 * p.n + i] = sum.z;
}

template <int block_size, class T, class Resource>
void direct(const Nbody<T>& p, Resource resource) {
  const Range blocks(0, ceil_div(p.n, block_size));
  RAJA::launch<Launch<Resource>>(resource, RAJA::LaunchParams(blocks.size(), block_size),
                                 [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
                                   RAJA::loop<Block>(ctx, blocks, [&](int block) {
                                     RAJA::loop<ThreadX<block_size>>(
                                         ctx, Range(0, block_size), [&](int thread) {
                                           const int i = block * block_size + thread;
                                           if (i >= p.n) return;
                                           const PointMass<T> own = p.bodies[i];
                                           Acceleration<T> sum;
                                           for (int j = 0; j < p.n; ++j) {
                                             const PointMass<T> other = p.bodies[j];
                                             add_pull(sum, own, other);
                                           }
                                           store(p, i, sum);
                                         });
                                   });
                                 });
}

/// The loop over threads is around the barriers, so that a thread's sums stay in registers: for
/// GPUs only.
template <int tile, class T, class Resource>
void tiled(const Nbody<T>& p, Resource resource) {
  const Range blocks(0, ceil_div(p.n, tile));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(blocks.size(), tile),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Block>(ctx, blocks, [&](int block) {
          RAJA_TEAM_SHARED PointMass<T> staged[tile];

          RAJA::loop<ThreadX<tile>>(ctx, Range(0, tile), [&](int thread) {
            const int i = block * tile + thread;
            const PointMass<T> own = i < p.n ? p.bodies[i] : PointMass<T>{};
            Acceleration<T> sum;
            for (int first = 0; first < p.n; first += tile) {
              staged[thread] = first + thread < p.n ? p.bodies[first + thread] : PointMass<T>{};
              ctx.teamSync();
              for (int j = 0; j < tile; ++j) {
                const PointMass<T> other = staged[j];
                add_pull(sum, own, other);
              }
              ctx.teamSync();  // all reads must finish before the next tile is stored
            }
            if (i < p.n) store(p, i, sum);
          });
        });
      });
}

template <class T, class Resource>
void add_of(RajaKernels<Resource>& raja) {
  auto by_index = raja.in(Form::indices);
  by_index.add("nbody/direct", direct<128, T, Resource>);
  if constexpr (!is_host<Resource>) {
    by_index.add("nbody/tile64", tiled<64, T, Resource>);
    by_index.add("nbody/tile128", tiled<128, T, Resource>);
    by_index.add("nbody/tile256", tiled<256, T, Resource>);
  }
}

}  // namespace
}  // namespace by_index

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  add_of<float>(raja);
  add_of<double>(raja);
  by_index::add_of<float>(raja);
  by_index::add_of<double>(raja);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::nbody_experiment
