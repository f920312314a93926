// SPDX-License-Identifier: Apache-2.0
// What gains most in native code on a device.
#pragma once

#include <string>

#include "results/results.hpp"

namespace tilebridge::pages {

/// "what gains most in native code: coalesced access 18.2×, …", the greatest gain first; "" for
/// results without the cases that gains are taken from.
std::string advice_line(const Results& results);

}  // namespace tilebridge::pages
