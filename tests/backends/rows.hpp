// SPDX-License-Identifier: Apache-2.0
// Rows of bytes in the memory of the platform under test, too many to bring them all to the host.
#pragma once

#include <cstddef>
#include <optional>

#include "catalogue/experiment.hpp"

namespace tilebridge {

struct Rows {
  std::size_t count;
  std::size_t bytes;  // of each
};

/// Whether rows can be compared where they lie.
bool can_compare_on(Platform platform);

/// Returns where the rows at `a` and at `b` differ first, in bytes from `a`; both have theirs
/// `pitch` bytes apart.
std::optional<std::size_t> first_difference(Platform platform, const std::byte* a,
                                            const std::byte* b, std::size_t pitch,
                                            const Rows& rows);

/// Copies rows `from_pitch` apart to the host's memory, `to_pitch` apart there.
void download_rows(Platform platform, std::byte* to, std::size_t to_pitch, const std::byte* from,
                   std::size_t from_pitch, const Rows& rows);

#ifdef TILEBRIDGE_TEST_CUDA
std::optional<std::size_t> first_difference_on_cuda(const std::byte* a, const std::byte* b,
                                                    std::size_t pitch, const Rows& rows);
void download_rows_from_cuda(std::byte* to, std::size_t to_pitch, const std::byte* from,
                             std::size_t from_pitch, const Rows& rows);
#endif

}  // namespace tilebridge
