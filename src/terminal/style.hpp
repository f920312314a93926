// SPDX-License-Identifier: Apache-2.0
// Colour on a terminal.
#pragma once

#include <fmt/color.h>

#include <string>

#include "view/table.hpp"

namespace tilebridge::terminal {

struct Style {
  bool colour = false;
};

/// Whether to use colour: only on a terminal, and never if NO_COLOR is set.
Style stdout_style();

std::string coloured(const std::string& text, const fmt::text_style& look, Style style);
/// In the colour of a judgement; as it is for Mark::none.
std::string coloured(const std::string& text, view::Mark mark, Style style);

}  // namespace tilebridge::terminal
