// SPDX-License-Identifier: Apache-2.0
// One thread of one team follows a chain in global memory.
#include "catalogue/hierarchy/latency.hpp"

#include <algorithm>

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
using Word = std::uint32_t;
constexpr int block_size = 256;  // of the launch that preloads
constexpr int warp_size = 32;
constexpr std::size_t words_per_node = PointerChase::words_per_node;

template <class Exec>
struct Chain {
  Vector<const Word, Exec> next;
  Vector<Word, Exec> last;  // one element
  std::size_t nodes;
  int steps;

  explicit Chain(const PointerChase& c)
      : next(c.next, c.nodes * words_per_node), last(c.last, 1), nodes(c.nodes), steps(c.steps) {}

  KOKKOS_FORCEINLINE_FUNCTION Word follow() const {
    Word i = 0;
    for (int step = 0; step < steps; ++step) i = next(i);
    return i;
  }
};

/// Brings nodes into L2.
template <class Exec>
struct LoadAhead : Chain<Exec> {
  using Chain<Exec>::Chain;

  KOKKOS_FUNCTION void operator()(std::size_t node) const {
    if (this->next(node * words_per_node) == PointerChase::nowhere)
      this->last(0) = PointerChase::nowhere;  // never reached: keeps the load alive
  }
};

template <class Exec>
struct GlobalChain : Chain<Exec> {
  using Chain<Exec>::Chain;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t ahead =
        this->nodes < PointerChase::ahead_in_l1 ? this->nodes : PointerChase::ahead_in_l1;
    for_each_thread<Exec, warp_size>(team, [&](int thread) {
      Word seen = 0;
      for (auto node = static_cast<std::size_t>(thread); node < ahead; node += warp_size)
        seen |= this->next(node * words_per_node);
      if (seen == PointerChase::nowhere) this->last(0) = seen;  // never true, as above
    });
    team.team_barrier();
    if (team.team_rank() == 0) this->last(0) = this->follow();
  }
};

/// One team, with no need for others to fit beside it: by default Kokkos reserves as much shared
/// memory as an SM full of such teams would use, which leaves less for L1.
template <class Exec>
auto one_team(const Exec& exec) {
  const auto policy = team_policy<TeamPolicy<Exec, warp_size>>(exec, 1, warp_size);
#ifdef TILEBRIDGE_KOKKOS_GPU
  if constexpr (!is_host<Exec>)
    return Kokkos::Experimental::prefer(policy, Kokkos::Experimental::DesiredOccupancy(1));
  else
#endif
    return policy;
}

template <class Exec>
void global(const PointerChase& c, const Exec& exec) {
  if constexpr (!is_host<Exec>)  // many host threads would not fill the cache of one
    for_each_element<block_size>("latency/ahead", exec,
                                 std::min(c.nodes, PointerChase::ahead_in_l2), LoadAhead<Exec>(c));
  Kokkos::parallel_for("latency/global_matched", one_team(exec), GlobalChain<Exec>(c));
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_latency(KokkosKernels<Exec>& kokkos) {
  kokkos.add("latency/global_matched", global<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_engineered_latency);

}  // namespace tilebridge::kokkos
