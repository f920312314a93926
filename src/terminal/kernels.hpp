// SPDX-License-Identifier: Apache-2.0
// A log of a user's kernels as a terminal shows it.
#pragma once

#include <string>

#include "pages/kernels.hpp"

namespace tilebridge::terminal {

std::string kernels_text(const pages::KernelReport& report);

}  // namespace tilebridge::terminal
