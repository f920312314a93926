// The list of experiments in Kokkos.
#pragma once

#include "measure/implementations.hpp"

namespace tilebridge::kokkos {

/// `Exec` is an execution space; its instance is what launches go to.
template <class Exec>
void add_stride(Registrar<Exec>& kokkos);
template <class Exec>
void add_offset(Registrar<Exec>& kokkos);
template <class Exec>
void add_gather(Registrar<Exec>& kokkos);
template <class Exec>
void add_element_size(Registrar<Exec>& kokkos);
template <class Exec>
void add_vector_load(Registrar<Exec>& kokkos);
template <class Exec>
void add_layout(Registrar<Exec>& kokkos);
template <class Exec>
void add_cache_policy(Registrar<Exec>& kokkos);
template <class Exec>
void add_dot(Registrar<Exec>& kokkos);
template <class Exec>
void add_reduce(Registrar<Exec>& kokkos);
template <class Exec>
void add_smooth(Registrar<Exec>& kokkos);
template <class Exec>
void add_reuse(Registrar<Exec>& kokkos);
template <class Exec>
void add_transpose(Registrar<Exec>& kokkos);
template <class Exec>
void add_bank_conflict(Registrar<Exec>& kokkos);
template <class Exec>
void add_matmul(Registrar<Exec>& kokkos);
template <class Exec>
void add_conv2d(Registrar<Exec>& kokkos);
template <class Exec>
void add_histogram(Registrar<Exec>& kokkos);
template <class Exec>
void add_reorder(Registrar<Exec>& kokkos);
template <class Exec>
void add_constant(Registrar<Exec>& kokkos);
template <class Exec>
void add_texture(Registrar<Exec>& kokkos);
template <class Exec>
void add_local_array(Registrar<Exec>& kokkos);
template <class Exec>
void add_launch_bounds(Registrar<Exec>& kokkos);
template <class Exec>
void add_device_symbol(Registrar<Exec>& kokkos);
template <class Exec>
void add_copy(Registrar<Exec>& kokkos);
template <class Exec>
void add_batching(Registrar<Exec>& kokkos);
template <class Exec>
void add_overlap(Registrar<Exec>& kokkos);
template <class Exec>
void add_unified(Registrar<Exec>& kokkos);
template <class Exec>
void add_zero_copy(Registrar<Exec>& kokkos);
/// Their kernels of the levels matched and tuned.
template <class Exec>
void add_engineered_stride(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_offset(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_gather(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_element_size(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_vector_load(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_layout(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_cache_policy(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_dot(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_reduce(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_smooth(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_reuse(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_transpose(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_bank_conflict(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_matmul(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_conv2d(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_histogram(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_reorder(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_constant(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_texture(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_local_array(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_block_size(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_occupancy(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_shuffle(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_cluster(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_bandwidth(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_roofline(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_fence(Registrar<Exec>& kokkos);
template <class Exec>
void add_engineered_latency(Registrar<Exec>& kokkos);

template <class Exec>
void add_allocation(Registrar<Exec>& kokkos);
template <class Exec>
void add_block_size(Registrar<Exec>& kokkos);
template <class Exec>
void add_occupancy(Registrar<Exec>& kokkos);
template <class Exec>
void add_shuffle(Registrar<Exec>& kokkos);
template <class Exec>
void add_fence(Registrar<Exec>& kokkos);
template <class Exec>
void add_cluster(Registrar<Exec>& kokkos);
template <class Exec>
void add_latency(Registrar<Exec>& kokkos);
template <class Exec>
void add_bandwidth(Registrar<Exec>& kokkos);
template <class Exec>
void add_roofline(Registrar<Exec>& kokkos);

template <class Exec>
void add_all(Registrar<Exec>& kokkos) {
  add_stride(kokkos);
  add_engineered_stride(kokkos);
  add_offset(kokkos);
  add_engineered_offset(kokkos);
  add_gather(kokkos);
  add_engineered_gather(kokkos);
  add_element_size(kokkos);
  add_engineered_element_size(kokkos);
  add_vector_load(kokkos);
  add_engineered_vector_load(kokkos);
  add_layout(kokkos);
  add_engineered_layout(kokkos);
  add_cache_policy(kokkos);
  add_engineered_cache_policy(kokkos);
  add_dot(kokkos);
  add_engineered_dot(kokkos);
  add_reduce(kokkos);
  add_engineered_reduce(kokkos);
  add_smooth(kokkos);
  add_engineered_smooth(kokkos);
  add_reuse(kokkos);
  add_engineered_reuse(kokkos);
  add_transpose(kokkos);
  add_engineered_transpose(kokkos);
  add_bank_conflict(kokkos);
  add_engineered_bank_conflict(kokkos);
  add_matmul(kokkos);
  add_engineered_matmul(kokkos);
  add_conv2d(kokkos);
  add_engineered_conv2d(kokkos);
  add_histogram(kokkos);
  add_engineered_histogram(kokkos);
  add_reorder(kokkos);
  add_engineered_reorder(kokkos);
  add_constant(kokkos);
  add_engineered_constant(kokkos);
  add_texture(kokkos);
  add_engineered_texture(kokkos);
  add_local_array(kokkos);
  add_engineered_local_array(kokkos);
  add_launch_bounds(kokkos);
  add_device_symbol(kokkos);
  add_copy(kokkos);
  add_batching(kokkos);
  add_overlap(kokkos);
  add_unified(kokkos);
  add_zero_copy(kokkos);
  add_allocation(kokkos);
  add_block_size(kokkos);
  add_engineered_block_size(kokkos);
  add_occupancy(kokkos);
  add_engineered_occupancy(kokkos);
  add_shuffle(kokkos);
  add_engineered_shuffle(kokkos);
  add_fence(kokkos);
  add_engineered_fence(kokkos);
  add_cluster(kokkos);
  add_engineered_cluster(kokkos);
  add_latency(kokkos);
  add_engineered_latency(kokkos);
  add_bandwidth(kokkos);
  add_engineered_bandwidth(kokkos);
  add_roofline(kokkos);
  add_engineered_roofline(kokkos);
}

}  // namespace tilebridge::kokkos
