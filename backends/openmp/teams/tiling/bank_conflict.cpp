// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from shared memory by a team's parallel loop; the variants
// differ in the banks used.
#include "catalogue/tiling/bank_conflict.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::bank_conflict_experiment {
namespace {

using Word = std::uint32_t;
constexpr int team_size = StridedLoads::block_size;

/// Every thread adds up the words that begin at FirstWord's.
template <class FirstWord, class T>
void sum_words(const SharedLoads<T>& s) {
  using Loads = SharedLoads<T>;
  const T* in = s.in;
  T* out = s.out;
  const int teams = s.blocks, stride = s.stride, repeats = s.repeats;
#pragma omp target teams distribute thread_limit(team_size) is_device_ptr(in, out)
  for (int team = 0; team < teams; ++team) {
    T words[Loads::words];  // __shared__
#pragma omp allocate(words) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for
    for (int w = 0; w < Loads::words; ++w) words[w] = in[w];
#pragma omp parallel for
    for (int thread = 0; thread < team_size; ++thread) {
      const int first = FirstWord::first(thread, stride);
      T sum = 0;
      for (int r = 0; r < repeats; ++r)
        for (int k = 0; k < Loads::loads; ++k) sum += words[first + r % 32 + 32 * k];
      out[std::size_t{team_size} * team + thread] = sum;
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  openmp.add("bank_conflict/strided", sum_words<StridedWords, Word>);
  openmp.add("bank_conflict/permuted", sum_words<PermutedWords, Word>);
  openmp.add("bank_conflict/three_way", sum_words<ThreeWayWords, Word>);
  openmp.add("bank_conflict/strided_8_bytes", sum_words<StridedWords, std::uint64_t>);
  if (openmp.on_host()) return;
  openmp.add("bank_conflict/broadcast", sum_words<StridedWords, Word>);
}

}  // namespace tilebridge::openmp::teams::bank_conflict_experiment
