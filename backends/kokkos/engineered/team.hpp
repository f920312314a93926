// A team is a block; its scratch memory is the block's shared memory.
#pragma once

#include <algorithm>
#include <utility>

#include "backends/kokkos/execution.hpp"

namespace tilebridge::kokkos {

/// Teams of `block_size` threads, as a CUDA launch of that geometry would have blocks.
/// `blocks_wanted` (blocks a multiprocessor should hold, as far as it can) is the second argument
/// of __launch_bounds__.
template <class Exec, int block_size, int blocks_wanted = 1>
using TeamPolicy = Kokkos::TeamPolicy<
    Exec, Kokkos::IndexType<int>,
    Kokkos::LaunchBounds<block_size, std::min(blocks_wanted, most_resident_threads / block_size)>>;

template <class Exec>
using TeamMember = typename Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>>::member_type;

/// `league` teams. On a host space one thread plays all threads of a team, see for_each_thread.
template <class Policy, class Exec>
Policy team_policy(const Exec& exec, std::size_t league, int block_size) {
  return Policy(exec, static_cast<int>(league), is_host<Exec> ? 1 : block_size);
}

/// The calling thread's rank in its team, on a GPU. Kokkos gives a signed number, which the
/// compiler must take to be possibly negative: then dividing it by a constant takes corrections,
/// and making it 64 bits wide extends a sign. CUDA's threadIdx is unsigned. A block has 1024
/// threads at most.
template <class Team>
KOKKOS_FORCEINLINE_FUNCTION int thread_rank(const Team& team) {
  return static_cast<int>(static_cast<unsigned>(team.team_rank()) % 1024U);
}

/// Calls body(thread) for each of a team's `block_size` threads: on a GPU `team_policy` launched so
/// many and each calls it once; on a host space one plays them all.
template <class Exec, int block_size, class Body>
KOKKOS_FORCEINLINE_FUNCTION void for_each_thread(const TeamMember<Exec>& team, const Body& body) {
  if constexpr (is_host<Exec>) {
    for (int thread = 0; thread < block_size; ++thread) body(thread);
  } else {
    body(thread_rank(team));
  }
}

/// The same for the first `count` threads only.
template <class Exec, class Body>
KOKKOS_FORCEINLINE_FUNCTION void for_first_threads(const TeamMember<Exec>& team, int count,
                                                   const Body& body) {
  if constexpr (is_host<Exec>) {
    for (int thread = 0; thread < count; ++thread) body(thread);
  } else {
    if (thread_rank(team) < count) body(thread_rank(team));
  }
}

/// Calls body(row, column) for every element of a tile × tile square. On a GPU, team rank r works
/// in column r mod tile on every rows_per_pass-th row, as a (tile, rows_per_pass) block does.
template <class Exec, int tile, int rows_per_pass, class Body>
KOKKOS_FORCEINLINE_FUNCTION void for_each_in_tile(const TeamMember<Exec>& team, const Body& body) {
  if constexpr (is_host<Exec>) {
    for (int row = 0; row < tile; ++row)
      for (int column = 0; column < tile; ++column) body(row, column);
  } else {
    const int column = thread_rank(team) % tile;
    const int first_row = thread_rank(team) / tile;
    for (int pass = 0; pass < tile; pass += rows_per_pass) body(first_row + pass, column);
  }
}

/// store(i, load(i)) for i < count: team rank r moves elements r, r + block_size, … through
/// registers, all of its loads before its first store. A compiler that knows scratch memory as
/// nothing but a pointer must take it that a store to it changes what the next load reads, and
/// would load one element at a time.
template <class Exec, int count, int block_size, class Load, class Store>
KOKKOS_FORCEINLINE_FUNCTION void move_elements(const TeamMember<Exec>& team, const Load& load,
                                               const Store& store) {
  if constexpr (is_host<Exec>) {
    for (int i = 0; i < count; ++i) store(i, load(i));
  } else {
    constexpr int passes = (count + block_size - 1) / block_size;
    const int rank = thread_rank(team);
    decltype(load(0)) held[passes];
    for (int pass = 0; pass < passes; ++pass) {
      const int i = rank + pass * block_size;
      held[pass] = i < count ? load(i) : 0;
    }
    for (int pass = 0; pass < passes; ++pass) {
      const int i = rank + pass * block_size;
      if (i < count) store(i, held[pass]);
    }
  }
}

/// Calls body(0), …, body(count - 1), a loop that is written out.
template <int count, class Body>
KOKKOS_FORCEINLINE_FUNCTION void unrolled(const Body& body) {
  [&]<int... i>(std::integer_sequence<int, i...>) { (body(i), ...); }
  (std::make_integer_sequence<int, count>{});
}

/// A value of every thread of a team that lives from one for_each_thread to the next: a register on
/// a GPU, an array where one thread plays them all.
template <class Exec, class T, int block_size>
class PerThread {
 public:
  KOKKOS_FORCEINLINE_FUNCTION T& operator()(int thread) {
    return values_[is_host<Exec> ? thread : 0];
  }

 private:
  T values_[is_host<Exec> ? block_size : 1] = {};
};

/// Where a kernel asks for more scratch memory than its launch set aside. A GPU's compiler takes it
/// in a release build that this is never so: else the pointer may be any memory's. On a host, where
/// most of the kernels run too, and in a debug build it is looked at.
template <class Exec>
KOKKOS_FORCEINLINE_FUNCTION void without_scratch() {
#ifdef NDEBUG
  if constexpr (!is_host<Exec>) __builtin_unreachable();
#endif
  Kokkos::abort("a kernel asks for more scratch memory than its launch set aside");
}

/// The next of a team's scratch memory as a Scratch; the launch sets aside its shmem_size(). The
/// constructor that takes the memory itself also aligns it, at run time and in every thread, and
/// checks that there is enough. A team's memory begins on a boundary of 8 bytes and goes in whole
/// ones here, which is alignment enough for all but the widest Packs; shmem_size() is 8 bytes more
/// than the elements take.
template <class Staged, class Team>
KOKKOS_FORCEINLINE_FUNCTION Staged scratch(const Team& team) {
  using Element = typename Staged::value_type;
  constexpr std::size_t boundary = 8;
  if constexpr (alignof(Element) <= boundary) {
    constexpr std::size_t bytes =
        (sizeof(typename Staged::data_type) + boundary - 1) / boundary * boundary;
    void* const memory = team.team_scratch(0).get_shmem(bytes);
    if (memory == nullptr) without_scratch<typename Team::execution_space>();
    return Staged(static_cast<Element*>(memory));
  } else {
    static_assert(sizeof(typename Staged::data_type) % boundary == 0);
    return Staged(team.team_scratch(0));
  }
}

}  // namespace tilebridge::kokkos
