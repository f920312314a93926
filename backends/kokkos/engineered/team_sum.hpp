// A team's sum in scratch memory.
#pragma once

#include "backends/kokkos/engineered/team.hpp"

namespace tilebridge::kokkos {

/// Over the `block_size` threads of a team: 16 of them sum what all have, one the 16. That is two
/// barriers, where a tree of halves has nine.
template <class Exec, int block_size, class T>
class TwoSteps {
 public:
  using Sums = Scratch<T[block_size], Exec>;

  /// The sum of value(thread), in thread 0. Before the next sum in the same `sums` a team_barrier
  /// is due.
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION static T sum(const TeamMember<Exec>& team, const Sums& sums,
                                           const Value& value) {
    for_each_thread<Exec, block_size>(team, [&](int thread) { sums(thread) = value(thread); });
    team.team_barrier();
    for_first_threads<Exec>(team, shares, [&](int thread) {
      sums(thread) = strided<block_size / shares, shares>(sums, thread);
    });
    team.team_barrier();
    return thread_rank(team) == 0 ? strided<shares, 1>(sums, 0) : 0;
  }

 private:
  static constexpr int shares = 16;
  static_assert(block_size % shares == 0);

  /// sums(first) + sums(first + stride) + … of `count`.
  template <int count, int stride>
  KOKKOS_FORCEINLINE_FUNCTION static T strided(const Sums& sums, int first) {
    T sum = 0;
    for (int k = 0; k < count; ++k) sum += sums(first + k * stride);
    return sum;
  }
};

}  // namespace tilebridge::kokkos
