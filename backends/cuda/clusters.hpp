// SPDX-License-Identifier: Apache-2.0
// Thread-block clusters: blocks that run concurrently and can access each other's shared memory.
#pragma once

#include "backends/cuda/cuda.hpp"

#ifndef TILEBRIDGE_WITH_HIP
#include <cooperative_groups.h>
#endif

#include "base/error.hpp"

namespace tilebridge::cuda {

// [shown]
/// The largest cluster size that every device with clusters supports.
constexpr int cluster_size = 8;

#if !defined(TILEBRIDGE_WITH_HIP) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900)
using Cluster = cooperative_groups::cluster_group;
#else
/// Lets the kernels compile for devices without clusters, where they are never launched.
struct Cluster {
  __device__ static void sync() {}
  __device__ static unsigned block_rank() { return 0; }
  template <class T>
  __device__ static T* map_shared_rank(T* address, int) {
    return address;
  }
};
#endif

#ifdef TILEBRIDGE_WITH_HIP

template <class Arguments>
void check_clusters(void (* /*kernel*/)(Arguments)) {
  throw NoEquivalent("HIP has no thread-block clusters");
}

template <class... Arguments>
void launch_clusters(const Arguments&...) {}

#else

/// Throws if the device has no clusters, or if `kernel` was compiled for one without them.
template <class Arguments>
void check_clusters(void (*kernel)(Arguments)) {
  cudaFuncAttributes attributes = {};
  check(cudaFuncGetAttributes(&attributes, kernel), "asking what a kernel was compiled for");
  if (attributes.ptxVersion < 90) throw Unavailable("needs compute capability 9.0");
}

/// `blocks` is rounded up to a whole number of clusters.
template <class Arguments>
void launch_clusters(void (*kernel)(Arguments), std::size_t blocks, int threads,
                     std::size_t shared_bytes, const Arguments& arguments, Stream stream) {
  cudaLaunchAttribute size = {};
  size.id = cudaLaunchAttributeClusterDimension;
  size.val.clusterDim.x = cluster_size;
  size.val.clusterDim.y = 1;
  size.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = ceil_div(blocks, cluster_size) * cluster_size;
  config.blockDim = threads;
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  config.attrs = &size;
  config.numAttrs = 1;
  check(cudaLaunchKernelEx(&config, kernel, arguments), "launching clusters");
}

#endif

/// Launch bounds with the third one, blocks per cluster, where there are clusters.
#if !defined(TILEBRIDGE_WITH_HIP) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900)
#define CLUSTER_BOUNDS(threads, blocks, cluster_blocks) \
  __launch_bounds__(threads, blocks, cluster_blocks)
#else
#define CLUSTER_BOUNDS(threads, blocks, cluster_blocks) __launch_bounds__(threads, blocks)
#endif

}  // namespace tilebridge::cuda
