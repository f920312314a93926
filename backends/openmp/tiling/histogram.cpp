// SPDX-License-Identifier: Apache-2.0
// Each iteration or thread counts the four bytes of a word; the variants differ in where the bins
// are stored.
#include "backends/openmp/tiling/histogram.hpp"

#include <algorithm>

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::histogram_experiment {
namespace {

void clear(std::uint32_t* counts) {
#pragma omp target teams distribute parallel for is_device_ptr(counts)
  for (int bin = 0; bin < bins; ++bin) counts[bin] = 0;
}

void global_atomic(const Histogram& h) {
  const auto* in = reinterpret_cast<const std::uint32_t*>(h.in);
  std::uint32_t* counts = h.counts;
  const std::size_t words = h.n / word_size, rest_size = h.n % word_size;
  const unsigned char* rest = h.in + words * word_size;
  clear(counts);
#pragma omp target teams distribute parallel for is_device_ptr(in, rest, counts)
  for (std::size_t i = 0; i < std::max(words, rest_size); ++i) {
    if (i < words) count_word(counts, in[i]);
    if (i < rest_size) count_byte(counts, rest[i]);
  }
}

/// Counts the bytes of this thread's words. The first threads of all also take one byte each of
/// those that do not fill a word.
void count_bytes(std::uint32_t* counts, const unsigned char* in, std::size_t n) {
  const auto* words_in = reinterpret_cast<const std::uint32_t*>(in);
  const std::size_t words = n / word_size;
  const std::size_t thread =
      omp_get_team_num() * std::size_t{team_size} + std::size_t(omp_get_thread_num());
  const std::size_t all_threads = omp_get_num_teams() * std::size_t{team_size};
  for (std::size_t w = thread; w < words; w += all_threads) count_word(counts, words_in[w]);
  if (thread < n % word_size) count_byte(counts, in[words * word_size + thread]);
}

auto global_atomic_by_index(const Histogram& h, Queue queue) {
  return [h, teams = teams_for(h.n, queue)] {
    const unsigned char* in = h.in;
    std::uint32_t* counts = h.counts;
    const std::size_t n = h.n;
    clear(counts);
    if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, counts)
#pragma omp parallel num_threads(team_size)
    count_bytes(counts, in, n);
  };
}

auto block_private_by_index(const Histogram& h, Queue queue) {
  return [h, teams = teams_for(h.n, queue)] {
    const unsigned char* in = h.in;
    std::uint32_t* counts = h.counts;
    const std::size_t n = h.n;
    clear(counts);
    if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, counts)
#pragma omp parallel num_threads(team_size)
    {
      [[clang::loader_uninitialized]] static std::uint32_t team_counts[bins];  // __shared__
#pragma omp allocate(team_counts) allocator(omp_pteam_mem_alloc)

      const int bin = omp_get_thread_num();
      team_counts[bin] = 0;
#pragma omp barrier
      count_bytes(team_counts, in, n);
#pragma omp barrier
#pragma omp atomic
      counts[bin] += team_counts[bin];
    }
  };
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices);
  openmp.add("histogram/global_atomic", global_atomic);
  if (openmp.on_host()) return;
  by_index.add_prepared("histogram/global_atomic", global_atomic_by_index);
  by_index.add_prepared("histogram/block_private", block_private_by_index);
}

}  // namespace tilebridge::openmp::histogram_experiment
