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
            const std::int64_t j = first + PieceSum::place(t, k);
            const bool inside = j < n;  // else any element, with weight 0
            sum += (inside ? k + 1 : 0) * in(inside ? j : first);
          }
          out(first + t) = sum;
        });
      });
}

template <class Input, class Exec>
void sum_piece_by_index(const PieceSum& p, const Exec& exec) {
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
          const std::int64_t j = first + PieceSum::place(thread, k);
          const bool inside = j < n;  // else any element, with weight 0
          sum += (inside ? k + 1 : 0) * in(inside ? j : first);
        }
        out(first + thread) = sum;
      });
}

using namespace techniques;

constexpr int piece = PieceSum::piece;

template <class Exec, class Input>
struct SumPiece {
  Input in;
  Vector<float, Exec> out;
  int reuse;

  explicit SumPiece(const PieceSum& p) : in(p.in, p.n), out(p.out, p.n), reuse(p.reuse) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t n = in.extent(0);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * piece;
    for_each_thread<Exec, piece>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i >= n) return;
      float sum = 0;
      for (int k = 0; k < reuse; ++k) {
        const std::size_t j = first + static_cast<std::size_t>(PieceSum::place(thread, k));
        const bool inside = j < n;  // else any element, with weight 0: no branch between loads
        sum += static_cast<float>(inside ? k + 1 : 0) * in(inside ? j : first);
      }
      out(i) = sum;
    });
  }
};

template <class Input, class Exec>
void sum_piece_rewritten(const PieceSum& p, const Exec& exec) {
  using Policy = TeamPolicy<Exec, piece>;
  const auto policy = team_policy<Policy>(exec, ceil_div(p.n, piece), piece);
  if (p.n > 0) Kokkos::parallel_for("cache_policy", policy, SumPiece<Exec, Input>(p));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kokkos.add("cache_policy/default_load", sum_piece<Vector<const float, Exec>, Exec>);
  kokkos.add("cache_policy/default_load_rewritten",
             sum_piece_rewritten<Vector<const float, Exec>, Exec>);
  if constexpr (!is_host<Exec>) {  // a host has only one path to memory
    kokkos.add("cache_policy/read_only", sum_piece<ReadOnly<const float*, Exec>, Exec>);
    kokkos.add("cache_policy/read_only_rewritten",
               sum_piece_rewritten<ReadOnly<const float*, Exec>, Exec>);
    by_index.add("cache_policy/default_load", sum_piece_by_index<Vector<const float, Exec>, Exec>);
    by_index.add("cache_policy/read_only", sum_piece_by_index<ReadOnly<const float*, Exec>, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::cache_policy_experiment
