// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// Memory that this machine can give without swapping, in bytes; the largest number where unknown.
std::size_t host_available_bytes();

}  // namespace tilebridge
