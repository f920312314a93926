// SPDX-License-Identifier: Apache-2.0
// One weighted sum per iteration or thread over its block's elements; the variants differ in where
// these are read.
#include "catalogue/tiling/reuse.hpp"

#include <ompx.h>

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::reuse_experiment {
namespace {

constexpr int team_size = Reuse::block_size;

void direct(const Reuse& r) {
  const float *in = r.in, *weight = r.weight;
  float* out = r.out;
  const std::size_t n = r.n;
  const int uses = r.uses;
#pragma omp target teams distribute parallel for is_device_ptr(in, weight, out)
  for (std::size_t i = 0; i < n; ++i) {
    const int t = i % team_size;
    const std::size_t first = i - t;
    float sum = 0;
    for (int k = 0; k < uses; ++k) {
      const std::size_t used = first + (t + k) % team_size;
      sum += (used < n ? in[used] : 0) * weight[k];
    }
    out[i] = sum;
  }
}

void direct_by_index(const Reuse& r) {
  const float *in = r.in, *weight = r.weight;
  float* out = r.out;
  const std::size_t n = r.n;
  const int uses = r.uses, teams = ceil_div(r.n, team_size);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, weight, out)
#pragma omp parallel num_threads(team_size)
  {
    const unsigned thread = omp_get_thread_num();
    const std::size_t first = omp_get_team_num() * std::size_t{team_size};
    float sum = 0;
    for (int k = 0; k < uses; ++k) {
      const std::size_t used = first + (thread + k) % team_size;
      sum += (used < n ? in[used] : 0) * weight[k];
    }
    if (first + thread < n) out[first + thread] = sum;
  }
}

void staged_by_index(const Reuse& r) {
  const float *in = r.in, *weight = r.weight;
  float* out = r.out;
  const std::size_t n = r.n;
  const int uses = r.uses, teams = ceil_div(r.n, team_size);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, weight, out)
#pragma omp parallel num_threads(team_size)
  {
    [[clang::loader_uninitialized]] static float cache[team_size];  // __shared__
#pragma omp allocate(cache) allocator(omp_pteam_mem_alloc)

    const unsigned thread = omp_get_thread_num();
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + thread;
    cache[thread] = i < n ? in[i] : 0;
#pragma omp barrier
    float sum = 0;
    for (int k = 0; k < uses; ++k) sum += cache[(thread + k) % team_size] * weight[k];
    if (i < n) out[i] = sum;
  }
}

void direct_rewritten(const Reuse& r) {
  const float *in = r.in, *weight = r.weight;
  float* out = r.out;
  const std::size_t n = r.n;
  const int uses = r.uses, teams = ceil_div(r.n, team_size);
  if (teams == 0) return;
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) \
    is_device_ptr(in, weight, out)
  {
    const unsigned thread = ompx_thread_id_x();
    const std::size_t first = ompx_block_id_x() * std::size_t{team_size};
    float sum = 0;
    for (int k = 0; k < uses; ++k) {
      const std::size_t used = first + (thread + k) % team_size;
      sum += (used < n ? in[used] : 0) * weight[k];
    }
    if (first + thread < n) out[first + thread] = sum;
  }
}

void staged_rewritten(const Reuse& r) {
  const float *in = r.in, *weight = r.weight;
  float* out = r.out;
  const std::size_t n = r.n;
  const int uses = r.uses, teams = ceil_div(r.n, team_size);
  if (teams == 0) return;
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) \
    is_device_ptr(in, weight, out)
  {
    [[clang::loader_uninitialized]] static float cache[team_size];  // __shared__
#pragma omp allocate(cache) allocator(omp_pteam_mem_alloc)

    const unsigned thread = ompx_thread_id_x();
    const std::size_t i = ompx_block_id_x() * std::size_t{team_size} + thread;
    cache[thread] = i < n ? in[i] : 0;
    ompx_sync_block_acq_rel();
    float sum = 0;
    for (int k = 0; k < uses; ++k) sum += cache[(thread + k) % team_size] * weight[k];
    if (i < n) out[i] = sum;
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  openmp.add("reuse/direct", direct);
  if (openmp.on_host()) return;
  const OpenmpKernels by_index = openmp.in(Form::indices), rewritten = openmp.in(Form::rewritten);
  by_index.add("reuse/direct", direct_by_index);
  by_index.add("reuse/staged", staged_by_index);
  rewritten.add("reuse/direct", direct_rewritten);
  rewritten.add("reuse/staged", staged_rewritten);
}

}  // namespace tilebridge::openmp::reuse_experiment
