// SPDX-License-Identifier: Apache-2.0
// A comparison of result files for a terminal.
#pragma once

#include <string>

#include "gate/page.hpp"

namespace tilebridge::terminal {

/// Lines of at most 100 columns, except for case names.
std::string gate_text(const gate::GatePage& page);

}  // namespace tilebridge::terminal
