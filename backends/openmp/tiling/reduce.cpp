// SPDX-License-Identifier: Apache-2.0
// One sum per team of 256 threads, of at most 1024 teams, then one team for the teams' sums: by
// index, a tree in shared memory.
#include "backends/openmp/tiling/reduce.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::reduce_experiment {
namespace {

template <template <class> class Result, class T>
void tree_by_index(const T* in, std::size_t n, std::size_t share, T* sums, int teams) {
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, sums)
#pragma omp parallel num_threads(team_size)
  {
    [[clang::loader_uninitialized]] static T of_threads[team_size];  // __shared__
#pragma omp allocate(of_threads) allocator(omp_pteam_mem_alloc)

    const int team = omp_get_team_num(), thread = omp_get_thread_num();
    of_threads[thread] = sum_of_thread<Result>(in, n, team * share, share);
#pragma omp barrier
    for (int half = team_size / 2; half > 0; half /= 2) {
      if (thread < half)
        of_threads[thread] = Result<T>::of(of_threads[thread], of_threads[thread + half]);
#pragma omp barrier
    }
    if (thread == 0) sums[team] = of_threads[0];
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  if (openmp.on_host()) return;
  const OpenmpKernels by_index = openmp.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    by_index.add_prepared("reduce/block_tree", two_passes<tree_by_index<Addition, T>, T>);
    by_index.add_prepared("reduce/maximum", two_passes<tree_by_index<Maximum, T>, T>);
  });
}

}  // namespace tilebridge::openmp::reduce_experiment
