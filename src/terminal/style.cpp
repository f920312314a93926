// SPDX-License-Identifier: Apache-2.0
#include "terminal/style.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"

namespace tilebridge::terminal {
namespace {

fmt::text_style colour_of(view::Mark mark) {
  switch (mark) {
    case view::Mark::parity:
    case view::Mark::reproduced:
      return fmt::fg(fmt::terminal_color::green);
    case view::Mark::slower:
    case view::Mark::not_reproduced:
    case view::Mark::invalid:
      return fmt::fg(fmt::terminal_color::red);
    case view::Mark::faster:
      return fmt::fg(fmt::terminal_color::cyan);
    case view::Mark::inconclusive:
    case view::Mark::not_tested:
    case view::Mark::missing:
      return fmt::fg(fmt::terminal_color::yellow);
    case view::Mark::none:
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

std::string coloured(const std::string& text, view::Mark mark, Style style) {
  return mark == view::Mark::none ? text : coloured(text, colour_of(mark), style);
}

}  // namespace tilebridge::terminal
