// SPDX-License-Identifier: Apache-2.0
// The way from plain Kokkos to matched kernels as a terminal shows it.
#pragma once

#include <string>
#include <vector>

#include "pages/ablations.hpp"

namespace tilebridge::terminal {

/// A bar per kernel, as long as its share of native performance, and what each step gains, in 80
/// columns; "" if there are none.
std::string ablations_text(const std::vector<pages::ShownAblation>& ablations);

}  // namespace tilebridge::terminal
