// SPDX-License-Identifier: Apache-2.0
// One product per iteration of a team's loop, summed by a tree in shared memory.
#include "catalogue/tiling/dot.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::dot_experiment {
namespace {

constexpr int team_size = Dot<float>::block_size;

template <class T>
void clear(T* result) {
#pragma omp target is_device_ptr(result)
  *result = 0;
}

template <class T>
void block_tree(const Dot<T>& d) {
  const T *a = d.a, *b = d.b;
  T* result = d.result;
  const std::size_t n = d.n;
  const int teams = ceil_div(n, team_size);
  clear(result);
#pragma omp target teams distribute thread_limit(team_size) is_device_ptr(a, b, result)
  for (int team = 0; team < teams; ++team) {
    T sums[team_size];  // __shared__
#pragma omp allocate(sums) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for
    for (int thread = 0; thread < team_size; ++thread) {
      const std::size_t i = std::size_t{team_size} * team + thread;
      sums[thread] = i < n ? a[i] * b[i] : 0;
    }
    for (int half = team_size / 2; half > 0; half /= 2) {
#pragma omp parallel for firstprivate(half)
      for (int thread = 0; thread < half; ++thread) sums[thread] += sums[thread + half];
    }
#pragma omp atomic
    *result += sums[0];
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  kernels::for_types<float, double>(
      [&]<class T>() { openmp.add("dot/block_tree", block_tree<T>); });
}

}  // namespace tilebridge::openmp::teams::dot_experiment
