// SPDX-License-Identifier: Apache-2.0
#include "markdown/prices.hpp"

#include <fmt/format.h>

#include "markdown/table.hpp"

namespace tilebridge::markdown {

namespace {

constexpr const char* prices_explanation =
    "Each row is a kernel in which one way of writing decides the time, measured as it is first "
    "written and with that one thing written otherwise. The *cost* is the one time ÷ the other, "
    "or ÷ that of native code where there is no other way, in the case in which it is greatest; "
    "the interval goes from the least to the most that the intervals of both allow. A cost "
    "below 1 is a gain. *Instead* may be written where *holds if* says. *Counted* is what a "
    "profile says: with the habit ÷ without it, of "
    "what differs. For your GPU and your Kokkos: `tilebridge run habits -o habits.json`, then "
    "`tilebridge prices habits.json`; two files show what changed. `tilebridge explain "
    "team_control/single` shows the code of a row, and with `--matched` the other way. This page "
    "is the output of `tilebridge prices --format markdown`.\n\n";

constexpr const char* about_staircases =
    "\n## From plain to matched, one habit at a time\n\nEach row is a kernel of its own, compared "
    "with the same native code; it changes one thing more than the row above it. *Gain* is the "
    "time of the row above ÷ its own; *counted* is compared with the row above, too. `tilebridge "
    "explain transpose/padded_tile_step1` shows a step; the whole files are in "
    "[backends/kokkos/steps](../backends/kokkos/steps).\n";

std::string staircases_markdown(const std::vector<view::ShownStaircase>& staircases) {
  if (staircases.empty()) return "";
  std::string text = about_staircases;
  for (const view::ShownStaircase& staircase : staircases)
    text += fmt::format("\n### {}\n\n{}, {}\n\n{}", staircase.name, staircase.setting,
                        staircase.sum, markdown_table(view::staircase_table(staircase)));
  return text;
}

constexpr const char* about_code =
    "\n## What to write instead\n\nThe whole change, in forms that are right with every team size "
    "and "
    "vector length, on hosts and on GPUs: [idioms.hpp](../examples/idioms/idioms.hpp), which a "
    "test compiles and runs. A cost above is that of the kernels that `tilebridge explain` shows; "
    "these run on GPUs only and need no case for smaller teams. Helpers such as `for_each_thread` "
    "and `TwoSteps` are in [techniques.hpp](../backends/kokkos/techniques.hpp), to be copied with "
    "[execution.hpp](../backends/kokkos/execution.hpp).\n";

std::string code_markdown(const view::PriceList& list) {
  std::string text;
  for (const auto& [keys, before, after] : view::idiom_codes(list))
    text += fmt::format("\n### {}\n\n```cpp\n{}```\n\nInstead:\n\n```cpp\n{}```\n", keys, before,
                        after);
  return text.empty() ? "" : about_code + text;
}

std::string header(const view::PriceList& list) {
  const std::string title = "# What ways of writing Kokkos cost\n\n";
  if (list.device.empty()) return title + prices_explanation;
  return title + fmt::format("Measured on {}, by {}:\n\n```\n{}\n```\n\n{}", list.device,
                             list.program, list.command_line, prices_explanation);
}

}  // namespace

std::string prices_markdown(const view::PriceList& list) {
  return header(list) + markdown_table(view::prices_table(list)) + code_markdown(list) +
         staircases_markdown(list.staircases);
}

std::string price_changes_markdown(const view::PriceChanges& changes) {
  return fmt::format(
             "# What changed in what ways of writing Kokkos cost\n\n{} → {}: time with a habit ÷ "
             "time without it, with 95% intervals, in the case in which either is greatest; the "
             "largest changes first. A price is a quotient of which either side may have changed: "
             "*time with it* and *time without it* say how, compared with native code in the same "
             "rounds. This page is the output of `tilebridge prices A B --format markdown`.\n\n",
             changes.before, changes.after) +
         markdown_table(view::price_changes_table(changes));
}

}  // namespace tilebridge::markdown
