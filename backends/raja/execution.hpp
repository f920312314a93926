// SPDX-License-Identifier: Apache-2.0
// RAJA's policies, each for a host and a GPU at once, and the runner's memory as Views.
#pragma once

#include <RAJA/RAJA.hpp>
#include <cstddef>

#ifdef RAJA_ENABLE_CUDA
#define TILEBRIDGE_OR_ON_GPU(...) , __VA_ARGS__
#else
#define TILEBRIDGE_OR_ON_GPU(...)
#endif

namespace tilebridge::raja {

// [mentioned]
/// Work goes to a resource: the host, or a CUDA stream.
using HostResource = RAJA::resources::Host;

template <class Resource>
struct PoliciesOn {
  using Forall = RAJA::omp_parallel_for_exec;
  using Launch = RAJA::LaunchPolicy<RAJA::omp_launch_t>;
  using Synchronize = RAJA::omp_synchronize;
};

#ifdef RAJA_ENABLE_CUDA
using GpuResource = RAJA::resources::Cuda;

/// No launch waits for the GPU. `Launch` sets no launch bounds; a forall sets its own.
template <>
struct PoliciesOn<GpuResource> {
  static constexpr bool is_async = true;
  using Forall = RAJA::cuda_exec_async<256>;
  using Launch =
      RAJA::LaunchPolicy<RAJA::cuda_launch_explicit_t<is_async, RAJA::named_usage::unspecified,
                                                      RAJA::named_usage::unspecified>>;
  using Synchronize = RAJA::cuda_synchronize;
};
#endif

template <class Resource>
using Forall = typename PoliciesOn<Resource>::Forall;
template <class Resource>
using Synchronize = typename PoliciesOn<Resource>::Synchronize;
template <class Resource>
using Launch = typename PoliciesOn<Resource>::Launch;

/// Loops over ranges. On a host, the threads of OpenMP share the loop over teams, of two nested
/// ones that along y, and what a team does is sequential.
using Teams = RAJA::LoopPolicy<RAJA::omp_for_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_block_x_direct)>;
using TeamsX = RAJA::LoopPolicy<RAJA::seq_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_block_x_direct)>;
using TeamsY = RAJA::LoopPolicy<RAJA::omp_for_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_block_y_direct)>;
using TeamsZ = RAJA::LoopPolicy<RAJA::seq_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_block_z_direct)>;
/// A team has `threads` threads along the axis. Each thread takes one index, and the range must
/// be no longer than that.
template <int threads>
using ThreadsX =
    RAJA::LoopPolicy<RAJA::seq_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_thread_size_x_direct<threads>)>;
template <int threads>
using ThreadsY =
    RAJA::LoopPolicy<RAJA::seq_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_thread_size_y_direct<threads>)>;
/// Each thread takes every `threads`-th index of a range of any length.
template <int threads>
using ThreadsXLoop =
    RAJA::LoopPolicy<RAJA::seq_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_thread_size_x_loop<threads>)>;
template <int threads>
using ThreadsYLoop =
    RAJA::LoopPolicy<RAJA::seq_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_thread_size_y_loop<threads>)>;
/// Each thread of the launch takes one index: the launch must have a thread for each.
using GlobalX = RAJA::LoopPolicy<RAJA::seq_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_global_thread_x)>;
using GlobalY =
    RAJA::LoopPolicy<RAJA::omp_for_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_global_thread_y)>;
using GlobalZ = RAJA::LoopPolicy<RAJA::seq_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_global_thread_z)>;

/// CUDA's raw indices: the bodies of these loops run once per block or thread, without a test,
/// where the ranges are as long as the launch is wide. Only GlobalIndex tests whether a thread has
/// an element.
using Block =
    RAJA::LoopPolicy<RAJA::omp_for_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_block_x_direct_unchecked)>;
using BlockXY =
    RAJA::LoopPolicy<RAJA::omp_for_exec TILEBRIDGE_OR_ON_GPU(RAJA::cuda_block_xy_direct_unchecked)>;
template <int x>
using ThreadX = RAJA::LoopPolicy<RAJA::seq_exec TILEBRIDGE_OR_ON_GPU(
    RAJA::cuda_thread_size_x_direct_unchecked<x>)>;
template <int x, int y>
using ThreadXY = RAJA::LoopPolicy<RAJA::seq_exec TILEBRIDGE_OR_ON_GPU(
    RAJA::cuda_thread_size_xy_direct_unchecked<x, y>)>;
template <int block_size>
using GlobalIndex = RAJA::LoopPolicy<RAJA::omp_for_exec TILEBRIDGE_OR_ON_GPU(
    RAJA::cuda_global_size_x_direct<block_size>)>;

using Range = RAJA::TypedRangeSegment<int>;
template <class T>
using Vector = RAJA::View<T, RAJA::Layout<1>>;
/// Row-major.
template <class T>
using Matrix = RAJA::View<T, RAJA::Layout<2>>;

/// Unrolls the loop that follows wherever native code is told to: in code for a GPU. RAJA_UNROLL is
/// GCC's pragma where GCC compiles for the host, and nvcc does not follow it.
#ifdef __CUDA_ARCH__
#define TILEBRIDGE_UNROLL _Pragma("unroll")
#else
#define TILEBRIDGE_UNROLL
#endif

/// The number of teams; RAJA counts them in int.
constexpr int ceil_div(std::size_t n, std::size_t divisor) {
  return static_cast<int>((n + divisor - 1) / divisor);
}

}  // namespace tilebridge::raja
