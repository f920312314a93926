// SPDX-License-Identifier: Apache-2.0
// A block that reverses its words in shared memory, with the barrier that this takes and without:
// the hazards that D4 names.
#pragma once

#include <cstdint>
#include <vector>

namespace tilebridge {

enum class Hazard {
  read_after_write,   // a word is read before it has been written
  write_after_read,   // a word is written again before it has been read
  write_after_write,  // the word that should be replaced is written last
};

constexpr int reversing_threads = 256;

/// A block reverses `in` (`reversing_threads` words). One half of its warps is late, so that
/// a barrier that is not there is missed, and not only may be.
std::vector<std::uint32_t> reversed_on_cuda(const std::vector<std::uint32_t>& in, Hazard hazard,
                                            bool with_barrier);

}  // namespace tilebridge
