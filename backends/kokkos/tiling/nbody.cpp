// SPDX-License-Identifier: Apache-2.0
// An index or a thread adds up how all bodies pull one of them; it loads the others from global
// memory or through a tile in scratch memory. Rewritten: a thread's body and its sums are in
// registers. A thread of four_bodies has four bodies, or two, and the warps of a team share the
// others.
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
        TILEBRIDGE_UNROLL_BY(32)
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

/// Differs from inverse_root: the square is neither denormal nor infinite, so NVIDIA's functions
/// need not look for such numbers. Kokkos has no function for this, and these are CUDA's
/// instructions.
KOKKOS_FORCEINLINE_FUNCTION float normal_inverse_root(float square) {
#ifdef __CUDA_ARCH__
  float inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(square));
  return inverse;
#else
  return inverse_root(square);
#endif
}
/// The approximation is of the square's upper half; one step of third order triples its digits.
KOKKOS_FORCEINLINE_FUNCTION double normal_inverse_root(double square) {
#ifdef __CUDA_ARCH__
  double inverse;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(square));
  const double error = fma(-square * inverse, inverse, 1.0);
  return fma(inverse * error, fma(error, 0.375, 0.5), inverse);
#else
  return inverse_root(square);
#endif
}

/// Waits for the threads of a warp. Kokkos's only barrier is of a team, and this one is CUDA's.
template <class Team>
KOKKOS_FORCEINLINE_FUNCTION void wait_for_lanes([[maybe_unused]] const Team& team) {
#ifdef __CUDA_ARCH__
  __syncwarp();
#else
  team.team_barrier();
#endif
}

/// A warp stages its share of the others itself, the next ones while the current ones pull, so that
/// warps need not wait for one another. For GPUs only: a team has exactly Block::threads threads.
template <class Exec, class T, int held>
struct HeldBodies : Bodies<Exec, T> {
  using Block = NbodyBlock<held>;
  using Staged = Scratch<PointMass<T>[Block::groups][Block::lanes], Exec>;
  using Sums = Scratch<T[Block::groups][Block::bodies], Exec>;  // along one axis
  static_assert(sizeof(typename Sums::data_type) <= sizeof(typename Staged::data_type));
  using Bodies<Exec, T>::Bodies;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto staged = scratch<Staged>(team);
    const int thread = thread_rank(team);
    const int lane = thread % Block::lanes;
    const int group = thread / Block::lanes;
    const int first_own = team.league_rank() * Block::bodies;
    PointMass<T> own[held];
    Acceleration<T> sum[held];
    unrolled<held>([&](int h) { own[h] = this->body_at(first_own + h * Block::lanes + lane); });

    [[maybe_unused]] constexpr int at_once = Block::template steps_at_once<T>;
    PointMass<T> next = this->body_at(thread);
    for (int first = 0; first < this->n; first += Block::threads) {
      staged(group, lane) = next;
      wait_for_lanes(team);
      next = this->body_at(first + Block::threads + thread);
      TILEBRIDGE_UNROLL_BY(at_once)
      for (int j = 0; j < Block::lanes; ++j) {
        const PointMass<T> other = staged(group, j);
        unrolled<held>([&](int h) {
          add_pull(sum[h], own[h], other, normal_inverse_root(softened_square(own[h], other)));
        });
      }
      wait_for_lanes(team);  // all reads must finish before the next bodies are stored
    }

    const Sums sums(reinterpret_cast<T*>(staged.data()));
    unrolled<3>([&](int axis) {
      team.team_barrier();  // all have read what is in scratch memory
      unrolled<held>([&](int h) {
        sums(group, h * Block::lanes + lane) = axis == 0   ? sum[h].x
                                               : axis == 1 ? sum[h].y
                                                           : sum[h].z;
      });
      team.team_barrier();
      if (thread < Block::bodies) store_total(sums, axis, thread, first_own);
    });
  }

  /// Adds up the groups' sums for one body.
  KOKKOS_FORCEINLINE_FUNCTION void store_total(const Sums& sums, int axis, int body,
                                               int first_own) const {
    T total = 0;
    for (int g = 0; g < Block::groups; ++g) total += sums(g, body);
    if (first_own + body < this->n) this->acceleration(axis * this->n + first_own + body) = total;
  }
};

template <int held, class T, class Exec>
void launch_held(const Nbody<T>& p, const Exec& exec) {
  using Functor = HeldBodies<Exec, T, held>;
  using Block = NbodyBlock<held>;
  using Policy = TeamPolicy<Exec, Block::threads>;
  auto policy = team_policy<Policy>(exec, Block::blocks(p.n), Block::threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Staged::shmem_size()));
  if (p.n > 0) Kokkos::parallel_for("nbody/four_bodies", policy, Functor(p));
}

template <class T, class Exec>
void four_bodies(const Nbody<T>& p, const Exec& exec) {
  const int multiprocessors = exec.concurrency() / most_resident_threads;
  const bool two = holds_two_bodies(p.n, multiprocessors);
  two ? launch_held<2>(p, exec) : launch_held<4>(p, exec);
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
