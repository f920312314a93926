// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend.hpp"

namespace tilebridge {

/// The Kokkos of all tests: main() starts it, and it ends after the last of them.
const kernels::OwnKokkos& own_kokkos();

}  // namespace tilebridge
