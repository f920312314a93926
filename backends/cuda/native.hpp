// The list of native experiments.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

void add_stride(Native& native);
void add_offset(Native& native);
void add_gather(Native& native);
void add_element_size(Native& native);
void add_vector_load(Native& native);
void add_layout(Native& native);
void add_cache_policy(Native& native);
void add_dot(Native& native);
void add_reduce(Native& native);
void add_smooth(Native& native);
void add_reuse(Native& native);
void add_transpose(Native& native);
void add_bank_conflict(Native& native);
void add_matmul(Native& native);
void add_conv2d(Native& native);
void add_histogram(Native& native);
void add_reorder(Native& native);
void add_constant(Native& native);
void add_texture(Native& native);
void add_local_array(Native& native);
void add_launch_bounds(Native& native);
void add_device_symbol(Native& native);
void add_copy(Native& native);
void add_batching(Native& native);
void add_overlap(Native& native);
void add_unified(Native& native);
void add_zero_copy(Native& native);
void add_allocation(Native& native);
void add_block_size(Native& native);
void add_occupancy(Native& native);
void add_shuffle(Native& native);
void add_fence(Native& native);
void add_cluster(Native& native);
void add_latency(Native& native);
void add_bandwidth(Native& native);
void add_roofline(Native& native);

inline void add_all(Native& native) {
  add_stride(native);
  add_offset(native);
  add_gather(native);
  add_element_size(native);
  add_vector_load(native);
  add_layout(native);
  add_cache_policy(native);
  add_dot(native);
  add_reduce(native);
  add_smooth(native);
  add_reuse(native);
  add_transpose(native);
  add_bank_conflict(native);
  add_matmul(native);
  add_conv2d(native);
  add_histogram(native);
  add_reorder(native);
  add_constant(native);
  add_texture(native);
  add_local_array(native);
  add_launch_bounds(native);
  add_device_symbol(native);
  add_copy(native);
  add_batching(native);
  add_overlap(native);
  add_unified(native);
  add_zero_copy(native);
  add_allocation(native);
  add_block_size(native);
  add_occupancy(native);
  add_shuffle(native);
  add_fence(native);
  add_cluster(native);
  add_latency(native);
  add_bandwidth(native);
  add_roofline(native);
}

}  // namespace tilebridge::cuda
