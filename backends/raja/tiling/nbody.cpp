// SPDX-License-Identifier: Apache-2.0
// An index or a thread adds up how all bodies pull one of them; it loads the others from global
// memory or through a tile in shared memory. In loops the sums are in shared memory, by index in
// registers.
#include "catalogue/tiling/nbody.hpp"

#include <cmath>

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::nbody_experiment {
namespace {

/// RAJA has no mathematical functions: this one calls CUDA's, or the host's.
template <class T>
RAJA_HOST_DEVICE T inverse_root(T square) {
#ifdef RAJA_GPU_DEVICE_COMPILE_PASS_ACTIVE
  return rsqrt(square);
#else
  return 1 / std::sqrt(square);
#endif
}

template <class T, class Resource>
void direct(const Nbody<T>& p, Resource resource) {
  const int n = p.n;
  const Vector<const PointMass<T>> bodies(p.bodies, n);
  const Matrix<T> acceleration(p.acceleration, 3, n);
  RAJA::forall<Forall<Resource>>(
      resource, RAJA::RangeSegment(0, n), [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
        const PointMass<T> own = bodies(i);
        Acceleration<T> sum;
        for (int j = 0; j < n; ++j) {
          const PointMass<T> other = bodies(j);
          add_pull(sum, own, other, inverse_root(softened_square(own, other)));
        }
        acceleration(0, i) = sum.x;
        acceleration(1, i) = sum.y;
        acceleration(2, i) = sum.z;
      });
}

/// The sums are kept in shared memory too: a loop over threads has no variable that could keep a
/// sum from one barrier to the next.
template <int tile, class T, class Resource>
void tiled(const Nbody<T>& p, Resource resource) {
  const int n = p.n;
  const Vector<const PointMass<T>> bodies(p.bodies, n);
  const Matrix<T> acceleration(p.acceleration, 3, n);
  const Range teams(0, ceil_div(n, tile)), in_tile(0, tile);
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(teams.size(), tile),
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
              staged[t] = first + t < n ? bodies(first + t) : PointMass<T>{};
            });
            ctx.teamSync();  // __syncthreads()
            RAJA::loop<ThreadsX<tile>>(ctx, in_tile, [&](int t) {
              if (first_own + t >= n) return;
              const PointMass<T> own = bodies(first_own + t);
              Acceleration<T> sum = {sums[0][t], sums[1][t], sums[2][t]};
              for (int j = 0; j < tile; ++j) {
                const PointMass<T> other = staged[j];
                add_pull(sum, own, other, inverse_root(softened_square(own, other)));
              }
              sums[0][t] = sum.x;
              sums[1][t] = sum.y;
              sums[2][t] = sum.z;
            });
            ctx.teamSync();
          }
          RAJA::loop<ThreadsX<tile>>(ctx, in_tile, [&](int t) {
            for (int axis = 0; axis < 3; ++axis)
              if (first_own + t < n) acceleration(axis, first_own + t) = sums[axis][t];
          });
        });
      });
}

template <int block_size, class T, class Resource>
void direct_by_index(const Nbody<T>& p, Resource resource) {
  const Range blocks(0, ceil_div(p.n, block_size));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(blocks.size(), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Block>(ctx, blocks, [&](int block) {
          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            const int i = block * block_size + thread;
            if (i >= p.n) return;
            const PointMass<T> own = p.bodies[i];
            Acceleration<T> sum;
            for (int j = 0; j < p.n; ++j) {
              const PointMass<T> other = p.bodies[j];
              add_pull(sum, own, other, inverse_root(softened_square(own, other)));
            }
            p.store(i, sum);
          });
        });
      });
}

/// The loop over threads is around the barriers, so that a thread's sums stay in registers: for
/// GPUs only.
template <int tile, class T, class Resource>
void tiled_by_index(const Nbody<T>& p, Resource resource) {
  const Range blocks(0, ceil_div(p.n, tile));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(blocks.size(), tile),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Block>(ctx, blocks, [&](int block) {
          RAJA_TEAM_SHARED PointMass<T> staged[tile];

          RAJA::loop<ThreadX<tile>>(ctx, Range(0, tile), [&](int thread) {
            const int i = block * tile + thread;
            const PointMass<T> own = p.body_at(i);
            Acceleration<T> sum;
            for (int first = 0; first < p.n; first += tile) {
              staged[thread] = p.body_at(first + thread);
              ctx.teamSync();
              for (int j = 0; j < tile; ++j) {
                const PointMass<T> other = staged[j];
                add_pull(sum, own, other, inverse_root(softened_square(own, other)));
              }
              ctx.teamSync();  // all reads must finish before the next tile is stored
            }
            if (i < p.n) p.store(i, sum);
          });
        });
      });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  const auto by_index = raja.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    raja.add("nbody/direct", direct<T, Resource>);
    raja.add("nbody/tile64", tiled<64, T, Resource>);
    raja.add("nbody/tile128", tiled<128, T, Resource>);
    raja.add("nbody/tile256", tiled<256, T, Resource>);
    by_index.add("nbody/direct", direct_by_index<Nbody<T>::block_size, T, Resource>);
    if constexpr (!is_host<Resource>) {
      by_index.add("nbody/tile64", tiled_by_index<64, T, Resource>);
      by_index.add("nbody/tile128", tiled_by_index<128, T, Resource>);
      by_index.add("nbody/tile256", tiled_by_index<256, T, Resource>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::nbody_experiment
