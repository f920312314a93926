// SPDX-License-Identifier: Apache-2.0
// The execution space that Kokkos runs in, and the runner's memory as Views.
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef KOKKOS_ENABLE_HIP
#include "backends/hip/launch_bounds.hpp"
#endif

namespace tilebridge::kokkos {

// [mentioned]
/// The host space is whatever the installed Kokkos prefers: OpenMP, Threads or Serial.
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
/// Memory that both a GPU and its host can address: page-locked, or migrating between them.
using PinnedSpace = Kokkos::SharedHostPinnedSpace;
using ManagedSpace = Kokkos::SharedSpace;
#else
using PinnedSpace = Kokkos::HostSpace;
using ManagedSpace = Kokkos::HostSpace;
#endif

template <class Exec>
constexpr bool is_host = std::is_same_v<Exec, HostExecution>;

/// A View of memory that the runner owns; `Exec` is an execution space or a memory space. Layouts
/// are always explicit: Kokkos's default differs between host and GPU, and so does what is
/// coalesced.
template <class Data, class Layout, class Exec, class... Traits>
using Unmanaged = Kokkos::View<Data, Layout, typename Exec::memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>, Traits...>;

/// A vector with the trait that Kokkos maps to the read-only data path, CUDA's __ldg.
template <class Data, class Exec>
using ReadOnly = Kokkos::View<Data, Kokkos::LayoutRight, typename Exec::memory_space,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged | Kokkos::RandomAccess>>;

template <class T, class Exec>
using Vector = Unmanaged<T*, Kokkos::LayoutRight, Exec>;
/// Row-major.
template <class T, class Exec>
using Matrix = Unmanaged<T**, Kokkos::LayoutRight, Exec>;

/// A Vector with memory of its own, which goes with its last copy.
template <class T, class Exec>
using OwnedVector = Kokkos::View<T*, Kokkos::LayoutRight, typename Exec::memory_space>;

/// The counterpart of a block's __shared__. Row-major by default, like a C array; other scratch
/// Views are not.
template <class Data, class Exec, class Layout = Kokkos::LayoutRight>
using Scratch = Kokkos::View<Data, Layout, typename Exec::scratch_memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class Exec>
using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

/// The number of threads per team: `threads` on a GPU; on a host, whose Kokkos may not support such
/// teams, what Kokkos chooses.
template <class Exec, int threads>
constexpr auto team_of = threads;
template <int threads>
constexpr auto team_of<HostExecution, threads> = Kokkos::AUTO;

/// Threads per warp, or wavefront, of the GPU that Kokkos is compiled for, as in
/// backends/cuda/runtime.hpp.
#ifdef KOKKOS_ENABLE_HIP
constexpr int warp_size = hip::wavefront_size;
using hip::blocks_held;
#else
constexpr int warp_size = 32;
/// As in backends/cuda/runtime.hpp.
constexpr int blocks_held(int wanted, std::size_t /*shared_bytes*/) { return wanted; }
#endif

/// Maximum resident threads per SM (streaming multiprocessor) of the GPU that Kokkos is compiled
/// for, as in backends/cuda/runtime.hpp.
#if defined(KOKKOS_ARCH_TURING75)
constexpr int most_resident_threads = 1024;
#elif defined(KOKKOS_ARCH_AMPERE86) || defined(KOKKOS_ARCH_AMPERE87) || \
    defined(KOKKOS_ARCH_ADA89) || defined(KOKKOS_ARCH_BLACKWELL120) ||  \
    defined(KOKKOS_ARCH_BLACKWELL121)
constexpr int most_resident_threads = 1536;
#else
constexpr int most_resident_threads = 2048;
#endif

/// The second argument of LaunchBounds for `blocks` blocks of `threads` threads per SM, or as many
/// of them as fit. Kokkos hands it to __launch_bounds__, where it is not the same number on HIP.
constexpr int bounded_blocks(int threads, int blocks) {
  const int fitting = std::clamp(blocks, 1, most_resident_threads / threads);
#ifdef KOKKOS_ENABLE_HIP
  return hip::simd_wavefronts(threads, fitting);
#else
  return fitting;
#endif
}

/// Kokkos's index is 32 bits wide on CUDA unless specified otherwise.
template <class Exec>
using RangePolicy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// A two-dimensional range. On CUDA neighbouring threads are neighbours in the first index: before
/// Kokkos 5.1 whatever iteration order is requested, since then where none is, as here.
template <class Exec>
using Range2D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<int>>;

/// Unrolls the loop that follows wherever native code is told to: in code for a GPU.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define TILEBRIDGE_PRAGMA(text) _Pragma(#text)
#define TILEBRIDGE_UNROLL TILEBRIDGE_PRAGMA(unroll)
#define TILEBRIDGE_UNROLL_BY(count) TILEBRIDGE_PRAGMA(unroll count)
#else
#define TILEBRIDGE_UNROLL
#define TILEBRIDGE_UNROLL_BY(count)
#endif

constexpr std::size_t ceil_div(std::size_t n, std::size_t divisor) {
  return (n + divisor - 1) / divisor;
}

}  // namespace tilebridge::kokkos
