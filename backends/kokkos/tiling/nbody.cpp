// SPDX-License-Identifier: Apache-2.0
// An index or a thread adds up how all bodies pull one of them; it loads the others from global
// memory or through a tile in scratch memory. Rewritten: a thread's body and its sums are in
// registers. pairs_once computes the pull between two bodies once, for both.
#include "catalogue/tiling/nbody.hpp"

#include <cmath>
#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/lanes.hpp"
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

#ifdef TILEBRIDGE_KOKKOS_GPU
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

/// A lane meets the bodies that pass by one after another, each beginning with its own. What pulls
/// them goes with them, from lane to lane, and is with its own lane again after a round. For GPUs
/// only: a team is a warp.
template <class Exec, class T>
struct PairsOnce : Bodies<Exec, T> {
  static constexpr int held = NbodyPairs::held, lanes = NbodyPairs::lanes;
  using Passing = Scratch<PointMass<T>[2 * lanes], Exec>;  // twice: a round goes on at its begin

  NbodyPairs pairs;

  explicit PairsOnce(const Nbody<T>& p) : Bodies<Exec, T>(p), pairs(p.n) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    [[maybe_unused]] constexpr int at_once = NbodyPairs::steps_at_once;
    const auto passing = scratch<Passing>(team);
    const auto [own_group, other_group, is_mutual] = pairs.pair_of(team.league_rank());
    const int lane = thread_rank(team), next_lane = (lane + 1) % lanes;
    const int first_own = own_group * NbodyPairs::bodies + lane;
    const int first_other = other_group * NbodyPairs::bodies + lane;
    PointMass<T> own[held];
    Acceleration<T> sum[held];
    unrolled<held>([&](int h) { own[h] = this->body_at(first_own + h * lanes); });

    PointMass<T> next = this->body_at(first_other);
    for (int round = 0; round < held; ++round) {
      wait_for_lanes(team);  // all reads must finish before the next bodies are stored
      passing(lane) = passing(lanes + lane) = next;
      wait_for_lanes(team);
      next = this->body_at(first_other + (round + 1) * lanes);
      Acceleration<T> back;
      TILEBRIDGE_UNROLL_BY(at_once)
      for (int j = 0; j < lanes; ++j) {
        const PointMass<T> other = passing(lane + j);
        unrolled<held>([&](int h) {
          const Offset<T> r = offset(own[h], other);
          add_pulls(sum[h], back, own[h], other, r, normal_inverse_root(softened_square(r)));
        });
        back = {from_lane(next_lane, back.x), from_lane(next_lane, back.y),
                from_lane(next_lane, back.z)};
      }
      if (is_mutual) add_atomically(first_other + round * lanes, back);
    }
    unrolled<held>([&](int h) { add_atomically(first_own + h * lanes, sum[h]); });
  }

  KOKKOS_FORCEINLINE_FUNCTION void add_atomically(int i, const Acceleration<T>& sum) const {
    if (i >= this->n) return;
    Kokkos::atomic_add(&this->acceleration(i), sum.x);
    Kokkos::atomic_add(&this->acceleration(this->n + i), sum.y);
    Kokkos::atomic_add(&this->acceleration(2 * this->n + i), sum.z);
  }
};

template <class T, class Exec>
void pairs_once(const Nbody<T>& p, const Exec& exec) {
  using Functor = PairsOnce<Exec, T>;
  using Policy = TeamPolicy<Exec, NbodyPairs::lanes, NbodyPairs::resident>;
  const Functor functor(p);
  auto policy = team_policy<Policy>(exec, functor.pairs.blocks(), NbodyPairs::lanes);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Passing::shmem_size()));
  Kokkos::deep_copy(exec, functor.acceleration, T(0));
  if (p.n > 0) Kokkos::parallel_for("nbody/pairs_once", policy, functor);
}

#endif

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
#ifdef TILEBRIDGE_KOKKOS_GPU
      kokkos.add("nbody/pairs_once", pairs_once<T, Exec>);
#endif
      by_index.add("nbody/tile64", tiled_by_index<64, NoBounds, T, Exec>);
      by_index.add("nbody/tile128", tiled_by_index<128, NoBounds, T, Exec>);
      by_index.add("nbody/tile128_bounded", tiled_by_index<128, OneTeam, T, Exec>);
      by_index.add("nbody/tile256", tiled_by_index<256, NoBounds, T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::nbody_experiment
