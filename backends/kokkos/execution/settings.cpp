// SPDX-License-Identifier: Apache-2.0
// Kernels in loops whose launch takes its settings from the case; 0 leaves the choice to Kokkos.
#include "catalogue/execution/settings.hpp"

#include <algorithm>

#include "backends/kokkos/averaging.hpp"
#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "base/error.hpp"

namespace tilebridge::kokkos::settings_experiment {
namespace {

constexpr int most_threads = 1024;

void check_block(std::int64_t threads) {
  if (threads > most_threads) throw Unavailable("a block has at most 1024 threads");
}

/// Returns `threads`, or if that is 0 the team size that Kokkos recommends for the kernel.
template <class Policy, class Exec, class Kernel>
int team_size(const Exec& exec, int threads, int vector, const Kernel& kernel) {
  if (threads > 0) return threads;
  return Policy(exec, 1, Kokkos::AUTO, vector)
      .team_size_recommended(kernel, Kokkos::ParallelForTag());
}

/// A policy without launch bounds where `threads` is 0.
template <class Exec, int threads, int per_sm>
using Bounded = Kokkos::RangePolicy<
    Exec, Kokkos::IndexType<std::int64_t>,
    Kokkos::LaunchBounds<threads, threads == 0 ? 0 : bounded_blocks(std::max(threads, 1), per_sm)>>;

template <int threads, class Exec>
void flat(const SetScale& s, const Exec& exec) {
  const std::int64_t n = s.n, step = ceil_div(s.n, s.each);
  const Vector<const float, Exec> in(s.in, n);
  const Vector<float, Exec> out(s.out, n);
  const auto kernel = KOKKOS_LAMBDA(std::int64_t first) {
    for (std::int64_t i = first; i < n; i += step) out(i) = SetScale::factor * in(i);
  };
  const Bounded<Exec, threads, 1> policy(exec, 0, step);
  using Kokkos::Experimental::DesiredOccupancy;
  if (s.occupancy == 0)
    Kokkos::parallel_for("settings/flat", policy, kernel);
  else
    Kokkos::parallel_for("settings/flat",
                         Kokkos::Experimental::prefer(policy, DesiredOccupancy{s.occupancy}),
                         kernel);
}

template <class Exec>
auto flat_in(const SetScale& s, const Exec& exec) {
  void (*launch)(const SetScale&, const Exec&) = nullptr;
  with_constant(BoundedThreads(), s.threads,
                [&](auto threads) { launch = flat<decltype(threads)::value, Exec>; });
  if (launch == nullptr) throw Unavailable("it is compiled for other launch bounds");
  return [=] { launch(s, exec); };
}

/// The number of teams depends on the team size, so the size is queried before the launch.
template <class Exec>
void team(const SetScale& s, const Exec& exec) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  const std::int64_t n = s.n;
  const int each = s.each;
  const Vector<const float, Exec> in(s.in, n);
  const Vector<float, Exec> out(s.out, n);
  const auto kernel = KOKKOS_LAMBDA(const Team<Exec>& team) {
    const int count = team.team_size() * each;
    const std::int64_t first = std::int64_t{team.league_rank()} * count;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, count), [&](int t) {
      if (first + t < n) out(first + t) = SetScale::factor * in(first + t);
    });
  };
  const int threads = team_size<Policy>(exec, s.threads, 1, kernel);
  Kokkos::parallel_for("settings/team", Policy(exec, ceil_div(n, threads * each), threads), kernel);
}

template <class Exec>
void row_sums(const SetRowSums& s, const Exec& exec) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  const int rows = s.rows, cols = s.cols;
  const Matrix<const float, Exec> in(s.in, rows, cols);
  const Vector<float, Exec> sums(s.sums, rows);
  const auto kernel = KOKKOS_LAMBDA(const Team<Exec>& team) {
    const int first = team.league_rank() * team.team_size();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, team.team_size()), [&](int thread) {
      const int row = first + thread;
      if (row >= rows) return;
      float sum = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, cols),
          [&](int col, float& part) { part += in(row, col); }, sum);
      Kokkos::single(Kokkos::PerThread(team), [&] { sums(row) = sum; });
    });
  };
  const int threads = team_size<Policy>(exec, s.team_size, s.vector, kernel);
  Kokkos::parallel_for("settings/row_sums",
                       Policy(exec, ceil_div(rows, threads), threads, s.vector), kernel);
}

template <class Exec>
void team_sum(const SetRowSums& s, const Exec& exec) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  const int cols = s.cols;
  const Matrix<const float, Exec> in(s.in, s.rows, cols);
  const Vector<float, Exec> sums(s.sums, s.rows);
  const auto kernel = KOKKOS_LAMBDA(const Team<Exec>& team) {
    const int row = team.league_rank();
    float sum = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(team, cols), [&](int col, float& part) { part += in(row, col); },
        sum);
    Kokkos::single(Kokkos::PerTeam(team), [&] { sums(row) = sum; });
  };
  const int threads = team_size<Policy>(exec, s.team_size, s.vector, kernel);
  Kokkos::parallel_for("settings/team_sum", Policy(exec, s.rows, threads, s.vector), kernel);
}

