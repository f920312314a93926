// SPDX-License-Identifier: Apache-2.0
// What both files of the experiment use.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "backends/openmp/openmp.hpp"
#include "catalogue/tiling/histogram.hpp"

namespace tilebridge::openmp::histogram_experiment {

// [shown]

constexpr int bins = Histogram::bins;
constexpr int word_size = Histogram::word_size;
constexpr int team_size = Histogram::block_size;

inline void count_byte(std::uint32_t* counts, std::uint32_t byte) {
#pragma omp atomic
  ++counts[byte];
}

inline void count_word(std::uint32_t* counts, std::uint32_t word) {
#pragma unroll
  for (int k = 0; k < word_size; ++k) count_byte(counts, (word >> 8 * k) % bins);
}

/// As many teams as run at a time, and no more than have a word per thread.
inline int teams_for(std::size_t bytes, Queue queue) {
  return std::min(ceil_div(bytes, team_size * word_size), resident_teams(team_size, queue));
}

}  // namespace tilebridge::openmp::histogram_experiment
