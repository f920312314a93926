// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tilebridge::measure {

/// A 64-bit hash of bytes in host memory.
std::uint64_t digest_of(std::span<const std::byte> bytes);

}  // namespace tilebridge::measure
