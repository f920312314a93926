// SPDX-License-Identifier: Apache-2.0
// An index or a thread adds up how all bodies pull one of them; it loads the others from global
// memory or through a tile in scratch memory. Rewritten: a thread's body and its sums are in
// registers. A thread of four_bodies has four bodies, and the threads of a team share the others.
#include "catalogue/tiling/nbody.hpp"

#include <cmath>
#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::nbody_experiment {
namespace {

template <class T>
KOKKOS_INLINE_FUNCTION T inverse_root(T square) {
#if KOKKOS_VERSION >= 40300
  return Kokkos::rsqrt(square);
#else
  return 1 / std::sqrt(square);
#endif
}

template <class T, class Exec>
void direct(const Nbody<T>& p, const Exec& exec) {
  const int n = p.n;
  const Vector<const PointMass<T>, Exec> bodies(p.bodies, n);
  const Matrix<T, Exec> acceleration(p.acceleration, 3, n);
  Kokkos::parallel_for(
      "nbody/direct", RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(std::int64_t i) {
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

/// Differs from `direct`: 32 loads can be on their way.
template <class T, class Exec>
void direct_unrolled(const Nbody<T>& p, const Exec& exec) {
  const int n = p.n;
  const Vector<const PointMass<T>, Exec> bodies(p.bodies, n);
  const Matrix<T, Exec> acceleration(p.acceleration, 3, n);
  Kokkos::parallel_for(
      "nbody/unrolled", RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(std::int64_t i) {
        const PointMass<T> own = bodies(i);
        Acceleration<T> sum;
        TILEBRIDGE_UNROLL_32
        for (int j = 0; j < n; ++j) {
          const PointMass<T> other = bodies(j);
          add_pull(sum, own, other, inverse_root(softened_square(own, other)));
        }
        acceleration(0, i) = sum.x;
        acceleration(1, i) = sum.y;
        acceleration(2, i) = sum.z;
      });
}

/// This bound lets nvcc give a thread all registers that one team per SM leaves to it.
using OneTeam = Kokkos::LaunchBounds<128, 1>;

/// The sums are kept in scratch memory too: the range decides which bodies a thread gets, so a
/// thread has no variable that could keep a sum from one barrier to the next. `Bounds` is OneTeam,
/// or LaunchBounds<>, which is no bound.
template <int tile, class Bounds, class T, class Exec>
void tiled(const Nbody<T>& p, const Exec& exec) {
  using Tile = Scratch<PointMass<T>[tile], Exec>;  // __shared__ PointMass<T> staged[tile]
  using Sums = Scratch<T[3][tile], Exec>;
  const int n = p.n;
  const Vector<const PointMass<T>, Exec> bodies(p.bodies, n);
  const Matrix<T, Exec> acceleration(p.acceleration, 3, n);

  Kokkos::TeamPolicy<Exec, Bounds> policy(exec, ceil_div(n, tile), team_of<Exec, tile>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size() + Sums::shmem_size()));
  Kokkos::parallel_for(
      "nbody/tiled", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile staged(team.team_scratch(0));
        const Sums sums(team.team_scratch(0));
        const int first_own = team.league_rank() * tile;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int t) {  // threadIdx.x
          for (int axis = 0; axis < 3; ++axis) sums(axis, t) = 0;
        });
        for (int first = 0; first < n; first += tile) {
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int t) {
            staged(t) = first + t < n ? bodies(first + t) : PointMass<T>{};
          });
          team.team_barrier();  // __syncthreads()
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int t) {
            if (first_own + t >= n) return;
            const PointMass<T> own = bodies(first_own + t);
            Acceleration<T> sum = {sums(0, t), sums(1, t), sums(2, t)};
            for (int j = 0; j < tile; ++j) {
              const PointMass<T> other = staged(j);
              add_pull(sum, own, other, inverse_root(softened_square(own, other)));
            }
            sums(0, t) = sum.x;
            sums(1, t) = sum.y;
            sums(2, t) = sum.z;
          });
          team.team_barrier();
        }
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int t) {
          for (int axis = 0; axis < 3; ++axis)
            if (first_own + t < n) acceleration(axis, first_own + t) = sums(axis, t);
        });
      });
}

