// SPDX-License-Identifier: Apache-2.0
// The access model's account of a variant, for people.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "access/traffic.hpp"
#include "hardware/limits.hpp"
#include "report/picture.hpp"

namespace tilebridge {

/// One picture for each memory instruction: of the first warp of the middle block, the first time
/// it comes by; of the first block, where the middle one does not ask.
std::vector<Picture> pictures_of(std::span<const Kernel> kernels);

/// The launch, and its totals: requests, sectors or wavefronts, use.
std::string totals_text(std::span<const Kernel> kernels, const Traffic& traffic);

/// How many blocks a multiprocessor holds, what limits them, and how many registers a thread may
/// have for it to stay so.
std::string occupancy_text(std::span<const Kernel> kernels, const Limits& limits);

}  // namespace tilebridge
