// SPDX-License-Identifier: Apache-2.0
// One thread follows a chain; the variants differ in where the chain is stored. In registers every
// thread has a chain of its own.
#include "catalogue/hierarchy/latency.hpp"

#include <algorithm>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"
#include "base/error.hpp"
#include "catalogue/fma_chain.hpp"

namespace tilebridge::kokkos::latency_experiment {
namespace {

using Word = std::uint32_t;

constexpr int words_per_node = PointerChase::words_per_node;

constexpr Word nowhere = PointerChase::nowhere;

/// Brings nodes into L2.
template <class Exec>
void load_ahead(const PointerChase& c, const Exec& exec) {
  const Vector<const Word, Exec> next(c.next, c.nodes * words_per_node);
  const Unmanaged<Word, Kokkos::LayoutRight, Exec> last(c.last);
  const auto ahead = static_cast<std::int64_t>(std::min(c.nodes, PointerChase::ahead_in_l2));
  Kokkos::parallel_for(
      "latency/ahead", RangePolicy<Exec>(exec, 0, ahead), KOKKOS_LAMBDA(std::int64_t node) {
        if (next(node * words_per_node) == nowhere)
          last() = nowhere;  // never true: keeps the load alive
      });
}

/// The team preloads as much as could fit into L1; then one thread follows the chain.
template <class Exec>
void global(const PointerChase& c, const Exec& exec) {
  const Vector<const Word, Exec> next(c.next, c.nodes * words_per_node);
  const Unmanaged<Word, Kokkos::LayoutRight, Exec> last(c.last);
  const auto ahead = static_cast<int>(std::min(c.nodes, PointerChase::ahead_in_l1));
  const int steps = c.steps;
  Kokkos::parallel_for(
      "latency/global", Kokkos::TeamPolicy<Exec>(exec, 1, team_of<Exec, warp_size>),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        Word seen = 0;
        Kokkos::parallel_reduce(
            Kokkos::TeamThreadRange(team, ahead),
            [&](int node, Word& part) { part |= next(node * words_per_node); },
            Kokkos::BOr<Word>(seen));
        Kokkos::single(Kokkos::PerTeam(team), [&] {
          Word i = 0;
          for (int step = 0; step < steps; ++step) i = next(i);
          last() = seen == nowhere ? seen : i;  // always i, as above
        });
      });
}

template <class Exec>
void global_loaded_ahead(const PointerChase& c, const Exec& exec) {
  load_ahead(c, exec);
  global(c, exec);
}

template <class Exec>
void l2_home(const PointerChase& c, const Exec& exec) {
  load_ahead(c, exec);
  const Vector<Word, Exec> next(const_cast<Word*>(c.next), c.nodes * words_per_node);
  const Unmanaged<Word, Kokkos::LayoutRight, Exec> last(c.last);
  const int steps = c.steps;
  Kokkos::parallel_for(
      "latency/l2_home", RangePolicy<Exec>(exec, 0, 1), KOKKOS_LAMBDA(std::int64_t) {
        Word i = 0;
        for (int step = 0; step < steps; ++step) i = Kokkos::atomic_fetch_add(&next(i), Word{0});
        last() = i;
      });
}

template <class Exec>
void shared(const PointerChase& c, const Exec& exec) {
  using Words = Scratch<Word[PointerChase::most_shared * words_per_node], Exec>;
  const Vector<const Word, Exec> next(c.next, c.nodes * words_per_node);
  const Unmanaged<Word, Kokkos::LayoutRight, Exec> last(c.last);
  const int nodes = c.nodes, steps = c.steps;
  Kokkos::TeamPolicy<Exec> policy(exec, 1, team_of<Exec, warp_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "latency/shared", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, nodes), [&](int node) {
          words(node * words_per_node) = next(node * words_per_node);
        });
        team.team_barrier();
        Kokkos::single(Kokkos::PerTeam(team), [&] {
          Word i = 0;
          for (int step = 0; step < steps; ++step) i = words(i);
          last() = i;
        });
      });
}

template <class Exec>
void register_chain(const FmaChain& f, const Exec& exec) {
  const Vector<const float, Exec> in(f.in, f.n);
  const Vector<float, Exec> out(f.out, f.n);
  const int steps = f.steps;
  Kokkos::parallel_for(
      "latency/register", RangePolicy<Exec>(exec, 0, f.n), KOKKOS_LAMBDA(std::int64_t i) {
        constexpr int steps_written_out = 64;  // a compiler unrolls a loop of constant length
        float value = in(i);
        int step = 0;
        for (; step + steps_written_out <= steps; step += steps_written_out)
          for (int k = 0; k < steps_written_out; ++k)
            value = FmaChain::factor * value + FmaChain::addend;
        for (; step < steps; ++step) value = FmaChain::factor * value + FmaChain::addend;
        out(i) = value;
      });
}

using namespace techniques;

constexpr int block_size = 256;  // of the launch that preloads

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
    if (this->next(node * words_per_node) == nowhere) this->last(0) = nowhere;  // never, as above
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
      if (seen == nowhere) this->last(0) = seen;  // never true, as above
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
void global_rewritten(const PointerChase& c, const Exec& exec) {
  if constexpr (!is_host<Exec>)
    for_each_element<block_size>("latency/ahead", exec,
                                 std::min(c.nodes, PointerChase::ahead_in_l2), LoadAhead<Exec>(c));
  Kokkos::parallel_for("latency/global_rewritten", one_team(exec), GlobalChain<Exec>(c));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  // On a host, many threads would not fill the cache of the one that follows the chain.
  kokkos.add("latency/global", is_host<Exec> ? global<Exec> : global_loaded_ahead<Exec>);
  kokkos.add("latency/global_rewritten", global_rewritten<Exec>);
  if constexpr (!is_host<Exec>) {
    kokkos.add("latency/l2_home", l2_home<Exec>);
    kokkos.add_prepared("latency/shared", [](const PointerChase& c, const Exec& exec) {
      if (c.nodes > PointerChase::most_shared)
        throw Unavailable("the chain in scratch memory takes 32 KiB at most");
      return [c, exec] { shared(c, exec); };
    });
    kokkos.add("latency/register", register_chain<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::latency_experiment
