// SPDX-License-Identifier: Apache-2.0
// The access model's results for a variant, in readable form.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "access/traffic.hpp"
#include "hardware/limits.hpp"
#include "report/picture.hpp"

namespace tilebridge {

/// One picture per memory instruction: for the first warp of the middle block, at its first
/// execution; for the first block if the middle one does not access memory there.
std::vector<Picture> pictures_of(std::span<const Kernel> kernels);

/// The launch, and its totals: requests, sectors or wavefronts, use.
std::string totals_text(std::span<const Kernel> kernels, const Traffic& traffic);

/// How many blocks fit on an SM, what limits them, and how many registers per thread keep it that
/// way.
std::string occupancy_text(std::span<const Kernel> kernels, const Limits& limits);

}  // namespace tilebridge
