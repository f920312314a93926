// SPDX-License-Identifier: Apache-2.0
// Each iteration counts the four bytes of a word in bins that its team has for itself.
#include "backends/openmp/tiling/histogram.hpp"

#include <algorithm>

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::histogram_experiment {
namespace {

using namespace openmp::histogram_experiment;

void clear(std::uint32_t* counts) {
#pragma omp target teams distribute parallel for is_device_ptr(counts)
  for (int bin = 0; bin < bins; ++bin) counts[bin] = 0;
}

auto block_private(const Histogram& h, Queue queue) {
  return [h, teams = teams_for(h.n, queue)] {
    const auto* in = reinterpret_cast<const std::uint32_t*>(h.in);
    std::uint32_t* counts = h.counts;
    const std::size_t words = h.n / word_size, rest_size = h.n % word_size;
    const unsigned char* rest = h.in + words * word_size;
    clear(counts);
    if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, rest, counts)
    {
      std::uint32_t team_counts[bins];  // __shared__
#pragma omp allocate(team_counts) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for
      for (int bin = 0; bin < bins; ++bin) team_counts[bin] = 0;
#pragma omp distribute parallel for
      for (std::size_t i = 0; i < std::max(words, rest_size); ++i) {
        if (i < words) count_word(team_counts, in[i]);
        if (i < rest_size) count_byte(team_counts, rest[i]);
      }
#pragma omp parallel for
      for (int bin = 0; bin < bins; ++bin) {
#pragma omp atomic
        counts[bin] += team_counts[bin];
      }
    }
  };
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  openmp.add_prepared("histogram/block_private", block_private);
}

}  // namespace tilebridge::openmp::teams::histogram_experiment
