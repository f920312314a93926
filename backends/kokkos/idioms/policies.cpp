// SPDX-License-Identifier: Apache-2.0
// One element per index or thread, but in a sum; the variants differ in the policy.
#include "catalogue/idioms/policies.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::policies_experiment {
namespace {

template <class T, class Exec>
void range(const ScaledGrid<T>& g, const Exec& exec) {
  const int n = g.elements();
  const Vector<const T, Exec> in(g.in, n);
  const Vector<T, Exec> out(g.out, n);
  Kokkos::parallel_for(
      "policies/range", RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = ScaledGrid<T>::factor * in(i); });
}

/// A team has the number of threads that Kokkos recommends, or 256.
enum class Threads { recommended, fixed };

/// The number of teams depends on the team size, so the size is queried before the launch.
template <Threads size, class T, class Exec>
void in_teams(const ScaledGrid<T>& g, const Exec& exec) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  const int n = g.elements();
  const Vector<const T, Exec> in(g.in, n);
  const Vector<T, Exec> out(g.out, n);
  const auto kernel = KOKKOS_LAMBDA(const Team<Exec>& team) {
    const int threads = team.team_size();
    const int first = team.league_rank() * threads;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, threads), [&](int t) {
      if (first + t < n) out(first + t) = ScaledGrid<T>::factor * in(first + t);
    });
  };
  int threads = ScaledGrid<T>::block_size;
  if (size == Threads::recommended)
    threads = Policy(exec, 1, Kokkos::AUTO).team_size_recommended(kernel, Kokkos::ParallelForTag());
  Kokkos::parallel_for("policies/team_auto", Policy(exec, ceil_div(n, threads), threads), kernel);
}

using Word = std::uint32_t;

KOKKOS_INLINE_FUNCTION Word mixed(const Word* in, Word row, int rounds) {
  constexpr int values = WalkThenMix::values;
  Word value[values];
  for (int k = 0; k < values; ++k) value[k] = in[k] + row;
  for (int round = 0; round < rounds; ++round)
    for (int k = 0; k < values; ++k)
      value[k] = WalkThenMix::factor * value[k] + value[(k + 1) % values];
  Word sum = 0;
  for (int k = 0; k < values; ++k) sum += value[k];
  return sum;
}

template <class Exec>
using Bounded =
    Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<WalkThenMix::block_size,
                                                  bounded_blocks(WalkThenMix::block_size,
                                                                 WalkThenMix::blocks_wanted)>>;

template <class Policy, class Exec>
void launch_bounds(const WalkThenMix& w, const Exec& exec) {
  constexpr int block_size = WalkThenMix::block_size;
  constexpr int width = RowWalk::width;
  const int n = w.n, rows = w.walk.rows, steps = w.walk.steps, rounds = w.rounds;
  const Vector<const Word, Exec> next(w.walk.next, rows * width);
  const Vector<const Word, Exec> in(w.in, n + WalkThenMix::values - 1);
  const Vector<Word, Exec> out(w.out, n);
  Kokkos::parallel_for(
      "policies/launch_bounds", Policy(exec, ceil_div(n, block_size), block_size),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const int first = team.league_rank() * block_size;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          const int i = first + t;
          if (i >= n) return;
          Word row = i / width % rows;
          for (int step = 0; step < steps; ++step) row = next(row * width + i % width);
          out(i) = mixed(&in(i), row, rounds);
        });
      });
}

template <class T, class Exec>
void mdrange(const char* label, const ScaledGrid<T>& g, const Range2D<Exec>& policy) {
  const Matrix<const T, Exec> in(g.in, g.rows(), g.nx);
  const Matrix<T, Exec> out(g.out, g.rows(), g.nx);
  Kokkos::parallel_for(
      label, policy, KOKKOS_LAMBDA(int x, int y) { out(y, x) = ScaledGrid<T>::factor * in(y, x); });
}

template <class T, class Exec>
void mdrange_tile(const ScaledGrid<T>& g, const Exec& exec) {
  mdrange("policies/mdrange_tile", g, Range2D<Exec>(exec, {0, 0}, {g.nx, g.rows()}));
}

template <class T, class Exec>
void mdrange_tile_rewritten(const ScaledGrid<T>& g, const Exec& exec) {
  mdrange("policies/mdrange_tile", g, Range2D<Exec>(exec, {0, 0}, {g.nx, g.rows()}, {32, 8}));
}

template <class T, class Exec>
void mdrange_order_rewritten(const ScaledGrid<T>& g, const Exec& exec) {
  mdrange("policies/mdrange_order", g, Range2D<Exec>(exec, {0, 0}, {g.nx, g.rows()}, {32, 8}));
}

/// The range has the usual (row, column) order.
template <class T, class Exec>
void mdrange_order(const ScaledGrid<T>& g, const Exec& exec) {
  const int rows = g.rows(), cols = g.nx;
  const Matrix<const T, Exec> in(g.in, rows, cols);
  const Matrix<T, Exec> out(g.out, rows, cols);
  Kokkos::parallel_for(
      "policies/mdrange_order", Range2D<Exec>(exec, {0, 0}, {rows, cols}, {8, 32}),
      KOKKOS_LAMBDA(int y, int x) { out(y, x) = ScaledGrid<T>::factor * in(y, x); });
}

