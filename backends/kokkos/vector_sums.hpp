// What `vector_load` of dot and reduce share: 16-byte vectors, and a team's sum.
#pragma once

#include "backends/kokkos/team.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::kokkos {

/// Four floats that a thread can load at once, as float4 is.
struct alignas(16) Floats {
  float values[4];
};

template <class Exec>
Vector<const Floats, Exec> vectors_of(const float* array, std::size_t n) {
  return Vector<const Floats, Exec>(reinterpret_cast<const Floats*>(array), n / 4);
}

/// For GPUs only.
template <class Exec>
class VectorSum {
 public:
  using Team = TeamMember<Exec>;

  /// The sum of `value` over a team, in thread 0: 16 threads sum what all have, one the 16. That is
  /// two barriers, where a tree of halves has nine.
  KOKKOS_FORCEINLINE_FUNCTION static float sum(const Team& team, float value) {
    constexpr int shares = 16;
    const Sums sums(team.team_scratch(0));
    const int thread = thread_rank(team);
    sums(thread) = value;
    team.team_barrier();
    if (thread < shares) sums(thread) = strided<vector_sums::block_size / shares>(sums, thread);
    team.team_barrier();
    return thread == 0 ? strided<shares, 1>(sums, 0) : 0;
  }

  /// Puts `functor` on `exec`: a team for every `piece` elements of n.
  template <class Functor>
  static void launch(const char* label, const Exec& exec, std::size_t n, std::size_t piece,
                     const Functor& functor) {
    using Policy = TeamPolicy<Exec, vector_sums::block_size>;
    auto policy = team_policy<Policy>(exec, ceil_div(n, piece), vector_sums::block_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(Sums::shmem_size()));
    if (n > 0) Kokkos::parallel_for(label, policy, functor);
  }

 private:
  using Sums = Scratch<float[vector_sums::block_size], Exec>;

  /// sums(first) + sums(first + stride) + … of `count`.
  template <int count, int stride = 16>
  KOKKOS_FORCEINLINE_FUNCTION static float strided(const Sums& sums, int first) {
    float sum = 0;
    for (int k = 0; k < count; ++k) sum += sums(first + k * stride);
    return sum;
  }
};

}  // namespace tilebridge::kokkos
