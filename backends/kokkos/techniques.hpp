// SPDX-License-Identifier: Apache-2.0
// Techniques that bring a Kokkos kernel to the cost of the same native kernel, for kernels of the
// forms rewritten and tuned. Each one says what it replaces in `loops` and what that saves on a
// GPU. On a host, where the same kernels run, one thread plays all threads of a team.
//
// Meant to be copied, with execution.hpp, which defines the Views used here: these two files need
// Kokkos and nothing else from this project, but for HIP backends/hip/launch_bounds.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "backends/kokkos/execution.hpp"

namespace tilebridge::kokkos::techniques {

// ---- The launch -----------------------------------------------------------------------------
// [mentioned]

/// Teams of `block_size` threads with a 32-bit index; replaces TeamPolicy<Exec>. Like
/// __launch_bounds__(block_size, blocks_wanted), it limits registers as far as possible so that
/// `blocks_wanted` blocks fit on an SM.
template <class Exec, int block_size, int blocks_wanted = 1>
using TeamPolicy =
    Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>,
                       Kokkos::LaunchBounds<block_size, bounded_blocks(block_size, blocks_wanted)>>;

template <class Exec>
using TeamMember = typename Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>>::member_type;

/// `league` teams, with one thread each on a host; replaces teams of Kokkos::AUTO threads. A team
/// size known at compile time makes the savings of the helpers below possible.
template <class Policy, class Exec>
Policy team_policy(const Exec& exec, std::size_t league, int block_size) {
  return Policy(exec, static_cast<int>(league), is_host<Exec> ? 1 : block_size);
}

// ---- The threads of a team ------------------------------------------------------------------

/// The calling thread's rank; replaces the index of a TeamThreadRange and team_rank() itself, which
/// is signed. Saves the corrections for negative numbers wherever the rank is divided or widened to
/// 64 bits. CUDA's threadIdx is unsigned. A block has at most 1024 threads.
template <class Team>
KOKKOS_FORCEINLINE_FUNCTION int thread_rank(const Team& team) {
  return static_cast<int>(static_cast<unsigned>(team.team_rank()) % 1024U);
}

/// Calls body(thread) once for each thread of a team; replaces a TeamThreadRange of `block_size`.
/// Saves its loop, whose step and end are known only at run time. `team_policy` has launched
/// exactly that many threads.
template <class Exec, int block_size, class Body>
KOKKOS_FORCEINLINE_FUNCTION void for_each_thread(const TeamMember<Exec>& team, const Body& body) {
  if constexpr (is_host<Exec>) {
    for (int thread = 0; thread < block_size; ++thread) body(thread);
  } else {
    body(thread_rank(team));
  }
}

/// Calls the body by the first `count` threads only; replaces a TeamThreadRange of `count`.
template <class Exec, class Body>
KOKKOS_FORCEINLINE_FUNCTION void for_first_threads(const TeamMember<Exec>& team, int count,
                                                   const Body& body) {
  if constexpr (is_host<Exec>) {
    for (int thread = 0; thread < count; ++thread) body(thread);
  } else {
    if (thread_rank(team) < count) body(thread_rank(team));
  }
}

/// Calls body(row, column) for every element of a tile × tile square; replaces a ThreadVectorRange
/// in a TeamThreadRange. Saves both loops except for `tile / rows_per_pass` passes, which are
/// unrolled. Team rank r works in column r mod tile, as in a (tile, rows_per_pass) block.
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

/// A value per thread that lives from one for_each_thread to the next; replaces an element of
/// scratch memory. Being a register on a GPU, it saves a load and a store at every use.
template <class Exec, class T, int block_size>
class PerThread {
 public:
  KOKKOS_FORCEINLINE_FUNCTION T& operator()(int thread) {
    return values_[is_host<Exec> ? thread : 0];
  }

