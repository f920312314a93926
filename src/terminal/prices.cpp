// SPDX-License-Identifier: Apache-2.0
#include "terminal/prices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "terminal/staircases.hpp"

namespace tilebridge::terminal {
namespace {

/// The first three of `all`, a line each, below `title`; "" if there are none.
std::string first_of(const std::vector<std::string>& all, const char* title) {
  constexpr std::size_t shown = 3;
  if (all.empty()) return "";
  std::string text = fmt::format("{}\n", title);
  for (std::size_t i = 0; i < std::min(shown, all.size()); ++i)
    text += clipped("  " + all[i], 80) + "\n";
  return text;
}

std::string line(const std::string& text, std::size_t indent) {
  return text.empty() ? "" : fmt::format("{:{}}{}\n", "", indent, wrapped(text, indent));
}

std::string labelled(const char* label, const std::string& text, std::size_t indent) {
  return text.empty() ? "" : line(label + text, indent);
}

/// What stands below a habit's name.
std::string details(const view::PricedHabit& habit, std::size_t indent) {
  return line(habit.written, indent) + labelled("instead: ", habit.instead, indent) +
         labelled("holds if: ", habit.holds_if, indent) +
         labelled("matters: ", habit.matters, indent) +
         labelled("counted: ", habit.counted, indent);
}

/// Below `title`, indented; "" without code.
std::string code_text(const char* title, const std::string& code) {
  if (code.empty()) return "";
  std::string text = fmt::format("\n{}\n", title);
  for (std::size_t from = 0; from < code.size();) {
    const std::size_t end = code.find('\n', from) + 1;
    text += "  " + code.substr(from, end - from);
    from = end;
  }
  return text;
}

std::string unpriced_text(const view::PricedHabit& habit) {
  return fmt::format("\n{}\n{}", habit.key, details(habit, 2));
}

/// A line for each other Kokkos.
std::string release_lines(const view::PricedHabit& habit, const std::vector<std::string>& releases,
                          std::size_t indent) {
  std::string text;
  for (std::size_t i = 0; i < habit.with_releases.size(); ++i)
    text += labelled(fmt::format("with Kokkos {}: ", releases[i]).c_str(), habit.with_releases[i],
                     indent);
  return text;
}

std::string priced_text(const view::PricedHabit& habit, const std::vector<std::string>& releases) {
  constexpr std::size_t indent = 18;
  const std::string place = fmt::format("{} ({})", habit.key, habit.where);
  const std::string figures = fmt::format("{:>5} {}", habit.cost, habit.interval);
  return fmt::format("\n{:<{}}{}\n", figures, indent, wrapped(place, indent)) +
         release_lines(habit, releases, indent) + details(habit, indent);
}

}  // namespace

std::string prices_text(const view::PriceList& list) {
  std::string text =
      list.device.empty()
          ? "Ways of writing Kokkos that can cost time. What they cost: tilebridge run habits, "
            "then\n"
            "tilebridge prices FILE. "
          : fmt::format(
                "What ways of writing Kokkos cost: {}\n"
                "time with the habit ÷ time without it (or ÷ native), 95% interval\n",
                list.device);
  text += "Code, before and after: tilebridge explain HABIT\n";
  for (const view::PricedHabit& habit : list.habits)
    text += habit.cost.empty() ? unpriced_text(habit) : priced_text(habit, list.releases);
  return text + staircases_text(list.staircases);
}

std::string price_changes_text(const view::PriceChanges& changes) {
  std::string text = fmt::format(
      "What ways of writing Kokkos cost: {} → {}\ntime with the habit ÷ time without it, 95% "
      "intervals; ? where these overlap; below,\nhow either time changed, compared with native "
      "code's\n\n",
      changes.before, changes.after);
  for (const view::PriceChange& change : changes.changes)
    text +=
        fmt::format("{:<28} {:>17} → {:>17}  {}{}\n  with it {}, without it {} ({})\n", change.key,
                    change.before, change.after, change.change, change.is_certain ? "" : " ?",
                    change.time_with, change.time_without, change.where);
  return text;
}

std::string costs_text(const Results& results, const Catalogue& catalogue) {
  const view::Costs costs = view::costs(results, catalogue);
  return first_of(costs.slow_kernels,
                  "slowest plain kernels and their habits (code: tilebridge explain VARIANT):") +
         first_of(costs.dear_habits,
                  "most expensive habits, and (where it holds) what to write instead:");
}

std::string idiom_text(const view::PricedHabit& habit) {
  return details(habit, 0) + code_text("before:", habit.code_before) +
         code_text("instead, right everywhere:", habit.code_after);
}

}  // namespace tilebridge::terminal
