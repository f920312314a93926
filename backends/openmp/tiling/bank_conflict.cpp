// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from a team's shared memory; the variants differ in the banks
// used.
#include "catalogue/tiling/bank_conflict.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::bank_conflict_experiment {
namespace {

using Word = std::uint32_t;
constexpr int team_size = StridedLoads::block_size;

template <class FirstWord, class T>
void sum_words_by_index(const SharedLoads<T>& s) {
  using Loads = SharedLoads<T>;
  const T* in = s.in;
  T* out = s.out;
  const int teams = s.blocks, stride = s.stride, repeats = s.repeats;
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    [[clang::loader_uninitialized]] static T words[Loads::words];  // __shared__
#pragma omp allocate(words) allocator(omp_pteam_mem_alloc)

    const int thread = omp_get_thread_num();
    for (int w = thread; w < Loads::words; w += team_size) words[w] = in[w];
#pragma omp barrier
    const int first = FirstWord::first(thread, stride);
    T sum = 0;
    for (int r = 0; r < repeats; ++r) {
      const int word = first + r % 32;
#pragma unroll
      for (int k = 0; k < Loads::loads; ++k) sum += words[word + 32 * k];
    }
    out[omp_get_team_num() * std::size_t{team_size} + thread] = sum;
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  if (openmp.on_host()) return;
  const OpenmpKernels by_index = openmp.in(Form::indices);
  by_index.add("bank_conflict/strided", sum_words_by_index<StridedWords, Word>);
  by_index.add("bank_conflict/broadcast", sum_words_by_index<StridedWords, Word>);
  by_index.add("bank_conflict/permuted", sum_words_by_index<PermutedWords, Word>);
  by_index.add("bank_conflict/three_way", sum_words_by_index<ThreeWayWords, Word>);
  by_index.add("bank_conflict/strided_8_bytes", sum_words_by_index<StridedWords, std::uint64_t>);
}

}  // namespace tilebridge::openmp::bank_conflict_experiment
