// SPDX-License-Identifier: Apache-2.0
// One weighted sum per iteration of a team's loop over its block's elements, from shared memory.
#include "catalogue/tiling/reuse.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::reuse_experiment {
namespace {

constexpr int team_size = Reuse::block_size;

void staged(const Reuse& r) {
  const float *in = r.in, *weight = r.weight;
  float* out = r.out;
  const std::size_t n = r.n;
  const int uses = r.uses;
#pragma omp target teams distribute thread_limit(team_size) is_device_ptr(in, weight, out)
  for (std::size_t first = 0; first < n; first += team_size) {
    float cache[team_size];  // __shared__
#pragma omp allocate(cache) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for
    for (int t = 0; t < team_size; ++t) cache[t] = first + t < n ? in[first + t] : 0;
#pragma omp parallel for
    for (int t = 0; t < team_size; ++t) {
      float sum = 0;
      for (int k = 0; k < uses; ++k) sum += cache[(t + k) % team_size] * weight[k];
      if (first + t < n) out[first + t] = sum;
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) { openmp.add("reuse/staged", staged); }

}  // namespace tilebridge::openmp::teams::reuse_experiment