/// A thread's body and its sums are variables, in registers from one barrier to the next.
template <int tile, class Bounds, class T, class Exec>
void tiled_by_index(const Nbody<T>& p, const Exec& exec) {
  using Tile = Scratch<PointMass<T>[tile], Exec>;  // __shared__ PointMass<T> staged[tile]
  const int n = p.n;
  const Vector<const PointMass<T>, Exec> bodies(p.bodies, n);
  const Matrix<T, Exec> acceleration(p.acceleration, 3, n);

  Kokkos::TeamPolicy<Exec, Bounds> policy(exec, static_cast<int>(ceil_div(n, tile)), tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "nbody/tiled_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile staged(team.team_scratch(0));
        const int t = team.team_rank();
        const int i = team.league_rank() * tile + t;
        const PointMass<T> own = i < n ? bodies(i) : PointMass<T>{};
        Acceleration<T> sum;
        for (int first = 0; first < n; first += tile) {
          staged(t) = first + t < n ? bodies(first + t) : PointMass<T>{};
          team.team_barrier();  // __syncthreads()
          for (int j = 0; j < tile; ++j) {
            const PointMass<T> other = staged(j);
            add_pull(sum, own, other, inverse_root(softened_square(own, other)));
          }
          team.team_barrier();  // all reads must finish before the next tile is stored
        }
        if (i >= n) return;
        acceleration(0, i) = sum.x;
        acceleration(1, i) = sum.y;
        acceleration(2, i) = sum.z;
      });
}

using namespace techniques;

template <class Exec, class T>
struct Bodies {
  Vector<const PointMass<T>, Exec> bodies;
  Vector<T, Exec> acceleration;
  int n;

  explicit Bodies(const Nbody<T>& p)
      : bodies(p.bodies, static_cast<std::size_t>(p.n)),
        acceleration(p.acceleration, 3 * static_cast<std::size_t>(p.n)),
        n(p.n) {}

  /// Returns body i or, beyond the last one, a body without mass, which pulls nothing.
  KOKKOS_FORCEINLINE_FUNCTION PointMass<T> body_at(int i) const {
    return i < n ? bodies(i) : PointMass<T>{};
  }
};

template <class Exec, class T, int tile>
struct Tiled : Bodies<Exec, T> {
  using Tile = Scratch<PointMass<T>[tile], Exec>;
  using Bodies<Exec, T>::Bodies;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto staged = scratch<Tile>(team);
    const int first_own = team.league_rank() * tile;
    PerThread<Exec, PointMass<T>, tile> own;
    PerThread<Exec, Acceleration<T>, tile> sums;
    for_each_thread<Exec, tile>(
        team, [&](int thread) { own(thread) = this->body_at(first_own + thread); });
    for (int first = 0; first < this->n; first += tile) {
      for_each_thread<Exec, tile>(
          team, [&](int thread) { staged(thread) = this->body_at(first + thread); });
      team.team_barrier();
      for_each_thread<Exec, tile>(team, [&](int thread) {
        for (int j = 0; j < tile; ++j) {
          const PointMass<T> other = staged(j);
          add_pull(sums(thread), own(thread), other,
                   inverse_root(softened_square(own(thread), other)));
        }
      });
      team.team_barrier();  // all reads must finish before the next tile is stored
    }
    for_each_thread<Exec, tile>(team, [&](int thread) {
      const int i = first_own + thread;
      if (i >= this->n) return;
      this->acceleration(i) = sums(thread).x;
      this->acceleration(this->n + i) = sums(thread).y;
      this->acceleration(2 * this->n + i) = sums(thread).z;
    });
  }
};

template <int tile, class Bounds, class T, class Exec>
void tiled_rewritten(const Nbody<T>& p, const Exec& exec) {
  using Functor = Tiled<Exec, T, tile>;
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>, Bounds>;
  auto policy = team_policy<Policy>(exec, ceil_div(p.n, tile), tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Tile::shmem_size()));
  if (p.n > 0) Kokkos::parallel_for("nbody/tiled_rewritten", policy, Functor(p));
}

using Block = NbodyBlock;

