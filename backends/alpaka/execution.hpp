// SPDX-License-Identifier: Apache-2.0
// The queues that alpaka 3 runs kernels on, and the extents of the runner's arrays.
#pragma once

#include <alpaka/alpaka.hpp>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace tilebridge::alpaka3 {
using namespace ::alpaka;

/// A kernel on a host has run when enqueue() returns, on as many threads as OpenMP has.
using HostDevice =
    ALPAKA_TYPEOF(onHost::makeDeviceSelector(api::host, deviceKind::cpu).makeDevice(0));
using HostQueue = onHost::Queue<HostDevice, queueKind::Blocking>;

#if ALPAKA_LANG_CUDA
#define TILEBRIDGE_ALPAKA_GPU
using GpuDevice =
    ALPAKA_TYPEOF(onHost::makeDeviceSelector(api::cuda, deviceKind::nvidiaGpu).makeDevice(0));
using GpuQueue = onHost::Queue<GpuDevice, queueKind::NonBlocking>;
#endif

/// alpaka's executors for hosts have one thread per block, so that kernels that count on more are
/// for GPUs alone.
template <class Queue>
constexpr bool is_host = std::is_same_v<Queue, HostQueue>;

// [mentioned]
/// Calls launch(index) with an index of the type for arrays of at most `elements` Ts: of 32 bits,
/// as in alpaka's tutorial, where these count the bytes, as an MdSpan does; otherwise of 64.
template <class T, class Launch>
void with_index(std::size_t elements, const Launch& launch) {
  constexpr std::size_t most_bytes = std::numeric_limits<std::uint32_t>::max();
  constexpr std::size_t most_elements = std::numeric_limits<std::int32_t>::max();
  if (elements <= most_elements && elements <= most_bytes / sizeof(T))
    launch(std::uint32_t{});
  else
    launch(std::size_t{});
}

/// Calls launch(extents) with the extents of an array of Ts in such an index, slowest first, unless
/// it is empty.
template <class T, std::uint32_t dim, class Launch>
void with_extents(const Vec<std::size_t, dim>& extents, const Launch& launch) {
  const std::size_t elements = extents.product();
  if (elements == 0) return;
  with_index<T>(elements, [&](auto index) { launch(pCast<decltype(index)>(extents)); });
}

/// Unrolls the loop that follows wherever native code is told to: in code for a GPU.
#ifdef __CUDA_ARCH__
#define TILEBRIDGE_UNROLL _Pragma("unroll")
#else
#define TILEBRIDGE_UNROLL
#endif

/// The type of a Vec's numbers.
template <class Vector>
using index_t = typename std::remove_cvref_t<Vector>::type;

}  // namespace tilebridge::alpaka3