 private:
  T values_[is_host<Exec> ? block_size : 1] = {};
};

/// Calls body(0), …, body(count - 1); replaces a loop. Unrolling saves the loop counter, and arrays
/// indexed in the body can stay in registers. nvcc 13 unrolls short constant loops by itself.
template <int count, class Body>
KOKKOS_FORCEINLINE_FUNCTION void unrolled(const Body& body) {
  [&]<int... i>(std::integer_sequence<int, i...>) { (body(i), ...); }
  (std::make_integer_sequence<int, count>{});
}

// ---- One element per thread -----------------------------------------------------------------

template <class Exec, int block_size, class Element>
struct ElementsInTeams {
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

/// Calls element(i) for i < count in teams of `block_size` threads; replaces a RangePolicy. Saves
/// its loop, whose index and end take registers and, being 64 bits wide, several instructions each.
template <int block_size, int blocks_wanted = 1, class Element, class Exec>
void for_each_element(const char* label, const Exec& exec, std::size_t count,
                      const Element& element) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted>;
  const auto policy = team_policy<Policy>(exec, ceil_div(count, block_size), block_size);
  if (count > 0)
    Kokkos::parallel_for(label, policy, ElementsInTeams<Exec, block_size, Element>{element, count});
}

// ---- Scratch memory -------------------------------------------------------------------------
//
// A loop that moves data from a View to scratch memory should first load everything into a
// per-thread array and then store from there. To the compiler scratch memory is just a pointer: it
// must assume that a store to it changes what the next load reads, and would wait for each load
// separately.

/// Called when a kernel asks for more scratch memory than its launch set aside. In a release build
/// the GPU compiler is told that this never happens: otherwise the pointer might refer to any
/// memory. It is checked on a host, where most of the kernels run too, and in a debug build.
template <class Exec>
KOKKOS_FORCEINLINE_FUNCTION void abort_without_scratch() {
#ifdef NDEBUG
  if constexpr (!is_host<Exec>) __builtin_unreachable();
#endif
  Kokkos::abort("a kernel asks for more scratch memory than its launch set aside");
}

/// The next part of a team's scratch memory as a `Staged`, which is a Scratch; replaces
/// Staged(team.team_scratch(0)). Saves aligning it at run time in every thread, and loads and
/// stores that do not know it is shared memory. The launch sets aside Staged::shmem_size(), 8 bytes
/// more than the elements take: a team's memory begins on an 8-byte boundary and is handed out here
/// in multiples of 8 bytes, which is sufficient alignment for all but the widest Packs.
template <class Staged, class Team>
KOKKOS_FORCEINLINE_FUNCTION Staged scratch(const Team& team) {
  using Element = typename Staged::value_type;
  constexpr std::size_t boundary = 8;
  if constexpr (alignof(Element) <= boundary) {
    constexpr std::size_t bytes =
        (sizeof(typename Staged::data_type) + boundary - 1) / boundary * boundary;
    void* const memory = team.team_scratch(0).get_shmem(bytes);
    if (memory == nullptr) abort_without_scratch<typename Team::execution_space>();
    return Staged(static_cast<Element*>(memory));
  } else {
    static_assert(sizeof(typename Staged::data_type) % boundary == 0);
    return Staged(team.team_scratch(0));
  }
}

// ---- Indices --------------------------------------------------------------------------------

/// Quotient and remainder of non-negative ints by a number known before the launch; replaces / and
/// %. A multiplication and a shift (Granlund and Montgomery, PLDI 1994, for 31-bit dividends) save
/// some 20 dependent instructions. A league is one-dimensional: a team that needs the row and
/// column of its tile, CUDA's blockIdx.y and blockIdx.x, has to divide first.
class Divisor {
 public:
  /// `divisor` ≥ 1.
  explicit Divisor(int divisor)
      : divisor_(divisor), shift_(31 + std::bit_width(static_cast<std::uint32_t>(divisor - 1))) {
    const std::uint64_t power = std::uint64_t{1} << static_cast<unsigned>(shift_);
    multiplier_ =
        (power + static_cast<std::uint64_t>(divisor) - 1) / static_cast<std::uint64_t>(divisor);
  }

  KOKKOS_FUNCTION int quotient(int n) const {
    return static_cast<int>((static_cast<std::uint64_t>(n) * multiplier_) >> shift_);
  }
  KOKKOS_FUNCTION int remainder(int n, int quotient) const { return n - quotient * divisor_; }

 private:
  int divisor_;
  int shift_;
  std::uint32_t multiplier_;
};

/// A row-major matrix in a one-dimensional View; replaces a two-dimensional View, whose strides are
/// 64 bits wide. A 32-bit row length, as in native code, saves two of the three multiplications per
/// index.
template <class View>
class RowsOf {
 public:
  using value_type = typename View::value_type;

  RowsOf(typename View::pointer_type data, int rows, int cols)
      : elements_(data, static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols)),
        cols_(cols) {}

  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) operator()(int y, int x) const {
    return elements_(static_cast<std::size_t>(y) * cols_ + x);
  }

 private:
  View elements_;
  int cols_;
};

template <class T, class Exec>
using Rows = RowsOf<Vector<T, Exec>>;

