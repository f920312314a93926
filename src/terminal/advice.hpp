// SPDX-License-Identifier: Apache-2.0
// Advice in a terminal.
#pragma once

#include <string>

#include "pages/advice.hpp"

namespace tilebridge::terminal {

std::string advice_text(const pages::Advice& advice);

}  // namespace tilebridge::terminal
