// SPDX-License-Identifier: Apache-2.0
#include "terminal/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "terminal/summary.hpp"
#include "view/answer.hpp"
#include "view/prices.hpp"
#include "view/run.hpp"

namespace tilebridge::terminal {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t shown = 3;

std::string line(const std::string& text) {
  return text.empty() ? "" : clipped(text, width) + "\n";
}

/// The first few of `all`, a line each, below `title`; "" if there are none.
template <class Item, class Text>
std::string list(const char* title, const std::vector<Item>& all, const Text& text_of) {
  if (all.empty()) return "";
  std::string text = line(title);
  for (std::size_t i = 0; i < std::min(shown, all.size()); ++i)
    text += line("  " + text_of(all[i]));
  return text;
}

std::string slowest(const Results& results, const Catalogue& catalogue) {
  return list("slowest plain kernels and their habits (code: tilebridge explain VARIANT):",
              view::slow_kernels(results, catalogue), [](const view::SlowKernel& kernel) {
                return fmt::format("{} of native {}: {}", kernel.performance, kernel.name,
                                   kernel.habits);
              });
}

std::string dearest(const Results& results, const Catalogue& catalogue) {
  return list("dearest habits (all: tilebridge prices):",
              view::price_list(results, catalogue).habits, [](const view::PricedHabit& habit) {
                return fmt::format("{}× {}{}", habit.cost, habit.key,
                                   habit.instead.empty() ? "" : "; write: " + habit.instead);
              });
}

std::string without_first_line_break(const std::string& text) {
  return text.starts_with('\n') ? text.substr(1) : text;
}

std::string host_note(const Results& results) {
  const std::string note = view::host_note(results);
  return note.empty() ? "" : wrapped(note, 0, width) + "\n";
}

}  // namespace

std::string answer(const Results& results, const Catalogue& catalogue) {
  return line(
             fmt::format("{}; Kokkos {}", view::device_text(results), view::kokkos_text(results))) +
         line(view::health_line(results)) +
         without_first_line_break(summary_text(results, catalogue)) + slowest(results, catalogue) +
         dearest(results, catalogue) + line(view::counts_line(results)) + host_note(results);
}

}  // namespace tilebridge::terminal
