// SPDX-License-Identifier: Apache-2.0
// The way from plain Kokkos to matched kernels as a terminal shows it.
#pragma once

#include <string>
#include <vector>

#include "view/staircases.hpp"

namespace tilebridge::terminal {

/// A bar per kernel, as long as its share of native performance, and what each step gains, in 80
/// columns; "" if there are none.
std::string staircases_text(const std::vector<view::ShownStaircase>& staircases);

}  // namespace tilebridge::terminal
