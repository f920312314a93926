// SPDX-License-Identifier: Apache-2.0
// A comparison of result files for a terminal.
#pragma once

#include <string>

#include "judge/page.hpp"
#include "terminal/style.hpp"

namespace tilebridge::terminal {

/// Lines of at most `style.columns` or 100 columns, whichever is less, except for long names and
/// settings.
std::string gate_text(const judge::GatePage& page, Style style = {});

}  // namespace tilebridge::terminal
