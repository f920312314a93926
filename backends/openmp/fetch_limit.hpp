// SPDX-License-Identifier: Apache-2.0
// The limit of backends/cache/fetch_limit.hpp for kernels whose compiler does not see CUDA's
// runtime.
#pragma once

#include <memory>

#include "backends/openmp/offload.hpp"
#include "kernels/held_limit.hpp"

namespace tilebridge::openmp {

// [mentioned]
/// On a host the limit has no meaning, and is not set.
std::shared_ptr<kernels::HeldLimit> fetch_limit(int bytes, Queue queue);

}  // namespace tilebridge::openmp