/// Every `apart`-th element of a column of a row-major matrix; replaces matrix(row, column) for one
/// row after another. A step is one addition, which saves three multiplications per element. The
/// first row and column may lie outside the matrix; next() returns the address of the next element.
/// Strictly, the language does not allow a pointer outside the array, but it is never dereferenced
/// there.
template <class T>
class ColumnWalk {
 public:
  template <class Matrix>
  KOKKOS_FORCEINLINE_FUNCTION ColumnWalk(const Matrix& matrix, int row, int column, int apart = 1)
      : next_(matrix.data() + row * stride(matrix) + column), step_(apart * stride(matrix)) {}

  KOKKOS_FORCEINLINE_FUNCTION T* next() {
    T* here = next_;
    next_ += step_;
    return here;
  }

 private:
  template <class Matrix>
  KOKKOS_FORCEINLINE_FUNCTION static std::ptrdiff_t stride(const Matrix& matrix) {
    return static_cast<std::ptrdiff_t>(matrix.stride(0));
  }

  T* next_;
  std::ptrdiff_t step_;
};

// ---- Packs of elements ----------------------------------------------------------------------

/// Elements in a 16-byte vector, the largest that a thread can load at once.
template <class T>
constexpr int pack_width = 16 / sizeof(T);

/// `width` elements that a thread can load at once, like float2, float4 and uint4; replaces as many
/// single elements of a View. One load or store does the work of `width`.
template <class T, int width = pack_width<T>>
struct alignas(width * sizeof(T)) Pack {
  T values[width];
};

/// The full Packs in `n` elements starting at an aligned address.
template <class Exec, class T>
Vector<const Pack<T>, Exec> packs_of(const T* array, std::size_t n) {
  return Vector<const Pack<T>, Exec>(reinterpret_cast<const Pack<T>*>(array), n / pack_width<T>);
}

/// n elements starting at an aligned address, as full Packs and a remainder that does not fill one;
/// replaces a View of them.
template <class T, int width, class Exec>
struct Packs {
  using FullPack = std::conditional_t<std::is_const_v<T>, const Pack<std::remove_const_t<T>, width>,
                                      Pack<T, width>>;

  Vector<FullPack, Exec> whole;
  Vector<T, Exec> rest;

  Packs(T* data, std::size_t n)
      : whole(reinterpret_cast<FullPack*>(data), n / width),
        rest(data + n / width * width, n % width) {}

  /// Number of threads needed if thread i takes Pack i and the i-th element of the rest.
  std::size_t threads() const { return std::max(whole.extent(0), rest.extent(0)); }
};

// ---- A team's sum ---------------------------------------------------------------------------

/// The sum over the `block_size` threads of a team; replaces a parallel_reduce over a
/// TeamThreadRange. First 16 threads sum everyone's values, then one thread sums the 16. Two
/// barriers are enough, where team_reduce takes several and a tree of halves takes nine.
template <class Exec, int block_size, class T>
class TwoSteps {
 public:
  using Sums = Scratch<T[block_size], Exec>;

  /// The sum of value(thread), in thread 0. The next sum in the same `sums` needs a team_barrier
  /// first.
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

  /// sums(first) + sums(first + stride) + …, `count` terms.
  template <int count, int stride>
  KOKKOS_FORCEINLINE_FUNCTION static T strided(const Sums& sums, int first) {
    T sum = 0;
    for (int k = 0; k < count; ++k) sum += sums(first + k * stride);
    return sum;
  }
};

/// Sums a value that each thread holds, including the launch that sets the scratch memory
/// aside; replaces a parallel_reduce over a RangePolicy. Saves its loop, whose loads are issued one
/// after another; here a thread has several in flight.
template <class Exec, int block_size, class T>
class VectorSum {
 public:
  /// The sum of value(thread) over a team's threads, in thread 0.
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION static T sum(const TeamMember<Exec>& team, const Value& value) {
    return Steps::sum(team, scratch<Sums>(team), value);
  }

  /// Launches `functor` on `exec`: one team for every `piece` of the n elements.
  template <class Functor>
  static void launch(const char* label, const Exec& exec, std::size_t n, std::size_t piece,
                     const Functor& functor) {
    using Policy = TeamPolicy<Exec, block_size>;
    auto policy = team_policy<Policy>(exec, ceil_div(n, piece), block_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(Sums::shmem_size()));
    if (n > 0) Kokkos::parallel_for(label, policy, functor);
  }

 private:
  using Steps = TwoSteps<Exec, block_size, T>;
  using Sums = typename Steps::Sums;
};

}  // namespace tilebridge::kokkos::techniques
