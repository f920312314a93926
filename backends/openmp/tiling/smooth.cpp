// SPDX-License-Identifier: Apache-2.0
// One average per iteration or thread; the variants differ in where its three elements are read.
#include "catalogue/tiling/smooth.hpp"

#include <ompx.h>

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::smooth_experiment {
namespace {

template <class T>
void direct(const Smooth<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t n = s.n;
  if (n <= 2) return;
#pragma omp target teams distribute parallel for is_device_ptr(in, out)
  for (std::size_t i = 1; i < n - 1; ++i) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

constexpr int team_size = Smooth<float>::block_size;

template <class T>
void direct_by_index(const Smooth<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t n = s.n;
  if (n <= 2) return;
  const int teams = ceil_div(n - 2, team_size);
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + omp_get_thread_num() + 1;
    if (i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
  }
}

template <class T>
void tile_halo_by_index(const Smooth<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t n = s.n;
  if (n <= 2) return;
  const int teams = ceil_div(n - 2, team_size);
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    // __shared__; one extra element on either side
    [[clang::loader_uninitialized]] static T tile[team_size + 2];
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)

    const int thread = omp_get_thread_num();
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + thread + 1;
    if (i < n) tile[thread + 1] = in[i];
    if (thread == 0) tile[0] = in[i - 1];
    if (thread == team_size - 1 && i + 1 < n) tile[team_size + 1] = in[i + 1];
#pragma omp barrier
    if (i < n - 1) out[i] = (tile[thread] + tile[thread + 1] + tile[thread + 2]) / 3;
  }
}

template <class T>
void direct_rewritten(const Smooth<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t n = s.n;
  if (n <= 2) return;
  const int teams = ceil_div(n - 2, team_size);
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
  {
    const std::size_t i = ompx_block_id_x() * std::size_t{team_size} + ompx_thread_id_x() + 1;
    if (i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
  }
}

template <class T>
void tile_halo_rewritten(const Smooth<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t n = s.n;
  if (n <= 2) return;
  const int teams = ceil_div(n - 2, team_size);
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
  {
    // __shared__; one extra element on either side
    [[clang::loader_uninitialized]] static T tile[team_size + 2];
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)

    const int thread = ompx_thread_id_x();
    const std::size_t i = ompx_block_id_x() * std::size_t{team_size} + thread + 1;
    if (i < n) tile[thread + 1] = in[i];
    if (thread == 0) tile[0] = in[i - 1];
    if (thread == team_size - 1 && i + 1 < n) tile[team_size + 1] = in[i + 1];
    ompx_sync_block_acq_rel();
    if (i < n - 1) out[i] = (tile[thread] + tile[thread + 1] + tile[thread + 2]) / 3;
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices), rewritten = openmp.in(Form::rewritten);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("smooth/direct", direct<T>);
    if (openmp.on_host()) return;
    by_index.add("smooth/direct", direct_by_index<T>);
    by_index.add("smooth/tile_halo", tile_halo_by_index<T>);
    rewritten.add("smooth/direct", direct_rewritten<T>);
    rewritten.add("smooth/tile_halo", tile_halo_rewritten<T>);
  });
}

}  // namespace tilebridge::openmp::smooth_experiment
