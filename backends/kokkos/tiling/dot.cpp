// SPDX-License-Identifier: Apache-2.0
// One product per thread; the variants differ in how the products are summed. In the tuned variant
// vector_load a thread has 16 products of float or 8 of double.
#include "catalogue/tiling/dot.hpp"

#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::kokkos::dot_experiment {
namespace {

constexpr int block_size = Dot<float>::block_size;

template <class T, class Exec>
void atomic(const Dot<T>& d, const Exec& exec) {
  const Vector<const T, Exec> a(d.a, d.n), b(d.b, d.n);
  const Vector<T, Exec> result(d.result, 1);
  Kokkos::deep_copy(exec, result, T{0});
  Kokkos::parallel_for(
      "dot/atomic", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(d.n)),
      KOKKOS_LAMBDA(std::int64_t i) { Kokkos::atomic_add(&result(0), a(i) * b(i)); });
}

template <class T, class Exec>
void block_tree(const Dot<T>& d, const Exec& exec) {
  using Sums = Scratch<T[block_size], Exec>;  // __shared__ T sums[block_size]
  const Vector<const T, Exec> a(d.a, d.n), b(d.b, d.n);
  const Vector<T, Exec> result(d.result, 1);
  const auto n = static_cast<std::int64_t>(d.n);
  const auto teams = static_cast<int>(ceil_div(d.n, block_size));
  Kokkos::deep_copy(exec, result, T{0});
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Sums::shmem_size()));
  Kokkos::parallel_for(
      "dot/block_tree", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Sums sums(team.team_scratch(0));
        const std::int64_t first = std::int64_t{block_size} * team.league_rank();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          const std::int64_t i = first + thread;
          sums(thread) = i < n ? a(i) * b(i) : 0;
        });
        team.team_barrier();  // __syncthreads()
        for (int half = block_size / 2; half > 0; half /= 2) {
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, half),
                               [&](int thread) { sums(thread) += sums(thread + half); });
          team.team_barrier();
        }
        if (team.team_rank() == 0) Kokkos::atomic_add(&result(0), sums(0));
      });
}

/// A team's built-in reduction, which is how Kokkos uses shuffles.
template <class T, class Exec>
void warp_shuffle(const Dot<T>& d, const Exec& exec) {
  const Vector<const T, Exec> a(d.a, d.n), b(d.b, d.n);
  const Vector<T, Exec> result(d.result, 1);
  const auto n = static_cast<std::int64_t>(d.n);
  const auto teams = static_cast<int>(ceil_div(d.n, block_size));
  Kokkos::deep_copy(exec, result, T{0});
  if (teams == 0) return;

  Kokkos::parallel_for(
      "dot/warp_shuffle", Kokkos::TeamPolicy<Exec>(exec, teams, team_of<Exec, block_size>),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = std::int64_t{block_size} * team.league_rank();
        const std::int64_t last = first + block_size < n ? first + block_size : n;
        T team_sum = 0;
        Kokkos::parallel_reduce(
            Kokkos::TeamThreadRange(team, first, last),
            [&](std::int64_t i, T& sum) { sum += a(i) * b(i); }, team_sum);
        if (team.team_rank() == 0) Kokkos::atomic_add(&result(0), team_sum);
      });
}

/// Kokkos chooses the number of threads, the products per thread and how the sums are combined. The
/// result goes into a View: a scalar result would wait for the device.
template <class T, class Exec>
void reduce_range(const Dot<T>& d, const Exec& exec) {
  const Vector<const T, Exec> a(d.a, d.n), b(d.b, d.n);
  const Kokkos::View<T, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      result(d.result);
  Kokkos::parallel_reduce(
      "dot/parallel_reduce", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(d.n)),
      KOKKOS_LAMBDA(std::int64_t i, T & sum) { sum += a(i) * b(i); }, result);
}

template <class T, class Exec>
void block_tree_by_index(const Dot<T>& d, const Exec& exec) {
  using Sums = Scratch<T[block_size], Exec>;  // __shared__ T sums[block_size]
  const Vector<const T, Exec> a(d.a, d.n), b(d.b, d.n);
  const Vector<T, Exec> result(d.result, 1);
  const auto teams = static_cast<int>(ceil_div(d.n, block_size));
  Kokkos::deep_copy(exec, result, T{0});
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Sums::shmem_size()));
  Kokkos::parallel_for(
      "dot/block_tree_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Sums sums(team.team_scratch(0));
        const int thread = team.team_rank();
        const std::size_t i = std::size_t{block_size} * team.league_rank() + thread;
        sums(thread) = i < d.n ? a(i) * b(i) : 0;
        team.team_barrier();  // __syncthreads()
        for (int half = block_size / 2; half > 0; half /= 2) {
          if (thread < half) sums(thread) += sums(thread + half);
          team.team_barrier();
        }
        if (thread == 0) Kokkos::atomic_add(&result(0), sums(0));
      });
}

using namespace techniques;

template <class Exec, class T>
struct Products {
  Vector<const T, Exec> a, b;
  Vector<T, Exec> result;  // one element

