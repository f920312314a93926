// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend.hpp"

namespace tilebridge {

/// The models of all tests: main() starts them, and they end after the last of them.
const kernels::OwnModels& own_models();

}  // namespace tilebridge
