// SPDX-License-Identifier: Apache-2.0
// Where Kokkos runs, and the runner's memory as Views.
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "measure/implementations.hpp"

namespace tilebridge::kokkos {

/// The host space is whatever the installed Kokkos prefers there: OpenMP, Threads or Serial.
using HostExecution = Kokkos::DefaultHostExecutionSpace;

#ifdef KOKKOS_ENABLE_CUDA
#define TILEBRIDGE_KOKKOS_GPU
using GpuExecution = Kokkos::Cuda;
using GpuStream = cudaStream_t;
#elif defined(KOKKOS_ENABLE_HIP)
#define TILEBRIDGE_KOKKOS_GPU
using GpuExecution = Kokkos::HIP;
using GpuStream = hipStream_t;
#endif

#ifdef TILEBRIDGE_KOKKOS_GPU
/// The memory that a GPU and its host both address: page-locked, or moving between them.
using PinnedSpace = Kokkos::SharedHostPinnedSpace;
using ManagedSpace = Kokkos::SharedSpace;
#else
using PinnedSpace = Kokkos::HostSpace;
using ManagedSpace = Kokkos::HostSpace;
#endif

template <class Exec>
constexpr bool is_host = std::is_same_v<Exec, HostExecution>;

/// A View of memory that the runner owns; `Exec` is an execution space or a memory space. Layouts
/// are pinned everywhere: Kokkos's default differs between host and GPU, and with it what is
/// coalesced.
template <class Data, class Layout, class Exec, class... Traits>
using Unmanaged = Kokkos::View<Data, Layout, typename Exec::memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>, Traits...>;

/// The same with the trait that Kokkos has for the read-only data path, CUDA's __ldg.
template <class Data, class Exec>
using ReadOnly = Kokkos::View<Data, Kokkos::LayoutRight, typename Exec::memory_space,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged | Kokkos::RandomAccess>>;

template <class T, class Exec>
using Vector = Unmanaged<T*, Kokkos::LayoutRight, Exec>;
/// Row-major.
template <class T, class Exec>
using Matrix = Unmanaged<T**, Kokkos::LayoutRight, Exec>;

/// What __shared__ is to a block. Row-major, as a C array is; scratch Views are not by default.
template <class Data, class Exec>
using Scratch = Kokkos::View<Data, Kokkos::LayoutRight, typename Exec::scratch_memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class Exec>
using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

/// How many threads a team has: as many as are said on a GPU; on a host, whose Kokkos may have no
/// such teams, what it chooses.
template <class Exec, int threads>
constexpr auto team_of = threads;
template <int threads>
constexpr auto team_of<HostExecution, threads> = Kokkos::AUTO;

/// Threads that a multiprocessor of the GPU that Kokkos is compiled for holds at most, as in
/// backends/cuda/runtime.hpp.
#if defined(KOKKOS_ARCH_TURING75)
constexpr int most_resident_threads = 1024;
#elif defined(KOKKOS_ARCH_AMPERE86) || defined(KOKKOS_ARCH_AMPERE87) || \
    defined(KOKKOS_ARCH_ADA89) || defined(KOKKOS_ARCH_BLACKWELL120) ||  \
    defined(KOKKOS_ARCH_BLACKWELL121)
constexpr int most_resident_threads = 1536;
#else
constexpr int most_resident_threads = 2048;
#endif

/// Kokkos's index is 32 bits wide on CUDA unless one says otherwise.
template <class Exec>
using RangePolicy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// A range of two dimensions. On CUDA neighbouring threads are neighbours in the first index,
/// whatever order of iteration is asked for.
template <class Exec>
using Range2D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<int>>;

/// Throws where a team cannot have so many bytes of scratch memory. Kokkos 4.7 never opts in to
/// more than the 48 KiB that every kernel of CUDA's may have, and keeps some of them for itself.
template <class Exec>
void check_scratch(std::size_t bytes) {
  const auto most = static_cast<std::size_t>(Kokkos::TeamPolicy<Exec>::scratch_size_max(0));
  if (bytes > most)
    throw Unavailable("needs " + std::to_string(bytes) + " bytes of scratch memory a team; " +
                      std::to_string(most) + " are the most that this Kokkos gives");
}

constexpr std::size_t ceil_div(std::size_t n, std::size_t divisor) {
  return (n + divisor - 1) / divisor;
}

}  // namespace tilebridge::kokkos
