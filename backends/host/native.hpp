// The list of experiments in plain C++ with OpenMP.
#pragma once

#include "measure/implementations.hpp"

namespace tilebridge::host {

/// Loops run on as many threads as Kokkos uses.
using Threads = int;
using Native = Registrar<Threads>;

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
void add_block_size(Native& native);
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
  add_block_size(native);
  add_latency(native);
  add_bandwidth(native);
  add_roofline(native);
}

}  // namespace tilebridge::host
