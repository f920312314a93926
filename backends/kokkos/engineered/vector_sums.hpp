// What `vector_load` of dot and reduce share: 16-byte vectors, and a team's sum.
#pragma once

#include "backends/kokkos/engineered/pack.hpp"
#include "backends/kokkos/engineered/team_sum.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::kokkos {

/// As many elements as a thread can load at once, as float4 is.
template <class T>
using Whole = Pack<pack_width<T>, T>;

template <class Exec, class T>
Vector<const Whole<T>, Exec> vectors_of(const T* array, std::size_t n) {
  return Vector<const Whole<T>, Exec>(reinterpret_cast<const Whole<T>*>(array), n / pack_width<T>);
}

template <class Exec, class T>
class VectorSum {
 public:
  using Team = TeamMember<Exec>;

  /// The sum of value(thread) over a team's threads, in thread 0.
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION static T sum(const Team& team, const Value& value) {
    return Steps::sum(team, scratch<Sums>(team), value);
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
  using Steps = TwoSteps<Exec, vector_sums::block_size, T>;
  using Sums = typename Steps::Sums;
};

}  // namespace tilebridge::kokkos
