// SPDX-License-Identifier: Apache-2.0
// The powers of two that sizes are multiples of.
#pragma once

#include <cstdint>

namespace tilebridge {

constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;

}  // namespace tilebridge
