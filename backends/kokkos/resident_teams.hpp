// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

#include "backends/kokkos/execution.hpp"

namespace tilebridge::kokkos {

// [shown]
/// How many teams of `block_size` threads run at a time, at most `blocks` on an SM; on a host,
/// teams of one thread.
template <class Exec>
std::size_t teams_at_a_time(const Exec& exec, int block_size, int blocks = most_resident_threads) {
  const int threads = exec.concurrency();
  const int teams = is_host<Exec> ? threads
                                  : threads / most_resident_threads *
                                        std::min(blocks, most_resident_threads / block_size);
  return static_cast<std::size_t>(std::max(teams, 1));
}

}  // namespace tilebridge::kokkos
