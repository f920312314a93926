// SPDX-License-Identifier: Apache-2.0
// A team of 256 threads sums over its piece of 256 elements; the variants differ in the View used
// for loading. By index, and rewritten: one result per thread of a team, without a range's loop.
#include "catalogue/coalescing/cache_policy.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::cache_policy_experiment {
namespace {

template <class Input, class Exec>
void sum_piece(const PieceSum& p, const Exec& exec) {
  constexpr int piece = PieceSum::piece;
  const Input in(p.in, p.n);
  const Vector<float, Exec> out(p.out, p.n);
  const std::int64_t n = p.n;
  const int reuse = p.reuse, pieces = ceil_div(p.n, piece);
  if (pieces == 0) return;

  const Kokkos::TeamPolicy<Exec> policy(exec, pieces, team_of<Exec, piece>);
  Kokkos::parallel_for(
      "cache_policy", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = static_cast<std::int64_t>(team.league_rank()) * piece;
        Kokkos::parallel_for(Kokkos::TeamVectorRange(team, piece), [&](int t) {  // threadIdx.x
          if (first + t >= n) return;
          float sum = 0;
          for (int k = 0; k < reuse; ++k) {
            const std::int64_t j = first + ((t + k * PieceSum::shift) & (piece - 1));
            const bool inside = j < n;  // else any element, with weight 0
            sum += (inside ? k + 1 : 0) * in(inside ? j : first);
          }
          out(first + t) = sum;
        });
      });
}

template <class Exec>
void add_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("cache_policy/default_load", sum_piece<Vector<const float, Exec>, Exec>);
  if constexpr (!is_host<Exec>)  // a host has only one path to memory
    kokkos.add("cache_policy/read_only", sum_piece<ReadOnly<const float*, Exec>, Exec>);
}

}  // namespace

// Kernels by index use league and team rank.
namespace by_index {
namespace {

template <class Input, class Exec>
void sum_piece(const PieceSum& p, const Exec& exec) {
  constexpr int piece = PieceSum::piece;
  const Input in(p.in, p.n);
  const Vector<float, Exec> out(p.out, p.n);
  const std::int64_t n = p.n;
  const int reuse = p.reuse, pieces = ceil_div(p.n, piece);
  if (pieces == 0) return;

  Kokkos::parallel_for(
      "cache_policy", Kokkos::TeamPolicy<Exec>(exec, pieces, piece),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = static_cast<std::int64_t>(team.league_rank()) * piece;
        const int thread = team.team_rank();
        if (first + thread >= n) return;
        float sum = 0;
        for (int k = 0; k < reuse; ++k) {
          const std::int64_t j = first + ((thread + k * PieceSum::shift) & (piece - 1));
          const bool inside = j < n;  // else any element, with weight 0
          sum += (inside ? k + 1 : 0) * in(inside ? j : first);
        }
        out(first + thread) = sum;
      });
}

template <class Exec>
void add_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  auto by_index = kokkos.in(Form::indices);
  if constexpr (!is_host<Exec>) {  // where a team has as many threads as asked for
    by_index.add("cache_policy/default_load", sum_piece<Vector<const float, Exec>, Exec>);
    by_index.add("cache_policy/read_only", sum_piece<ReadOnly<const float*, Exec>, Exec>);
  }
}

}  // namespace
}  // namespace by_index

// Rewritten and tuned kernels.
namespace rewritten {
using namespace techniques;

namespace {

constexpr int block_size = PieceSum::piece;

template <class Exec, class Input>
struct SumPiece {
  Input in;
  Vector<float, Exec> out;
  int reuse;

  explicit SumPiece(const PieceSum& p) : in(p.in, p.n), out(p.out, p.n), reuse(p.reuse) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t n = in.extent(0);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i >= n) return;
      float sum = 0;
      for (int k = 0; k < reuse; ++k) {
        const int place = (thread + k * PieceSum::shift) & (PieceSum::piece - 1);
        const std::size_t j = first + static_cast<std::size_t>(place);
        const bool inside = j < n;  // else any element, with weight 0: no branch between loads
        sum += static_cast<float>(inside ? k + 1 : 0) * in(inside ? j : first);
      }
      out(i) = sum;
    });
  }
};

template <class Input, class Exec>
void launch_in_teams(const PieceSum& p, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  const auto policy = team_policy<Policy>(exec, ceil_div(p.n, block_size), block_size);
  if (p.n > 0) Kokkos::parallel_for("cache_policy", policy, SumPiece<Exec, Input>(p));
}

template <class Exec>
void add_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("cache_policy/default_load_rewritten",
             launch_in_teams<Vector<const float, Exec>, Exec>);
  if constexpr (!is_host<Exec>)  // a host has only one path to memory
    kokkos.add("cache_policy/read_only_rewritten",
               launch_in_teams<ReadOnly<const float*, Exec>, Exec>);
}

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  add_kernels(kokkos);
  by_index::add_kernels(kokkos);
  rewritten::add_kernels(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::cache_policy_experiment
