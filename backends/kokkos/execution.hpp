// Where Kokkos runs, and the runner's memory as Views.
#pragma once

#include <Kokkos_Core.hpp>

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
template <class T, class Exec>
using StridedVector = Unmanaged<T*, Kokkos::LayoutStride, Exec>;
/// Row-major.
template <class T, class Exec>
using Matrix = Unmanaged<T**, Kokkos::LayoutRight, Exec>;

}  // namespace tilebridge::kokkos
