// SPDX-License-Identifier: Apache-2.0
// How long a run may take, said before it starts.
#pragma once

#include <cstddef>
#include <string>

#include "catalogue/experiment.hpp"

namespace tilebridge::run {

/// ", up to about 8 min", where each of `cases` is sampled for all of its budget; "" below ten
/// seconds, and for long presets on a host, of which no time is known. On a slower machine than
/// those it was measured on (an H200 with 16 processor cores; two cores) it takes longer.
std::string longest_text(std::size_t cases, double budget_seconds, Preset preset,
                         Platform platform);

}  // namespace tilebridge::run
