// SPDX-License-Identifier: Apache-2.0
// Averages in two arrays of shared memory; the variants differ in how these are declared.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/tiling/shared_kinds.hpp"

namespace tilebridge::cuda::shared_kinds_experiment {
namespace {

constexpr int block_size = StagedAverages::block_size;

/// Averages go from one array to the other, so that one barrier between two averages is enough.
template <class Array>
__device__ void stage_and_average(const StagedAverages& s, Array even, Array odd) {
  const int thread = threadIdx.x;
  const std::size_t i = blockIdx.x * std::size_t{block_size} + thread;
  s.at(even, thread) = i < s.n ? s.in[i] : 0;
  for (int r = 0; r < s.rounds; ++r) {
    __syncthreads();
    s.at(odd, thread) = s.average_in(even, thread);
    __syncthreads();
    s.at(even, thread) = s.average_in(odd, thread);
  }
  __syncthreads();
  if (i < s.n) s.out[i] = s.average_in(even, thread);
}

__global__ void static_arrays(StagedAverages s) {
  __shared__ float even[block_size];
  __shared__ float odd[block_size];
  stage_and_average<float*>(s, even, odd);
}

__global__ void dynamic_array(StagedAverages s) {
  extern __shared__ float dynamic_floats[];
  stage_and_average(s, dynamic_floats, dynamic_floats + block_size);
}

/// The dynamic array begins behind the static one: no offset is needed.
__global__ void mixed(StagedAverages s) {
  __shared__ float even[block_size];
  extern __shared__ float dynamic_floats[];
  stage_and_average<float*>(s, even, dynamic_floats);
}

/// Every kernel of this file may use these arrays, and each block has its own.
__shared__ float even_of_file[block_size];
__shared__ float odd_of_file[block_size];

__global__ void file_scope(StagedAverages s) {
  stage_and_average<float*>(s, even_of_file, odd_of_file);
}

__global__ void three_dimensional(StagedAverages s) {
  using Plane = StagedAverages::Plane;
  __shared__ Plane even[StagedAverages::planes];
  __shared__ Plane odd[StagedAverages::planes];
  stage_and_average<Plane*>(s, even, odd);
}

template <void (*kernel)(StagedAverages), std::size_t dynamic_elements = 0>
void launch(const StagedAverages& s, Stream stream) {
  if (s.n > 0)
    kernel<<<ceil_div(s.n, block_size), block_size, dynamic_elements * sizeof(float), stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("shared_kinds/static_arrays", launch<static_arrays>);
  native.add("shared_kinds/dynamic_array", launch<dynamic_array, 2 * block_size>);
  native.add("shared_kinds/mixed", launch<mixed, block_size>);
  native.add("shared_kinds/file_scope", launch<file_scope>);
  native.add("shared_kinds/three_dimensional", launch<three_dimensional>);
}

}  // namespace tilebridge::cuda::shared_kinds_experiment
