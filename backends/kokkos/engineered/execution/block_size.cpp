// SPDX-License-Identifier: Apache-2.0
// Teams with the requested number of threads, one element per thread.
#include "catalogue/execution/block_size.hpp"

#include <algorithm>

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int most_threads = 1024;

// [add_matched]
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

// [matmul_matched]
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
        tiles_across(std::max(1, tiles(n, shape.width))),
        team_across(shape.width),
        teams(static_cast<std::size_t>(tiles(n, shape.width)) *
              static_cast<std::size_t>(tiles(m, shape.height))) {}

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

 private:
  static int tiles(int size, int tile) { return (size + tile - 1) / tile; }
};

// [*]
template <class Functor, class Exec>
void launch_in_teams(const typename Functor::Case& p, const Exec& exec) {
  using Policy = TeamPolicy<Exec, most_threads>;
  const Functor functor(p);
  if (functor.teams > 0)
    Kokkos::parallel_for("block_size", team_policy<Policy>(exec, functor.teams, p.threads),
                         functor);
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_block_size(KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("block_size/add_matched", launch_in_teams<Add<Exec>, Exec>);
    kokkos.add("block_size/matmul_matched", launch_in_teams<Product<Exec>, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_block_size);

}  // namespace tilebridge::kokkos
