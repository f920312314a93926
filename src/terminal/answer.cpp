// SPDX-License-Identifier: Apache-2.0
#include "terminal/answer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "pages/advice.hpp"
#include "pages/answer.hpp"
#include "pages/run.hpp"
#include "terminal/costs.hpp"
#include "terminal/releases.hpp"
#include "terminal/style.hpp"
#include "terminal/summary.hpp"

namespace tilebridge::terminal {
namespace {

std::string wrapped_line(const std::string& text) {
  return text.empty() ? "" : wrapped(text, 0, screen_width) + "\n";
}

std::string without_first_line_break(const std::string& text) {
  return text.starts_with('\n') ? text.substr(1) : text;
}

/// What there is, and what the intervals are of: one line, if there is room.
std::string ending(const Results& results) {
  const std::string counts = pages::counts_line(results);
  const std::size_t left = screen_width - std::min(screen_width, counts.size() + 2);
  const std::string scope = pages::scope_text(results, left);
  if (scope.empty()) return wrapped_line(counts);
  return scope.size() <= left ? wrapped_line(counts + "; " + scope)
                              : wrapped_line(counts) + wrapped_line(scope);
}

}  // namespace

std::string answer(const Results& results, const Catalogue& catalogue) {
  return wrapped_line(fmt::format("{}; Kokkos {}", pages::device_text(results),
                                  pages::kokkos_text(results))) +
         wrapped_line(pages::health_line(results)) + wrapped_line(pages::busy_warning(results)) +
         without_first_line_break(summary_text(results, catalogue)) +
         costs_text(results, catalogue) + wrapped_line(pages::advice_line(results)) +
         releases_text(results, catalogue, 10) + ending(results) +
         wrapped_line(pages::host_note(results));
}

}  // namespace tilebridge::terminal
