// SPDX-License-Identifier: Apache-2.0
// The experiments in OpenMP with target regions, as listed in experiments.cmake.
#pragma once

#include <omp.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "backends/openmp/offload.hpp"
#include "kernels/registrar.hpp"

namespace tilebridge::openmp {

/// Takes functions whose target regions do a kernel's work. Those in Form::rewritten are bare
/// (ompx_bare, an extension of LLVM 18): they begin without the runtime's state and barriers,
/// divide by multiplication, and otherwise are what they are by index. An array in shared memory is
/// static where all threads of a region see it, and then [[clang::loader_uninitialized]]: AMD's
/// shared memory takes no values that a program begins with.
///
/// A variable that a team's loop changes is firstprivate in the loops of its threads. As a shared
/// one, which OpenMP allows, clang 19 keeps it in shared memory, where all threads read it and one
/// of them then stores the next value, with no barrier between.
class OpenmpKernels {
 public:
  explicit OpenmpKernels(const kernels::Registrar<Queue>& registrar, bool on_host)
      : registrar_(registrar), on_host_(on_host) {}

  /// Registers kernels in another form than their variant is in.
  OpenmpKernels in(Form form) const { return OpenmpKernels(registrar_.in(form), on_host_); }
  bool on_host() const { return on_host_; }

  template <class Struct>
  void add(kernels::Key key, void (*regions)(const Struct&)) const {
    registrar_.add(key, [regions](const Struct& typed, Queue queue) {
      run_on(queue, [&] { regions(typed); });
    });
  }
  /// `prepare(const Struct&, Queue)` sets up what the regions need, and returns a function that
  /// reaches them.
  template <class Prepare>
  void add_prepared(kernels::Key key, Prepare prepare) const {
    using Struct = typename kernels::detail::FirstArgument<Prepare>::type;
    registrar_.add_prepared(key, [prepare](const Struct& typed, Queue queue) {
      return [regions = prepare(typed, queue), queue] { run_on(queue, regions); };
    });
  }

 private:
  kernels::Registrar<Queue> registrar_;
  bool on_host_;
};

// [mentioned]

/// Memory of the queue's device, for what one region leaves for the next.
template <class T>
std::shared_ptr<T> workspace(std::size_t count, Queue queue) {
  return std::static_pointer_cast<T>(allocate_workspace(count * sizeof(T), queue));
}

/// Returns the factor for quotient(). Teams have one dimension only: whoever needs the row and
/// column of a tile divides, by a number known before the launch, and a division takes some 20
/// dependent instructions. A region captures numbers and no structures; so this is one.
constexpr std::uint64_t reciprocal_of(int divisor) {
  return (std::uint64_t{1} << 63) / static_cast<std::uint64_t>(divisor) + 1;
}

/// n / divisor for n ≥ 0: n · reciprocal is off by less than n · divisor < 2⁶².
constexpr int quotient(int n, std::uint64_t reciprocal) {
  const unsigned __int128 wide = static_cast<unsigned>(n);
  return static_cast<int>((wide * reciprocal) >> 63);
}
constexpr int largest_dividend = 0x7fffffff;
static_assert(quotient(largest_dividend, reciprocal_of(1)) == largest_dividend);
static_assert(quotient(largest_dividend, reciprocal_of(largest_dividend)) == 1);
static_assert(quotient(largest_dividend - 1, reciprocal_of(largest_dividend)) == 0);
static_assert(quotient(largest_dividend, reciprocal_of(3)) == largest_dividend / 3);

/// The number of teams, or of tiles.
constexpr int ceil_div(std::size_t n, std::size_t divisor) {
  return static_cast<int>((n + divisor - 1) / divisor);
}

}  // namespace tilebridge::openmp
