// SPDX-License-Identifier: Apache-2.0
#include "tests/backends/rows.hpp"

#include <algorithm>
#include <cstring>

namespace tilebridge {

bool can_compare_on(Platform platform) {
#ifdef TILEBRIDGE_TEST_CUDA
  if (platform == Platform::cuda) return true;
#endif
  return platform == Platform::host;
}

std::optional<std::size_t> first_difference([[maybe_unused]] Platform platform, const std::byte* a,
                                            const std::byte* b, std::size_t pitch,
                                            const Rows& rows) {
#ifdef TILEBRIDGE_TEST_CUDA
  if (platform == Platform::cuda) return first_difference_on_cuda(a, b, pitch, rows);
#endif
  for (std::size_t row = 0; row < rows.count; ++row) {
    const std::byte* const first = a + row * pitch;
    const std::byte* const differs =
        std::mismatch(first, first + rows.bytes, b + row * pitch).first;
    if (differs != first + rows.bytes) return static_cast<std::size_t>(differs - a);
  }
  return std::nullopt;
}

void download_rows([[maybe_unused]] Platform platform, std::byte* to, std::size_t to_pitch,
                   const std::byte* from, std::size_t from_pitch, const Rows& rows) {
#ifdef TILEBRIDGE_TEST_CUDA
  if (platform == Platform::cuda)
    return download_rows_from_cuda(to, to_pitch, from, from_pitch, rows);
#endif
  for (std::size_t row = 0; row < rows.count; ++row)
    std::memcpy(to + row * to_pitch, from + row * from_pitch, rows.bytes);
}

}  // namespace tilebridge
