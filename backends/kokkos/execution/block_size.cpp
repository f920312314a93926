// SPDX-License-Identifier: Apache-2.0
// Teams have the requested number of threads or the number that Kokkos chooses; each thread
// computes one element.
#include "catalogue/execution/block_size.hpp"

#include <algorithm>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::block_size_experiment {
namespace {

template <class Exec>
void add(const BlockedAdd& p, const Exec& exec) {
  const Vector<const float, Exec> a(p.a, p.n), b(p.b, p.n);
  const Vector<float, Exec> c(p.c, p.n);
  Kokkos::parallel_for(
      "block_size/add", Kokkos::TeamPolicy<Exec>(exec, ceil_div(p.n, p.threads), p.threads),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::size_t first = static_cast<std::size_t>(team.league_rank()) * p.threads;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, p.threads), [&](int t) {
          if (first + t < p.n) c(first + t) = a(first + t) + b(first + t);
        });
      });
}

/// dim3(width, height) threads: TeamThreadRange is threadIdx.y, ThreadVectorRange threadIdx.x.
template <class Exec>
void matmul(const BlockedMatmul& p, const Exec& exec) {
  const int m = p.product.m, n = p.product.n, k = p.product.k;
  const Matrix<const float, Exec> a(p.product.a, m, k), b(p.product.b, k, n);
  const Matrix<float, Exec> c(p.product.c, m, n);
  const BlockShape shape(p.threads);
  const int across = shape.across(n), down = shape.down(m);
  Kokkos::parallel_for(
      "block_size/matmul", Kokkos::TeamPolicy<Exec>(exec, across * down, shape.height, shape.width),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const int row0 = team.league_rank() / across * shape.height;
        const int column0 = team.league_rank() % across * shape.width;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, shape.height), [&](int y) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, shape.width), [&](int x) {
            const int row = row0 + y, column = column0 + x;
            if (row >= m || column >= n) return;
            float sum = 0;
            for (int i = 0; i < k; ++i) sum += a(row, i) * b(i, column);
            c(row, column) = sum;
          });
        });
      });
}

/// The number of teams depends on the team size, so the size is queried before the launch.
template <class Exec>
void add_auto(const BlockedAdd& p, const Exec& exec) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  const Vector<const float, Exec> a(p.a, p.n), b(p.b, p.n);
  const Vector<float, Exec> c(p.c, p.n);
  const auto kernel = KOKKOS_LAMBDA(const Team<Exec>& team) {
    const int threads = team.team_size();
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * threads;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, threads), [&](int t) {
      if (first + t < p.n) c(first + t) = a(first + t) + b(first + t);
    });
  };
  const int threads =
      Policy(exec, 1, Kokkos::AUTO).team_size_recommended(kernel, Kokkos::ParallelForTag());
  Kokkos::parallel_for("block_size/add_auto", Policy(exec, ceil_div(p.n, threads), threads),
                       kernel);
}

/// One row of a team is a warp; Kokkos chooses the number of rows.
template <class Exec>
void matmul_auto(const BlockedMatmul& p, const Exec& exec) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  const int m = p.product.m, n = p.product.n, k = p.product.k;
  const Matrix<const float, Exec> a(p.product.a, m, k), b(p.product.b, k, n);
  const Matrix<float, Exec> c(p.product.c, m, n);
  const int across = ceil_div(n, warp_size);
  const auto kernel = KOKKOS_LAMBDA(const Team<Exec>& team) {
    const int height = team.team_size();
    const int row0 = team.league_rank() / across * height;
    const int column0 = team.league_rank() % across * warp_size;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, height), [&](int y) {
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, warp_size), [&](int x) {
        const int row = row0 + y, column = column0 + x;
        if (row >= m || column >= n) return;
        float sum = 0;
        for (int i = 0; i < k; ++i) sum += a(row, i) * b(i, column);
        c(row, column) = sum;
      });
    });
  };
  const int height = Policy(exec, 1, Kokkos::AUTO, warp_size)
                         .team_size_recommended(kernel, Kokkos::ParallelForTag());
  const int teams = across * ceil_div(m, height);
  Kokkos::parallel_for("block_size/matmul_auto", Policy(exec, teams, height, warp_size), kernel);
}

