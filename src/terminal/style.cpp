// SPDX-License-Identifier: Apache-2.0
#include "terminal/style.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"

namespace tilebridge::terminal {
namespace {

fmt::text_style colour_of(pages::Mark mark) {
  switch (mark) {
    case pages::Mark::parity:
      return fmt::fg(fmt::terminal_color::green);
    case pages::Mark::slower:
    case pages::Mark::invalid:
      return fmt::fg(fmt::terminal_color::red);
    case pages::Mark::faster:
      return fmt::fg(fmt::terminal_color::cyan);
    case pages::Mark::inconclusive:
    case pages::Mark::missing:
      return fmt::fg(fmt::terminal_color::yellow);
    case pages::Mark::none:
      break;
  }
  return {};
}

}  // namespace

Style stdout_style() {
  const char* no_colour = std::getenv("NO_COLOR");
  // Open MPI gives its processes a pseudo-terminal, wherever mpirun's output goes.
  const bool terminal =
      ::isatty(STDOUT_FILENO) != 0 && std::getenv("OMPI_COMM_WORLD_RANK") == nullptr;
  const std::size_t width = stdout_columns(0);
  return {terminal && (no_colour == nullptr || *no_colour == '\0'),
          width == 0 ? page_width : std::min<std::size_t>(width, 140), width == 0};
}

std::string coloured(const std::string& text, const fmt::text_style& look, Style style) {
  return style.colour && !text.empty() ? fmt::format(look, "{}", text) : text;
}

std::string coloured(const std::string& text, pages::Mark mark, Style style) {
  return mark == pages::Mark::none ? text : coloured(text, colour_of(mark), style);
}

}  // namespace tilebridge::terminal
