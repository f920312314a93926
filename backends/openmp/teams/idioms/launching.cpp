// SPDX-License-Identifier: Apache-2.0
// Small target regions, one after another, each of one team with an array in shared memory.
#include "catalogue/idioms/launching.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::launching_experiment {
namespace {

using Word = std::uint32_t;
constexpr int team_size = SmallKernels::block_size;

void team_scratch(const SmallKernels& s) {
  for (int k = 0; k < s.kernels; ++k) {
    const Word* in = s.in + static_cast<std::size_t>(k) * s.words;
    Word* out = s.out + static_cast<std::size_t>(k) * s.words;
#pragma omp target teams num_teams(1) thread_limit(team_size) is_device_ptr(in, out)
    {
      Word words[team_size];  // __shared__
#pragma omp allocate(words) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for
      for (int t = 0; t < team_size; ++t) words[t] = in[t];
#pragma omp parallel for
      for (int t = 0; t < team_size; ++t) out[t] = words[SmallKernels::other(t)];
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  if (openmp.on_host()) return;  // a host's launch is a call
  openmp.add("launching/team_scratch", team_scratch);
}

}  // namespace tilebridge::openmp::teams::launching_experiment
