// SPDX-License-Identifier: Apache-2.0
// Advice in a terminal.
#pragma once

#include <string>

#include "view/advice.hpp"

namespace tilebridge::terminal {

std::string advice_text(const view::Advice& advice);

}  // namespace tilebridge::terminal