template <class T, class Exec>
using Volume = Unmanaged<T***, Kokkos::LayoutRight, Exec>;

template <class Exec>
using Range3D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>, Kokkos::IndexType<int>>;

template <class T, class Exec>
void mdrange3(const ScaledGrid<T>& g, const Range3D<Exec>& policy) {
  const Volume<const T, Exec> in(g.in, g.nz, g.ny, g.nx);
  const Volume<T, Exec> out(g.out, g.nz, g.ny, g.nx);
  Kokkos::parallel_for(
      "policies/mdrange3_tile", policy,
      KOKKOS_LAMBDA(int x, int y, int z) { out(z, y, x) = ScaledGrid<T>::factor * in(z, y, x); });
}

template <class T, class Exec>
void mdrange3_tile(const ScaledGrid<T>& g, const Exec& exec) {
  mdrange3(g, Range3D<Exec>(exec, {0, 0, 0}, {g.nx, g.ny, g.nz}));
}

template <class T, class Exec>
void mdrange3_tile_rewritten(const ScaledGrid<T>& g, const Exec& exec) {
  mdrange3(g, Range3D<Exec>(exec, {0, 0, 0}, {g.nx, g.ny, g.nz}, {32, 4, 2}));
}

/// Where a sum goes: a result on the host would wait for the device.
template <class Exec>
using Result =
    Kokkos::View<Word, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// A range of no elements would have no kernel that writes the result.
template <class Exec>
void mdrange_reduce(const GridSum& g, const Exec& exec) {
  const Matrix<const Word, Exec> in(g.in, g.rows, g.nx);
  const Result<Exec> result(g.result);
  if (g.elements() == 0) return Kokkos::deep_copy(exec, result, Word{0});
  Kokkos::parallel_reduce(
      "policies/mdrange_reduce", Range2D<Exec>(exec, {0, 0}, {g.nx, g.rows}),
      KOKKOS_LAMBDA(int x, int y, Word& sum) { sum += in(y, x); }, result);
}

template <class Exec>
void mdrange_reduce_rewritten(const GridSum& g, const Exec& exec) {
  const int cols = g.nx;
  const Matrix<const Word, Exec> in(g.in, g.rows, cols);
  const Result<Exec> result(g.result);
  Kokkos::parallel_reduce(
      "policies/mdrange_reduce",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, g.elements()),
      KOKKOS_LAMBDA(int i, Word& sum) { sum += in(i / cols, i % cols); }, result);
}

template <class Index, class T, class Exec>
void index_type(const ScaledGrid<T>& g, const Exec& exec) {
  const Index rows = g.rows(), cols = g.nx;
  const Matrix<const T, Exec> in(g.in, rows, cols);
  const Matrix<T, Exec> out(g.out, rows, cols);
  Kokkos::parallel_for(
      "policies/index_type",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, rows * cols),
      KOKKOS_LAMBDA(Index i) {
        const Index y = i / cols, x = i % cols;
        out(y, x) = ScaledGrid<T>::factor * in(y, x);
      });
}

using namespace techniques;

template <class T, class Exec>
struct Scaling {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::size_t i) const {
    out(i) = ScaledGrid<T>::factor * in(i);
  }
};

template <class T, class Exec>
void range_rewritten(const ScaledGrid<T>& g, const Exec& exec) {
  const auto n = static_cast<std::size_t>(g.elements());
  const Scaling<T, Exec> scaling = {Vector<const T, Exec>(g.in, n), Vector<T, Exec>(g.out, n)};
  for_each_element<ScaledGrid<T>::block_size>("policies/range", exec, n, scaling);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // the choice of a GPU's blocks
    kernels::for_types<float, double>([&]<class T>() {
      kokkos.add("policies/range", range<T, Exec>);
      kokkos.add("policies/team_auto", in_teams<Threads::recommended, T, Exec>);
      kokkos.add("policies/mdrange_tile", mdrange_tile<T, Exec>);
      kokkos.add("policies/mdrange_order", mdrange_order<T, Exec>);
      kokkos.add("policies/mdrange3_tile", mdrange3_tile<T, Exec>);
      kokkos.add("policies/index_type", index_type<std::int64_t, T, Exec>);
      kokkos.add("policies/range_rewritten", range_rewritten<T, Exec>);
      kokkos.add("policies/team_auto_rewritten", in_teams<Threads::fixed, T, Exec>);
      kokkos.add("policies/mdrange_tile_rewritten", mdrange_tile_rewritten<T, Exec>);
      kokkos.add("policies/mdrange_order_rewritten", mdrange_order_rewritten<T, Exec>);
      kokkos.add("policies/mdrange3_tile_rewritten", mdrange3_tile_rewritten<T, Exec>);
      kokkos.add("policies/index_type_rewritten", index_type<int, T, Exec>);
    });
    kokkos.add("policies/mdrange_reduce", mdrange_reduce<Exec>);
    kokkos.add("policies/mdrange_reduce_rewritten", mdrange_reduce_rewritten<Exec>);
    kokkos.add("policies/launch_bounds", launch_bounds<Kokkos::TeamPolicy<Exec>, Exec>);
    kokkos.add("policies/launch_bounds_rewritten", launch_bounds<Bounded<Exec>, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::policies_experiment
