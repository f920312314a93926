// SPDX-License-Identifier: Apache-2.0
#include "terminal/costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "terminal/ablations.hpp"

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

/// What stands below an idiom's name.
std::string details(const pages::IdiomCost& idiom, std::size_t indent) {
  return line(idiom.written, indent) + labelled("instead: ", idiom.instead, indent) +
         labelled("holds if: ", idiom.holds_if, indent) +
         labelled("matters: ", idiom.matters, indent) +
         labelled("counted: ", idiom.counted, indent);
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

std::string uncosted_text(const pages::IdiomCost& idiom) {
  return fmt::format("\n{}\n{}", idiom.key, details(idiom, 2));
}

/// A line for each other Kokkos.
std::string release_lines(const pages::IdiomCost& idiom, const std::vector<std::string>& releases,
                          std::size_t indent) {
  std::string text;
  for (std::size_t i = 0; i < idiom.with_releases.size(); ++i)
    text += labelled(fmt::format("with Kokkos {}: ", releases[i]).c_str(), idiom.with_releases[i],
                     indent);
  return text;
}

std::string cost_text(const pages::IdiomCost& idiom, const std::vector<std::string>& releases) {
  constexpr std::size_t indent = 18;
  const std::string place = fmt::format("{} ({})", idiom.key, idiom.where);
  const std::string figures = fmt::format("{:>5} {}", idiom.cost, idiom.interval);
  return fmt::format("\n{:<{}}{}\n", figures, indent, wrapped(place, indent)) +
         release_lines(idiom, releases, indent) + details(idiom, indent);
}

}  // namespace

std::string costs_text(const pages::CostList& list) {
  std::string text =
      list.device.empty()
          ? "Ways of writing Kokkos that can cost time. What they cost: tilebridge run idioms, "
            "then\n"
            "tilebridge costs FILE. "
          : fmt::format(
                "What ways of writing Kokkos cost: {}\n"
                "time with the idiom ÷ time without it (or ÷ native), 95% interval\n",
                list.device);
  text += "Code, before and after: tilebridge explain IDIOM\n";
  for (const pages::IdiomCost& idiom : list.idioms)
    text += idiom.cost.empty() ? uncosted_text(idiom) : cost_text(idiom, list.releases);
  return text + ablations_text(list.ablations);
}

std::string cost_changes_text(const pages::CostChanges& changes) {
  std::string text = fmt::format(
      "What ways of writing Kokkos cost: {} → {}\ntime with the idiom ÷ time without it, 95% "
      "intervals; ? where these overlap; below,\nhow either time changed, compared with native "
      "code's\n\n",
      changes.before, changes.after);
  for (const pages::CostChange& change : changes.changes)
    text +=
        fmt::format("{:<28} {:>17} → {:>17}  {}{}\n  with it {}, without it {} ({})\n", change.key,
                    change.before, change.after, change.change, change.is_certain ? "" : " ?",
                    change.time_with, change.time_without, change.where);
  return text;
}

std::string costs_text(const Results& results, const Catalogue& catalogue) {
  const pages::Costs costs = pages::costs(results, catalogue);
  return first_of(
             costs.slow_kernels,
             "slowest kernels in ranges and their idioms (code: tilebridge explain VARIANT):") +
         first_of(costs.expensive_idioms,
                  "most expensive idioms, and (where it holds) what to write instead:");
}

std::string idiom_text(const pages::IdiomCost& idiom) {
  return details(idiom, 0) + code_text("before:", idiom.code_before) +
         code_text("instead, right everywhere:", idiom.code_after);
}

}  // namespace tilebridge::terminal