/// The next tile is loaded while the current one pulls. For GPUs only: a team has exactly
/// Block::threads threads.
template <class Exec, class T>
struct FourBodies : Bodies<Exec, T> {
  using Tile = Scratch<PointMass<T>[Block::threads], Exec>;
  using Sums = Scratch<T[3][Block::groups][Block::bodies], Exec>;
  using Bodies<Exec, T>::Bodies;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto staged = scratch<Tile>(team);
    const auto sums = scratch<Sums>(team);
    const int thread = thread_rank(team);
    const int lane = thread % Block::lanes;
    const int group = thread / Block::lanes;
    const int first_own = team.league_rank() * Block::bodies;
    PointMass<T> own[Block::held];
    Acceleration<T> sum[Block::held];
    unrolled<Block::held>(
        [&](int h) { own[h] = this->body_at(first_own + h * Block::lanes + lane); });

    PointMass<T> next = this->body_at(thread);
    for (int first = 0; first < this->n; first += Block::threads) {
      staged(thread) = next;
      team.team_barrier();
      next = this->body_at(first + Block::threads + thread);
      for (int j = 0; j < Block::lanes; ++j) {
        const PointMass<T> other = staged(group * Block::lanes + j);
        unrolled<Block::held>([&](int h) {
          add_pull(sum[h], own[h], other, inverse_root(softened_square(own[h], other)));
        });
      }
      team.team_barrier();  // all reads must finish before the next tile is stored
    }

    unrolled<Block::held>([&](int h) {
      sums(0, group, h * Block::lanes + lane) = sum[h].x;
      sums(1, group, h * Block::lanes + lane) = sum[h].y;
      sums(2, group, h * Block::lanes + lane) = sum[h].z;
    });
    team.team_barrier();
    for (int s = thread; s < 3 * Block::bodies; s += Block::threads)
      store_total(sums, s / Block::bodies, s % Block::bodies, first_own);
  }

  /// Adds up the groups' sums for one body.
  KOKKOS_FORCEINLINE_FUNCTION void store_total(const Sums& sums, int axis, int body,
                                               int first_own) const {
    T total = 0;
    for (int g = 0; g < Block::groups; ++g) total += sums(axis, g, body);
    if (first_own + body < this->n) this->acceleration(axis * this->n + first_own + body) = total;
  }
};

template <class T, class Exec>
void four_bodies(const Nbody<T>& p, const Exec& exec) {
  using Functor = FourBodies<Exec, T>;
  using Policy = TeamPolicy<Exec, Block::threads, Block::blocks<T>>;
  auto policy = team_policy<Policy>(exec, ceil_div(p.n, Block::bodies), Block::threads);
  policy.set_scratch_size(
      0, Kokkos::PerTeam(Functor::Tile::shmem_size() + Functor::Sums::shmem_size()));
  if (p.n > 0) Kokkos::parallel_for("nbody/four_bodies", policy, Functor(p));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  using NoBounds = Kokkos::LaunchBounds<>;
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("nbody/direct", direct<T, Exec>);
    kokkos.add("nbody/tile64", tiled<64, NoBounds, T, Exec>);
    kokkos.add("nbody/tile128", tiled<128, NoBounds, T, Exec>);
    kokkos.add("nbody/tile256", tiled<256, NoBounds, T, Exec>);
    kokkos.add("nbody/tile64_rewritten", tiled_rewritten<64, NoBounds, T, Exec>);
    kokkos.add("nbody/tile128_rewritten", tiled_rewritten<128, NoBounds, T, Exec>);
    kokkos.add("nbody/tile256_rewritten", tiled_rewritten<256, NoBounds, T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add("nbody/unrolled", direct_unrolled<T, Exec>);
      kokkos.add("nbody/tile128_bounded", tiled<128, OneTeam, T, Exec>);
      kokkos.add("nbody/tile128_bounded_rewritten", tiled_rewritten<128, OneTeam, T, Exec>);
      kokkos.add("nbody/four_bodies", four_bodies<T, Exec>);
      by_index.add("nbody/tile64", tiled_by_index<64, NoBounds, T, Exec>);
      by_index.add("nbody/tile128", tiled_by_index<128, NoBounds, T, Exec>);
      by_index.add("nbody/tile128_bounded", tiled_by_index<128, OneTeam, T, Exec>);
      by_index.add("nbody/tile256", tiled_by_index<256, NoBounds, T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::nbody_experiment
