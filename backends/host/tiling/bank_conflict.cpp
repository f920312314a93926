// SPDX-License-Identifier: Apache-2.0
// A host loads from an L1 cache, one thread's words after another's: no stride causes conflicts.
#include "catalogue/tiling/bank_conflict.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::bank_conflict_experiment {
namespace {

/// Adds up the words that begin at FirstWord's.
template <class FirstWord, class T>
void sum_words(const SharedLoads<T>& s, Threads threads) {
  using Loads = SharedLoads<T>;
#pragma omp parallel for num_threads(threads)
  for (int block = 0; block < s.blocks; ++block) {
    std::array<T, Loads::words> words;
    std::copy_n(s.in, words.size(), words.begin());
    T* out = s.out + static_cast<std::size_t>(block) * Loads::block_size;
    for (int thread = 0; thread < Loads::block_size; ++thread) {
      const int first = FirstWord::first(thread, s.stride);
      T sum = 0;
      for (int r = 0; r < s.repeats; ++r) {
        const T* word = words.data() + first + r % 32;
        for (int k = 0; k < Loads::loads; ++k) sum += word[std::ptrdiff_t{32} * k];
      }
      out[thread] = sum;
    }
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("bank_conflict/strided", sum_words<StridedWords, std::uint32_t>);
  native.add("bank_conflict/permuted", sum_words<PermutedWords, std::uint32_t>);
  native.add("bank_conflict/three_way", sum_words<ThreeWayWords, std::uint32_t>);
  native.add("bank_conflict/strided_8_bytes", sum_words<StridedWords, std::uint64_t>);
}

}  // namespace tilebridge::host::bank_conflict_experiment
