// SPDX-License-Identifier: Apache-2.0
// All variants take the same steps; they differ in where a step gets its buffer. In Kokkos 4.7
// creating a View on a GPU calls cudaMalloc and destroying it calls cudaFree; only a Kokkos
// configured with Kokkos_ENABLE_IMPL_CUDA_MALLOC_ASYNC calls cudaMallocAsync and cudaFreeAsync for
// 40 kB or more, and it waits for the device around them. kokkos_malloc makes the same allocation
// as a View, including the header.
#include "catalogue/transfers/allocation.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::allocation_experiment {
namespace {

template <class Buffer, class Exec>
void launch_step(const Allocation& a, const Buffer& buffer, float number, const Exec& exec) {
  const Vector<const float, Exec> in(a.in, a.n);
  const Vector<float, Exec> out(a.out, a.n);
  Kokkos::parallel_for(
      "allocation/step", RangePolicy<Exec>(exec, 0, a.n), KOKKOS_LAMBDA(std::int64_t i) {
        buffer(i) = in(i) + number;
        out(i) = 2 * buffer(i);
      });
}

template <class T = float, class Exec>
auto uninitialized(const Exec& exec, std::size_t n) {
  return OwnedVector<T, Exec>(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "buffer"), n);
}

template <class Exec>
void per_step(const Allocation& a, const Exec& exec) {
  for (int step = 0; step < a.steps; ++step) launch_step(a, uninitialized(exec, a.n), step, exec);
}

template <class Exec>
void per_step_filled(const Allocation& a, const Exec& exec) {
  for (int step = 0; step < a.steps; ++step)
    launch_step(a, OwnedVector<float, Exec>("buffer", a.n), step, exec);
}

template <class Exec>
auto reused(const Allocation& a, const Exec& exec) {
  return [=, buffer = uninitialized(exec, a.n)] {
    for (int step = 0; step < a.steps; ++step) launch_step(a, buffer, step, exec);
  };
}

template <class Buffer, class Exec>
void launch_add_step(const Allocation& a, const Buffer& buffer, float number, const Exec& exec) {
  const Vector<const float, Exec> in(a.in, a.n);
  const Vector<float, Exec> out(a.out, a.n);
  Kokkos::parallel_for(
      "allocation/add_step", RangePolicy<Exec>(exec, 0, a.n), KOKKOS_LAMBDA(std::int64_t i) {
        buffer(i) += in(i) + number;
        out(i) = 2 * buffer(i);
      });
}

template <class Exec>
auto cleared(const Allocation& a, const Exec& exec) {
  return [=, buffer = uninitialized(exec, a.n)] {
    for (int step = 0; step < a.steps; ++step) {
      Kokkos::deep_copy(exec, buffer, 0);
      launch_add_step(a, buffer, step, exec);
    }
  };
}

using Word = std::uint32_t;

/// Reads words that were not written since they were allocated.
template <class Exec>
void count_words(const OldContents& o, int step, const Exec& exec) {
  const auto buffer = uninitialized<Word>(exec, o.n);
  const Word mark = OldContents::mark(step);
  Kokkos::parallel_reduce(
      "allocation/count", RangePolicy<Exec>(exec, 0, o.n),
      KOKKOS_LAMBDA(std::int64_t i, Word & count) { count += buffer(i) == mark ? 1 : 0; },
      Unmanaged<Word, Kokkos::LayoutRight, Exec>(o.kept + step));
}

template <class Exec>
void uncleared(const OldContents& o, const Exec& exec) {
  for (int step = 0; step < o.steps; ++step) {
    Kokkos::deep_copy(exec, uninitialized<Word>(exec, o.n), OldContents::mark(step));
    count_words(o, step, exec);
  }
}

/// The host's steps are timed, so they begin when the device is idle.
template <class Space, class Exec>
void host_per_step(const HostAllocation& a, const Exec& exec) {
  const std::size_t numbers = ceil_div(a.bytes, sizeof(float));
  exec.fence("allocation: before the host's steps");
  for (int step = 0; step < a.steps; ++step) {
    const OwnedVector<float, Space> buffer(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "buffer"), numbers);
    a.use(buffer.data(), step);
  }
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("allocation/per_step", per_step<Exec>);
    kokkos.add_prepared("allocation/reused", reused<Exec>);
    kokkos.add_prepared("allocation/cleared", cleared<Exec>);
    kokkos.add("allocation/uncleared", uncleared<Exec>);
    kokkos.add("allocation/per_step_filled", per_step_filled<Exec>);
    kokkos.add("allocation/per_step_pageable", host_per_step<Kokkos::HostSpace, Exec>);
    kokkos.add("allocation/per_step_pinned", host_per_step<PinnedSpace, Exec>);
    kokkos.add("allocation/per_step_managed", host_per_step<ManagedSpace, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::allocation_experiment
