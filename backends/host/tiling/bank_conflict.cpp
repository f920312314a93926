// SPDX-License-Identifier: Apache-2.0
// The same loads from an L1 cache, one thread's after another: no stride causes conflicts here.
#include "catalogue/tiling/bank_conflict.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host {
namespace {

// [*]
using Word = std::uint32_t;

void strided(const StridedLoads& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (int block = 0; block < s.blocks; ++block) {
    std::array<Word, StridedLoads::words> words;
    std::copy_n(s.in, words.size(), words.begin());
    Word* out = s.out + static_cast<std::size_t>(block) * StridedLoads::block_size;
    for (int thread = 0; thread < StridedLoads::block_size; ++thread) {
      const int first = thread * s.stride % StridedLoads::span;
      Word sum = 0;
      for (int r = 0; r < s.repeats; ++r) {
        const Word* word = words.data() + first + r % 32;
        for (int k = 0; k < StridedLoads::loads; ++k) sum += word[std::ptrdiff_t{32} * k];
      }
      out[thread] = sum;
    }
  }
}

// [/]

}  // namespace

void add_bank_conflict(NativeKernels& native) { native.add("bank_conflict/strided", strided); }

}  // namespace tilebridge::host
