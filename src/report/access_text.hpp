// The access model's account of a variant, for people.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "access/traffic.hpp"
#include "report/picture.hpp"

namespace tilebridge {

/// One picture for each memory instruction: of the first warp of the middle block, the first time
/// it comes by; of the first block, where the middle one does not ask.
std::vector<Picture> pictures_of(std::span<const Kernel> kernels);

/// The launch, and its totals: requests, sectors or wavefronts, use.
std::string totals_text(std::span<const Kernel> kernels, const Traffic& traffic);

/// Shared memory of a block up to the last byte that the kernel's first block touches.
std::int64_t shared_bytes(const Kernel& kernel);

}  // namespace tilebridge
