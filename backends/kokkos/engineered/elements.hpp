// One element a thread, in blocks of a given size or in Kokkos's own.
#pragma once

#include <cstdint>

#include "backends/kokkos/engineered/team.hpp"

namespace tilebridge::kokkos {

template <class Exec, int block_size, class Element>
struct InTeams {
  Element element;
  std::size_t count;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i < count) element(i);
    });
  }
};

/// element(i) for i < count, by teams of `block_size` threads.
template <int block_size, int blocks_wanted = 1, class Element, class Exec>
void in_teams(const char* label, const Exec& exec, std::size_t count, const Element& element) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted>;
  const auto policy = team_policy<Policy>(exec, ceil_div(count, block_size), block_size);
  if (count > 0)
    Kokkos::parallel_for(label, policy, InTeams<Exec, block_size, Element>{element, count});
}

/// The same through a RangePolicy, whose block size Kokkos chooses.
template <class Element, class Exec>
void in_range(const char* label, const Exec& exec, std::size_t count, const Element& element) {
  Kokkos::parallel_for(label, RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(count)),
                       element);
}

}  // namespace tilebridge::kokkos