/// On CUDA neighbouring threads are neighbours in the first index.
template <class Exec>
void tile_2d(const SetTranspose& s, const Exec& exec) {
  const Matrix<const float, Exec> in(s.in, s.rows, s.cols);
  const Matrix<float, Exec> out(s.out, s.cols, s.rows);
  const Range2D<Exec> policy =
      s.tile_x > 0 ? Range2D<Exec>(exec, {0, 0}, {s.cols, s.rows}, {s.tile_x, s.tile_y})
                   : Range2D<Exec>(exec, {0, 0}, {s.cols, s.rows});
  Kokkos::parallel_for(
      "settings/tile_2d", policy, KOKKOS_LAMBDA(int x, int y) { out(x, y) = in(y, x); });
}

template <class Exec>
using Range3D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>, Kokkos::IndexType<int>>;
template <class T, class Exec>
using Volume = Unmanaged<T***, Kokkos::LayoutRight, Exec>;

template <class Exec>
void tile_3d(const SetStencil& s, const Exec& exec) {
  const Volume<const float, Exec> in(s.in, s.nz, s.ny, s.nx);
  const Volume<float, Exec> out(s.out, s.nz, s.ny, s.nx);
  const int nx = s.nx, ny = s.ny, nz = s.nz;
  const Range3D<Exec> policy =
      s.tile_x > 0 ? Range3D<Exec>(exec, {0, 0, 0}, {nx, ny, nz}, {s.tile_x, s.tile_y, s.tile_z})
                   : Range3D<Exec>(exec, {0, 0, 0}, {nx, ny, nz});
  Kokkos::parallel_for(
      "settings/tile_3d", policy, KOKKOS_LAMBDA(int x, int y, int z) {
        const bool inside = x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1;
        out(z, y, x) = inside ? in(z, y, x - 1) + in(z, y, x + 1) + in(z, y - 1, x) +
                                    in(z, y + 1, x) + in(z - 1, y, x) + in(z + 1, y, x)
                              : in(z, y, x);
      });
}

template <int threads, int per_sm, class Exec>
void bounds(const SetAveraging& s, const Exec& exec) {
  const Averaging& a = s.averaging;
  const Vector<const float, Exec> in(a.in, a.n + Averaging::values - 1);
  const Vector<float, Exec> out(a.out, a.n);
  const int sweeps = a.sweeps;
  Kokkos::parallel_for(
      "settings/bounds", Bounded<Exec, threads, per_sm>(exec, 0, a.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = averaged_sum(in, i, sweeps); });
}

template <class Exec>
auto bounds_in(const SetAveraging& s, const Exec& exec) {
  void (*launch)(const SetAveraging&, const Exec&) = nullptr;
  if ((s.threads == 0) == (s.per_sm == 0))
    with_constant(RegisterThreads(), s.threads, [&]<class Threads>(Threads) {
      with_constant(BlocksPerSm(), s.per_sm, [&]<class Count>(Count) {
        launch = bounds<Threads::value, Count::value, Exec>;
      });
    });
  if (launch == nullptr) throw Unavailable("it is compiled for other launch bounds");
  return [=] { launch(s, exec); };
}

template <class Exec, void (*launch)(const SetRowSums&, const Exec&)>
auto in_rows(const SetRowSums& s, const Exec& exec) {
  check_block(std::int64_t{s.team_size} * s.vector);
  return [=] { launch(s, exec); };
}

[[maybe_unused]] void check_tile(std::int64_t threads, bool is_given) {
  if ((threads > 0) != is_given) throw Unavailable("a tile is given whole, or not at all");
  check_block(threads);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // where these choices have a meaning
    kokkos.add_prepared("settings/flat", flat_in<Exec>);
    kokkos.add("settings/team", team<Exec>);
    kokkos.add_prepared("settings/row_sums", in_rows<Exec, row_sums<Exec>>);
    kokkos.add_prepared("settings/team_sum", in_rows<Exec, team_sum<Exec>>);
    kokkos.add_prepared("settings/tile_2d", [](const SetTranspose& s, const Exec& exec) {
      check_tile(std::int64_t{s.tile_x} * s.tile_y, s.tile_x + s.tile_y > 0);
      return [=] { tile_2d(s, exec); };
    });
    kokkos.add_prepared("settings/tile_3d", [](const SetStencil& s, const Exec& exec) {
      check_tile(std::int64_t{s.tile_x} * s.tile_y * s.tile_z, s.tile_x + s.tile_y + s.tile_z > 0);
      return [=] { tile_3d(s, exec); };
    });
    kokkos.add_prepared("settings/bounds", bounds_in<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::settings_experiment
