// SPDX-License-Identifier: Apache-2.0
// Colour and width of a terminal.
#pragma once

#include <fmt/color.h>

#include <cstddef>
#include <string>

#include "pages/table.hpp"

namespace tilebridge::terminal {

constexpr std::size_t screen_width = 80;  // of what is to fit on any screen
constexpr std::size_t page_width = 100;

struct Style {
  bool colour = false;
  std::size_t columns = page_width;  // of a table's lines
  bool whole = false;                // texts that do not fit make lines longer, and are not cut
};

/// Colour only on a terminal, and never if NO_COLOR is set; the terminal's width, up to 140
/// columns. Nothing is cut where output is no terminal and COLUMNS is not set.
Style stdout_style();

std::string coloured(const std::string& text, const fmt::text_style& look, Style style);
/// In the colour of a judgement; as it is for Mark::none.
std::string coloured(const std::string& text, pages::Mark mark, Style style);

}  // namespace tilebridge::terminal