template <class Exec>
void add_by_index(const BlockedAdd& p, const Exec& exec) {
  const Vector<const float, Exec> a(p.a, p.n), b(p.b, p.n);
  const Vector<float, Exec> c(p.c, p.n);
  Kokkos::parallel_for(
      "block_size/add", Kokkos::TeamPolicy<Exec>(exec, ceil_div(p.n, p.threads), p.threads),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::size_t first = static_cast<std::size_t>(team.league_rank()) * team.team_size();
        const std::size_t i = first + team.team_rank();
        if (i < p.n) c(i) = a(i) + b(i);
      });
}

/// Thread t of a team computes element (t / width, t mod width) of the team's part of C.
template <class Exec>
void matmul_by_index(const BlockedMatmul& p, const Exec& exec) {
  const int m = p.product.m, n = p.product.n, k = p.product.k;
  const Matrix<const float, Exec> a(p.product.a, m, k), b(p.product.b, k, n);
  const Matrix<float, Exec> c(p.product.c, m, n);
  const BlockShape shape(p.threads);
  const int across = shape.across(n), down = shape.down(m);
  Kokkos::parallel_for(
      "block_size/matmul", Kokkos::TeamPolicy<Exec>(exec, across * down, p.threads),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const int thread = team.team_rank();
        const int row = team.league_rank() / across * shape.height + thread / shape.width;
        const int column = team.league_rank() % across * shape.width + thread % shape.width;
        if (row >= m || column >= n) return;
        float sum = 0;
        for (int i = 0; i < k; ++i) sum += a(row, i) * b(i, column);
        c(row, column) = sum;
      });
}

using namespace techniques;

constexpr int most_threads = 1024;

template <class Exec>
struct Add {
  using Case = BlockedAdd;

  Vector<const float, Exec> a, b;
  Vector<float, Exec> c;
  std::size_t teams;

  explicit Add(const BlockedAdd& p)
      : a(p.a, p.n),
        b(p.b, p.n),
        c(p.c, p.n),
        teams(ceil_div(p.n, static_cast<std::size_t>(p.threads))) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto first = static_cast<std::size_t>(team.league_rank()) *
                       static_cast<std::size_t>(static_cast<unsigned>(team.team_size()));
    const std::size_t i = first + static_cast<std::size_t>(thread_rank(team));
    if (i < c.extent(0)) c(i) = a(i) + b(i);
  }
};

template <class Exec>
struct Product {
  using Case = BlockedMatmul;

  Matrix<const float, Exec> a, b;  // m × k and k × n
  Matrix<float, Exec> c;           // m × n
  int m, n, k;
  BlockShape shape;
  Divisor tiles_across, team_across;  // per row of tiles of C, and per row of threads of a team
  std::size_t teams;

  explicit Product(const BlockedMatmul& p)
      : a(p.product.a, p.product.m, p.product.k),
        b(p.product.b, p.product.k, p.product.n),
        c(p.product.c, p.product.m, p.product.n),
        m(p.product.m),
        n(p.product.n),
        k(p.product.k),
        shape(p.threads),
        tiles_across(std::max(1, shape.across(n))),
        team_across(shape.width),
        teams(static_cast<std::size_t>(shape.across(n)) * static_cast<std::size_t>(shape.down(m))) {
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const int down = tiles_across.quotient(team.league_rank());
    const int across = tiles_across.remainder(team.league_rank(), down);
    const int thread = thread_rank(team);
    const int y = team_across.quotient(thread);
    const int row = down * shape.height + y;
    const int column = across * shape.width + team_across.remainder(thread, y);
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int i = 0; i < k; ++i) sum += a(row, i) * b(i, column);
    c(row, column) = sum;
  }
};

template <class Functor, class Exec>
void launch_in_teams(const typename Functor::Case& p, const Exec& exec) {
  using Policy = TeamPolicy<Exec, most_threads>;
  const Functor functor(p);
  if (functor.teams > 0)
    Kokkos::parallel_for("block_size", team_policy<Policy>(exec, functor.teams, p.threads),
                         functor);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("block_size/add", add<Exec>);
    kokkos.add("block_size/matmul", matmul<Exec>);
    kokkos.add("block_size/add_auto", add_auto<Exec>);
    kokkos.add("block_size/matmul_auto", matmul_auto<Exec>);
    kokkos.add("block_size/add_rewritten", launch_in_teams<Add<Exec>, Exec>);
    kokkos.add("block_size/matmul_rewritten", launch_in_teams<Product<Exec>, Exec>);
    const auto by_index = kokkos.in(Form::indices);
    by_index.add("block_size/add", add_by_index<Exec>);
    by_index.add("block_size/matmul", matmul_by_index<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::block_size_experiment