  explicit Products(const Dot<T>& d) : a(d.a, d.n), b(d.b, d.n), result(d.result, 1) {}

  /// A thread's product; 0 beyond the end.
  KOKKOS_FUNCTION T product(std::size_t i) const { return i < a.extent(0) ? a(i) * b(i) : 0; }
};

template <class Exec, class T>
struct BlockTree : Products<Exec, T> {
  using Products<Exec, T>::Products;
  using Sums = Scratch<T[block_size], Exec>;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto sums = scratch<Sums>(team);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      sums(thread) = this->product(first + static_cast<std::size_t>(thread));
    });
    team.team_barrier();
    for (int half = block_size / 2; half > 0; half /= 2) {
      for_first_threads<Exec>(team, half, [&](int thread) { sums(thread) += sums(thread + half); });
      team.team_barrier();
    }
    if (team.team_rank() == 0) Kokkos::atomic_add(&this->result(0), sums(0));
  }
};

/// There is no portable shuffle; two steps in scratch memory come closest.
template <class Exec, class T>
struct WarpShuffle : Products<Exec, T> {
  using Products<Exec, T>::Products;
  using Steps = TwoSteps<Exec, block_size, T>;
  using Sums = typename Steps::Sums;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    const T sum = Steps::sum(team, scratch<Sums>(team), [&](int thread) {
      return this->product(first + static_cast<std::size_t>(thread));
    });
    if (team.team_rank() == 0) Kokkos::atomic_add(&this->result(0), sum);
  }
};

template <template <class, class> class Functor, class T, class Exec>
void launch_in_teams(const Dot<T>& d, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  const Functor<Exec, T> functor(d);
  Kokkos::deep_copy(exec, functor.result, T{0});
  auto policy = team_policy<Policy>(exec, ceil_div(d.n, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor<Exec, T>::Sums::shmem_size()));
  if (d.n > 0) Kokkos::parallel_for("dot", policy, functor);
}

template <class Exec, class T>
struct VectorLoad : Products<Exec, T> {
  static constexpr int packs = vector_sums::loads / 2;  // of each array, per thread
  static constexpr std::size_t piece = std::size_t{packs} * vector_sums::block_size;

  Vector<const Pack<T>, Exec> packs_a, packs_b;

  explicit VectorLoad(const Dot<T>& d)
      : Products<Exec, T>(d),
        packs_a(packs_of<Exec>(d.a, d.n)),
        packs_b(packs_of<Exec>(d.b, d.n)) {}

  using Products<Exec, T>::product;
  KOKKOS_FORCEINLINE_FUNCTION static T product(const Pack<T>& x, const Pack<T>& y) {
    const T two = x.values[0] * y.values[0] + x.values[1] * y.values[1];
    if constexpr (pack_width<T> == 2) {
      return two;
    } else {
      return two + (x.values[2] * y.values[2] + x.values[3] * y.values[3]);
    }
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const T sum = VectorSum<Exec, vector_sums::block_size, T>::sum(
        team, [&](int thread) { return sum_of_thread(team, static_cast<std::size_t>(thread)); });
    if (team.team_rank() == 0) Kokkos::atomic_add(&this->result(0), sum);
  }

  KOKKOS_FORCEINLINE_FUNCTION T sum_of_thread(const TeamMember<Exec>& team,
                                              std::size_t thread) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * piece + thread;
    Pack<T> of_a[packs] = {};
    Pack<T> of_b[packs] = {};
    for (int k = 0; k < packs; ++k) {
      const std::size_t i = first + static_cast<std::size_t>(k * vector_sums::block_size);
      if (i >= packs_a.extent(0)) continue;
      of_a[k] = packs_a(i);
      of_b[k] = packs_b(i);
    }
    T sum = 0;
    for (int k = 0; k < packs; ++k) sum += product(of_a[k], of_b[k]);
    if (team.league_rank() == 0)  // remainder: fewer than a full Pack
      sum += product(pack_width<T> * packs_a.extent(0) + thread);
    return sum;
  }
};

template <class Exec, class T>
void launch_vector_load(const Dot<T>& d, const Exec& exec) {
  const VectorLoad<Exec, T> functor(d);
  Kokkos::deep_copy(exec, functor.result, T{0});
  VectorSum<Exec, vector_sums::block_size, T>::launch("dot/vector_load", exec, d.n,
                                                      pack_width<T> * functor.piece, functor);
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("dot/atomic", atomic<T, Exec>);
    kokkos.add("dot/block_tree", block_tree<T, Exec>);
    kokkos.add("dot/warp_shuffle", warp_shuffle<T, Exec>);
    kokkos.add("dot/parallel_reduce", reduce_range<T, Exec>);
    kokkos.add("dot/block_tree_rewritten", launch_in_teams<BlockTree, T, Exec>);
    kokkos.add("dot/warp_shuffle_rewritten", launch_in_teams<WarpShuffle, T, Exec>);
    kokkos.add("dot/vector_load", launch_vector_load<Exec, T>);
    if constexpr (!is_host<Exec>) by_index.add("dot/block_tree", block_tree_by_index<T, Exec>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::dot_experiment
