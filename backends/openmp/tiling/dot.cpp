// SPDX-License-Identifier: Apache-2.0
// One product per iteration or thread, added by an atomic each, or by index by a tree in a team's
// shared memory.
#include "catalogue/tiling/dot.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::dot_experiment {
namespace {

template <class T>
void clear(T* result) {
#pragma omp target teams distribute parallel for is_device_ptr(result)
  for (int i = 0; i < 1; ++i) result[i] = 0;
}

template <class T>
void atomic(const Dot<T>& d) {
  const T *a = d.a, *b = d.b;
  T* result = d.result;
  const std::size_t n = d.n;
  clear(result);
#pragma omp target teams distribute parallel for is_device_ptr(a, b, result)
  for (std::size_t i = 0; i < n; ++i) {
#pragma omp atomic
    *result += a[i] * b[i];
  }
}

constexpr int team_size = Dot<float>::block_size;

template <class T>
void atomic_by_index(const Dot<T>& d) {
  const T *a = d.a, *b = d.b;
  T* result = d.result;
  const std::size_t n = d.n;
  const int teams = ceil_div(n, team_size);
  clear(result);
  if (n == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(a, b, result)
#pragma omp parallel num_threads(team_size)
  {
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + omp_get_thread_num();
    if (i < n) {
#pragma omp atomic
      *result += a[i] * b[i];
    }
  }
}

template <class T>
void block_tree_by_index(const Dot<T>& d) {
  const T *a = d.a, *b = d.b;
  T* result = d.result;
  const std::size_t n = d.n;
  const int teams = ceil_div(n, team_size);
  clear(result);
  if (n == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(a, b, result)
#pragma omp parallel num_threads(team_size)
  {
    [[clang::loader_uninitialized]] static T sums[team_size];  // __shared__
#pragma omp allocate(sums) allocator(omp_pteam_mem_alloc)

    const int thread = omp_get_thread_num();
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + thread;
    sums[thread] = i < n ? a[i] * b[i] : 0;
#pragma omp barrier
    for (int half = team_size / 2; half > 0; half /= 2) {
      if (thread < half) sums[thread] += sums[thread + half];
#pragma omp barrier
    }
    if (thread == 0) {
#pragma omp atomic
      *result += sums[0];
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("dot/atomic", atomic<T>);
    if (openmp.on_host()) return;
    by_index.add("dot/atomic", atomic_by_index<T>);
    by_index.add("dot/block_tree", block_tree_by_index<T>);
  });
}

}  // namespace tilebridge::openmp::dot_experiment
