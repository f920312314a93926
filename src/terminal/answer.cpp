// SPDX-License-Identifier: Apache-2.0
#include "terminal/answer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "terminal/prices.hpp"
#include "terminal/releases.hpp"
#include "terminal/style.hpp"
#include "terminal/summary.hpp"
#include "view/answer.hpp"
#include "view/run.hpp"

namespace tilebridge::terminal {
namespace {

std::string clipped_line(const std::string& text) {
  return text.empty() ? "" : clipped(text, screen_width) + "\n";
}

std::string without_first_line_break(const std::string& text) {
  return text.starts_with('\n') ? text.substr(1) : text;
}

/// What there is, and what the intervals are of: one line, if there is room.
std::string ending(const Results& results) {
  const std::string counts = view::counts_line(results);
  const std::size_t left = screen_width - std::min(screen_width, counts.size() + 2);
  const std::string scope = view::scope_text(results, left);
  if (scope.empty()) return clipped_line(counts);
  return scope.size() <= left ? clipped_line(counts + "; " + scope)
                              : clipped_line(counts) + clipped_line(scope);
}

std::string host_note(const Results& results) {
  const std::string note = view::host_note(results);
  return note.empty() ? "" : wrapped(note, 0, screen_width) + "\n";
}

}  // namespace

std::string answer(const Results& results, const Catalogue& catalogue) {
  return clipped_line(
             fmt::format("{}; Kokkos {}", view::device_text(results), view::kokkos_text(results))) +
         clipped_line(view::health_line(results)) + clipped_line(view::busy_warning(results)) +
         without_first_line_break(summary_text(results, catalogue)) +
         costs_text(results, catalogue) + releases_text(results, catalogue, 10) + ending(results) +
         host_note(results);
}

}  // namespace tilebridge::terminal
