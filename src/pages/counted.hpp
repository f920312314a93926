// SPDX-License-Identifier: Apache-2.0
// Why one way of writing a kernel takes longer than another, as far as a GPU's counters say it.
#pragma once

#include <string>

#include "results/counted.hpp"

namespace tilebridge::pages {

/// "5.14 × the instructions, blocks of 32 threads instead of 256": what differs by more than a
/// launch from the next, the instructions even where they do not; "" if nothing was counted.
std::string counted_text(const Counted& counted);

}  // namespace tilebridge::pages
