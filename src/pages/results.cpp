// SPDX-License-Identifier: Apache-2.0
#include "pages/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pages/costs.hpp"
#include "pages/curves.hpp"
#include "pages/figures.hpp"
#include "pages/measured.hpp"
#include "pages/releases.hpp"
#include "pages/run.hpp"
#include "pages/summary.hpp"
#include "results/latency_levels.hpp"

namespace tilebridge::pages {
namespace {

void add_text(Document& page, const std::string& text) {
  if (!text.empty()) page.add(Text{text});
}

void add_device(Document& page, const Results& results) {
  page.add(Text{fmt::format("{}; Kokkos {}", device_text(results), kokkos_text(results))});
}

void add_header(Document& page, const Results& results) {
  add_device(page, results);
  add_text(page, build_warning(results));
  add_text(page, busy_warning(results));
  const Ceilings& measured = results.ceilings;
  if (measured.copy_bytes_per_s > 0)
    page.add(Text{"measured ceilings: " + ceilings_text(measured)});
  if (measured.to_device_bytes_per_s > 0)
    page.add(Text{fmt::format("measured link: to the device {}, to the host {}",
                              bandwidth_text(measured.to_device_bytes_per_s),
                              bandwidth_text(measured.to_host_bytes_per_s))});
  if (results.datasheet.copy_bytes_per_s > 0)
    page.add(Text{"datasheet: " + ceilings_text(results.datasheet)});
}

void add_levels(Document& page, const std::vector<CaseResult>& cases) {
  for (const LatencyLevels& levels : latency_levels(cases)) {
    page.add(Heading{fmt::format("latency/{} {}: levels of the curve", levels.variant,
                                 name_of(levels.kernel.model)),
                     3});
    List list;
    for (const LatencyPlateau& plateau : levels.plateaus) list.items.push_back(level_text(plateau));
    page.add(std::move(list));
  }
}

/// The first three of `all` below `title`.
void add_first(Document& page, const char* title, std::vector<std::string> all) {
  constexpr std::size_t shown = 3;
  if (all.empty()) return;
  all.resize(std::min(shown, all.size()));
  page.add(Text{title});
  page.add(List{std::move(all)});
}

void add_costs(Document& page, const Results& results, const Catalogue& catalogue) {
  Costs found = costs(results, catalogue);
  add_first(page, "slowest kernels in ranges and their idioms (code: tilebridge explain VARIANT):",
            std::move(found.slow_kernels));
  add_first(page, "most expensive idioms, and (where it holds) what to write instead:",
            std::move(found.expensive_idioms));
}

}  // namespace

Document selection_page(const Results& results, const Catalogue& catalogue) {
  Document page;
  add_header(page, results);
  page.add(measured_table(results, catalogue));
  add_text(page, host_note(results));
  return page;
}

Document results_page(const Results& results, const Catalogue& catalogue) {
  Document page;
  page.complete = "all are in the result file";
  add_header(page, results);
  page.add(measured_table(results, catalogue));
  add_levels(page, results.cases);
  page.append(summary_blocks(results, catalogue));
  add_costs(page, results, catalogue);
  page.append(release_blocks(results, catalogue));
  if (results.self_check)
    for (const std::string& line : self_check_lines(*results.self_check))
      page.add(Text{"self-check: " + line});
  add_text(page, host_note(results));
  return page;
}

Document summary_page(const Results& results, const Catalogue& catalogue) {
  constexpr std::size_t most_changes = 10;
  Document page;
  page.is_brief = true;
  add_device(page, results);
  add_text(page, health_line(results));
  add_text(page, busy_warning(results));
  page.append(summary_blocks(results, catalogue));
  add_costs(page, results, catalogue);
  add_text(page, advice_line(results));
  page.append(release_blocks(results, catalogue, "", most_changes));
  const std::string scope = scope_text(results);
  page.add(Text{counts_line(results) + (scope.empty() ? "" : "; " + scope)});
  add_text(page, host_note(results));
  return page;
}

}  // namespace tilebridge::pages
