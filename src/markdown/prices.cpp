// SPDX-License-Identifier: Apache-2.0
#include "markdown/prices.hpp"

#include "base/escape.hpp"
#include "markdown/table.hpp"

namespace tilebridge::markdown {

std::string prices_markdown(const view::PriceList& list) {
  std::string text = list.device.empty() ? "" : markdown_code(list.device) + "\n\n";
  text += markdown_head(
      {"cost", "95% interval", "habit", "what is written", "instead", "matters", "case"});
  for (const view::PricedHabit& habit : list.habits)
    text += markdown_row({habit.cost, habit.interval, markdown_code(habit.key), habit.written,
                          habit.instead, habit.matters,
                          habit.where.empty() ? "" : markdown_code(habit.where)});
  return text;
}

std::string price_changes_markdown(const view::PriceChanges& changes) {
  std::string text = markdown_head({"habit", "what is written", markdown_code(changes.before),
                                    markdown_code(changes.after), "change"});
  for (const view::PriceChange& change : changes.changes)
    text += markdown_row({markdown_code(change.key), change.written, change.before, change.after,
                          change.change + (change.is_certain ? "" : " (intervals overlap)")});
  return text;
}

}  // namespace tilebridge::markdown
