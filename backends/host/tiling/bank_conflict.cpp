// SPDX-License-Identifier: Apache-2.0
// A host loads from an L1 cache, one thread's words after another's: no stride causes conflicts.
#include "catalogue/tiling/bank_conflict.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::bank_conflict_experiment {
namespace {

/// The sums of the words that begin at first_word(thread).
template <class T, class FirstWord>
void sum_words(const SharedLoads<T>& s, Threads threads, const FirstWord& first_word) {
  using Loads = SharedLoads<T>;
#pragma omp parallel for num_threads(threads)
  for (int block = 0; block < s.blocks; ++block) {
    std::array<T, Loads::words> words;
    std::copy_n(s.in, words.size(), words.begin());
    T* out = s.out + static_cast<std::size_t>(block) * Loads::block_size;
    for (int thread = 0; thread < Loads::block_size; ++thread) {
      const int first = first_word(thread);
      T sum = 0;
      for (int r = 0; r < s.repeats; ++r) {
        const T* word = words.data() + first + r % 32;
        for (int k = 0; k < Loads::loads; ++k) sum += word[std::ptrdiff_t{32} * k];
      }
      out[thread] = sum;
    }
  }
}

template <class T>
void strided(const SharedLoads<T>& s, Threads threads) {
  sum_words(s, threads, [&](int thread) { return thread * s.stride % SharedLoads<T>::span; });
}

void permuted(const StridedLoads& s, Threads threads) {
  sum_words(s, threads, [](int thread) {
    const int lane = thread % 32;
    return thread - lane + lane * (2 * lane + 1) % 32;
  });
}

void three_way(const StridedLoads& s, Threads threads) {
  sum_words(s, threads, [](int thread) {
    const int lane = thread % 32;
    return thread / 32 * 96 + lane / 3 + lane % 3 * 32;
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("bank_conflict/strided", strided<std::uint32_t>);
  native.add("bank_conflict/permuted", permuted);
  native.add("bank_conflict/three_way", three_way);
  native.add("bank_conflict/strided_8_bytes", strided<std::uint64_t>);
}

}  // namespace tilebridge::host::bank_conflict_experiment
