// SPDX-License-Identifier: Apache-2.0
// Teams with the requested number of threads, or as Kokkos chooses; one element per thread.
#include "catalogue/execution/block_size.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [add]
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

// [matmul]
/// dim3(width, height) threads: TeamThreadRange is threadIdx.y, ThreadVectorRange threadIdx.x.
template <class Exec>
void matmul(const BlockedMatmul& p, const Exec& exec) {
  const int m = p.product.m, n = p.product.n, k = p.product.k;
  const Matrix<const float, Exec> a(p.product.a, m, k), b(p.product.b, k, n);
  const Matrix<float, Exec> c(p.product.c, m, n);
  const BlockShape shape(p.threads);
  const int across = ceil_div(n, shape.width), down = ceil_div(m, shape.height);
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

// [add_auto]
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

// [matmul_auto]
constexpr int warp_size = 32;

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

// [/]

}  // namespace

template <class Exec>
void add_block_size([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("block_size/add", add<Exec>);
    kokkos.add("block_size/matmul", matmul<Exec>);
    kokkos.add("block_size/add_auto", add_auto<Exec>);
    kokkos.add("block_size/matmul_auto", matmul_auto<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_block_size);

}  // namespace tilebridge::kokkos
