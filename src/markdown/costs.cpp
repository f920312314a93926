// SPDX-License-Identifier: Apache-2.0
#include "markdown/costs.hpp"

#include <fmt/format.h>

#include "markdown/table.hpp"

namespace tilebridge::markdown {

namespace {

constexpr const char* costs_explanation =
    "Each row is a kernel in which one way of writing decides the time, measured as it is first "
    "written and with that one thing written otherwise. The *cost* is the one time ÷ the other, "
    "or ÷ that of native code where there is no other way, in the case in which it is greatest; "
    "the interval goes from the least to the most that the intervals of both allow. A cost "
    "below 1 is a gain. *Instead* may be written where *holds if* says. *Counted* is what a "
    "profile says: with the idiom ÷ without it, of "
    "what differs. For your GPU and your Kokkos: `tilebridge run idioms -o idioms.json`, then "
    "`tilebridge costs idioms.json`; two files show what changed. `tilebridge explain "
    "team_control/single` shows the code of a row, and with `--matched` the other way. This page "
    "is the output of `tilebridge costs --format markdown`.\n\n";

constexpr const char* about_ablations =
    "\n## From plain to matched, one idiom at a time\n\nEach row is a kernel of its own, compared "
    "with the same native code; it changes one thing more than the row above it. *Gain* is the "
    "time of the row above ÷ its own; *counted* is compared with the row above, too. `tilebridge "
    "explain transpose/padded_tile_step1` shows a step; the whole files are in "
    "[backends/kokkos/steps](../backends/kokkos/steps).\n";

std::string ablations_markdown(const std::vector<pages::ShownAblation>& ablations) {
  if (ablations.empty()) return "";
  std::string text = about_ablations;
  for (const pages::ShownAblation& ablation : ablations)
    text += fmt::format("\n### {}\n\n{}, {}\n\n{}", ablation.name, ablation.setting, ablation.sum,
                        markdown_table(pages::ablation_table(ablation)));
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

std::string code_markdown(const pages::CostList& list) {
  std::string text;
  for (const auto& [keys, before, after] : pages::idiom_codes(list))
    text += fmt::format("\n### {}\n\n```cpp\n{}```\n\nInstead:\n\n```cpp\n{}```\n", keys, before,
                        after);
  return text.empty() ? "" : about_code + text;
}

std::string header(const pages::CostList& list) {
  const std::string title = "# What ways of writing Kokkos cost\n\n";
  if (list.device.empty()) return title + costs_explanation;
  return title + fmt::format("Measured on {}, by {}:\n\n```\n{}\n```\n\n{}", list.device,
                             list.program, list.command_line, costs_explanation);
}

}  // namespace

std::string costs_markdown(const pages::CostList& list) {
  return header(list) + markdown_table(pages::costs_table(list)) + code_markdown(list) +
         ablations_markdown(list.ablations);
}

std::string cost_changes_markdown(const pages::CostChanges& changes) {
  return fmt::format(
             "# What changed in what ways of writing Kokkos cost\n\n{} → {}: time with an idiom ÷ "
             "time without it, with 95% intervals, in the case in which either is greatest; the "
             "largest changes first. A cost is a quotient of which either side may have changed: "
             "*time with it* and *time without it* say how, compared with native code in the same "
             "rounds. This page is the output of `tilebridge costs A B --format markdown`.\n\n",
             changes.before, changes.after) +
         markdown_table(pages::cost_changes_table(changes));
}

}  // namespace tilebridge::markdown
