// SPDX-License-Identifier: Apache-2.0
// How much arithmetic per element does it take to cost more than moving the element?
#pragma once

#include "catalogue/experiment.hpp"
#include "catalogue/fma_chain.hpp"

namespace tilebridge {}  // namespace tilebridge
