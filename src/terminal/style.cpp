// SPDX-License-Identifier: Apache-2.0
#include "terminal/style.hpp"

#include <unistd.h>

#include <cstdlib>

namespace tilebridge {
namespace {

fmt::text_style colour_of(Mark mark) {
  switch (mark) {
    case Mark::parity:
    case Mark::reproduced:
      return fmt::fg(fmt::terminal_color::green);
    case Mark::slower:
    case Mark::not_reproduced:
    case Mark::invalid:
      return fmt::fg(fmt::terminal_color::red);
    case Mark::faster:
      return fmt::fg(fmt::terminal_color::cyan);
    case Mark::inconclusive:
    case Mark::not_tested:
    case Mark::missing:
      return fmt::fg(fmt::terminal_color::yellow);
    case Mark::none:
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
  return {terminal && (no_colour == nullptr || *no_colour == '\0')};
}

std::string coloured(const std::string& text, const fmt::text_style& look, Style style) {
  return style.colour && !text.empty() ? fmt::format(look, "{}", text) : text;
}

std::string coloured(const std::string& text, Mark mark, Style style) {
  return mark == Mark::none ? text : coloured(text, colour_of(mark), style);
}

}  // namespace tilebridge
