// SPDX-License-Identifier: Apache-2.0
// Inputs of 32-bit numbers.
#pragma once

#include <string>

#include "catalogue/arrays.hpp"

namespace tilebridge {

/// Numbers below `limit`.
ArraySpec random_words(std::string name, std::size_t words,
                       std::uint64_t limit = std::uint64_t{1} << 32U);

}  // namespace tilebridge
