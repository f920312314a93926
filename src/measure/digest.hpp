// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tilebridge::measure {

/// A number that depends on every byte in host memory and its place: with near certainty another
/// one if any byte differs.
std::uint64_t digest_of(std::span<const std::byte> bytes);

}  // namespace tilebridge::measure
