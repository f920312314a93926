// One thread of one team follows a chain; what differs is where the chain lies.
#include "catalogue/latency.hpp"

#include <algorithm>

#include "backends/kokkos/engineered/elements.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "catalogue/error.hpp"

namespace tilebridge::kokkos {
namespace {

using Word = std::uint32_t;
constexpr int block_size = 256;  // of the launch that loads ahead
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

  template <class Words>
  KOKKOS_FORCEINLINE_FUNCTION Word follow(const Words& words) const {
    Word at = 0;
    for (int step = 0; step < steps; ++step) at = words(at);
    return at;
  }
};

/// Brings nodes into L2.
template <class Exec>
struct LoadAhead : Chain<Exec> {
  using Chain<Exec>::Chain;

  KOKKOS_FUNCTION void operator()(std::size_t node) const {
    if (this->next(node * words_per_node) == PointerChase::nowhere)
      this->last(0) = PointerChase::nowhere;  // never: for the load's sake
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
      if (seen == PointerChase::nowhere) this->last(0) = seen;  // never, as above
    });
    team.team_barrier();
    if (team.team_rank() == 0) this->last(0) = this->follow(this->next);
  }

  static constexpr bool has_scratch = false;
  static std::size_t scratch_bytes() { return 0; }
};

template <class Exec>
struct HomeChain : Chain<Exec> {
  Vector<Word, Exec> words;

  explicit HomeChain(const PointerChase& c)
      : Chain<Exec>(c), words(const_cast<Word*>(c.next), c.nodes * words_per_node) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    if (team.team_rank() > 0) return;
    this->last(0) =
        this->follow([&](Word at) { return Kokkos::atomic_fetch_add(&words(at), Word{0}); });
  }

  static constexpr bool has_scratch = false;
  static std::size_t scratch_bytes() { return 0; }
};

template <class Exec>
struct SharedChain : Chain<Exec> {
  using Chain<Exec>::Chain;
  using Words = Scratch<Word[PointerChase::most_shared * words_per_node], Exec>;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto words = scratch<Words>(team);
    for_each_thread<Exec, warp_size>(team, [&](int thread) {
      for (auto node = static_cast<std::size_t>(thread); node < this->nodes; node += warp_size)
        words(node * words_per_node) = this->next(node * words_per_node);
    });
    team.team_barrier();
    if (team.team_rank() == 0) this->last(0) = this->follow(words);
  }

  static constexpr bool has_scratch = true;
  static std::size_t scratch_bytes() { return Words::shmem_size(); }
};

/// One team. Where it wants no scratch memory it also says that no other need fit beside it: Kokkos
/// would have as much shared memory set aside as a multiprocessor full of such teams takes, and L1
/// has what is left.
template <class Functor, class Exec>
auto one_team(const Exec& exec) {
  auto policy = team_policy<TeamPolicy<Exec, warp_size>>(exec, 1, warp_size);
#ifdef TILEBRIDGE_KOKKOS_GPU
  if constexpr (!is_host<Exec> && !Functor::has_scratch)
    return Kokkos::Experimental::prefer(policy, Kokkos::Experimental::DesiredOccupancy(1));
  else
#endif
    return policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
}

template <class Functor, class Exec>
void in_one_team(const PointerChase& c, const Exec& exec) {
  Kokkos::parallel_for("latency", one_team<Functor>(exec), Functor(c));
}

template <class Functor, class Exec>
void load_ahead_and_follow(const PointerChase& c, const Exec& exec) {
  if constexpr (!is_host<Exec>)  // many threads of a host would not fill the cache of one
    in_teams<block_size>("latency/ahead", exec, std::min(c.nodes, PointerChase::ahead_in_l2),
                         LoadAhead<Exec>(c));
  in_one_team<Functor>(c, exec);
}

}  // namespace

template <class Exec>
void add_engineered_latency(Registrar<Exec>& kokkos) {
  kokkos.add("latency/global", load_ahead_and_follow<GlobalChain<Exec>, Exec>);
  if constexpr (!is_host<Exec>) {
    kokkos.add("latency/l2_home", load_ahead_and_follow<HomeChain<Exec>, Exec>);
    kokkos.add_prepared("latency/shared", [](const PointerChase& c, const Exec& exec) {
      if (c.nodes > PointerChase::most_shared)
        throw Unavailable("the chain in scratch memory takes 32 KiB at most");
      return [c, exec] { in_one_team<SharedChain<Exec>>(c, exec); };
    });
  }
}

template void add_engineered_latency(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_engineered_latency(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
