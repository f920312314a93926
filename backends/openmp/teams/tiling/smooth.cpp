// SPDX-License-Identifier: Apache-2.0
// One average per iteration of a team's loop, from a tile in shared memory.
#include "catalogue/tiling/smooth.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::smooth_experiment {
namespace {

constexpr int team_size = Smooth<float>::block_size;

template <class T>
void tile_halo(const Smooth<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t n = s.n;
  if (n <= 2) return;
#pragma omp target teams distribute thread_limit(team_size) is_device_ptr(in, out)
  for (std::size_t first = 0; first < n - 2; first += team_size) {
    T tile[team_size + 2];  // __shared__; one extra element on either side
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for
    for (int t = 0; t < team_size + 2; ++t)
      if (first + t < n) tile[t] = in[first + t];
#pragma omp parallel for
    for (int t = 0; t < team_size; ++t)
      if (first + t < n - 2) out[first + t + 1] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3;
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  kernels::for_types<float, double>(
      [&]<class T>() { openmp.add("smooth/tile_halo", tile_halo<T>); });
}

}  // namespace tilebridge::openmp::teams::smooth_experiment
