// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge::measure {

/// Memory available on this machine without swapping, in bytes; the largest number if unknown.
std::size_t host_available_bytes();

}  // namespace tilebridge::measure
