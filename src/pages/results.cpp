// SPDX-License-Identifier: Apache-2.0
#include "pages/results.hpp"

#include "pages/changes.hpp"
#include "pages/costs.hpp"
#include "pages/curves.hpp"
#include "pages/figures.hpp"
#include "pages/measured.hpp"
#include "pages/run.hpp"
#include "pages/summary.hpp"

namespace tilebridge::pages {
namespace {

void add_device(Document& page, const Results& results) {
  page.say(fmt::format("{}; {}", device_text(results), models_text(results)));
}

void add_header(Document& page, const Results& results) {
  add_device(page, results);
  page.say(build_warning(results));
  page.say(busy_warning(results));
  const Ceilings& measured = results.ceilings;
  if (measured.copy_bytes_per_s > 0) page.say("measured ceilings: " + ceilings_text(measured));
  if (measured.to_device_bytes_per_s > 0)
    page.say(fmt::format("measured link: to the device {}, to the host {}",
                         bandwidth_text(measured.to_device_bytes_per_s),
                         bandwidth_text(measured.to_host_bytes_per_s)));
  if (results.datasheet.copy_bytes_per_s > 0)
    page.say("datasheet: " + ceilings_text(results.datasheet));
}

/// Adds for a study of sizes as many lines as fit the screen of a summary.
void add_parity_over_size(Document& page, const judge::Cells& cells) {
  if (!studies_sizes(cells)) return;
  std::vector<Curve> curves = size_curves(cells);
  const std::size_t shown = std::min<std::size_t>(curves.size(), 10);
  page.say("over size, against the reference:");
  List lines;
  for (const Curve& sizes : std::span(curves).first(shown))
    lines.items.push_back(parity_line(sizes, parity_band(cells.results())));
  if (shown < curves.size())
    lines.items.push_back(fmt::format("… and {} more", curves.size() - shown));
  page.add(std::move(lines));
}

}  // namespace

Document selection_page(const judge::Cells& cells, const Catalogue& catalogue) {
  const Results& results = cells.results();
  Document page;
  add_header(page, results);
  page.add(measured_table(cells, catalogue));
  page.add(sizes_table(cells));
  page.append(pair_blocks(results, pair_lines(cells, catalogue)));
  page.say(host_note(results));
  return page;
}

Document results_page(const judge::Cells& cells, const Catalogue& catalogue) {
  const Results& results = cells.results();
  Document page;
  page.complete = "all are in the result file";
  add_header(page, results);
  page.add(measured_table(cells, catalogue));
  page.add(sizes_table(cells));
  page.add(levels_table(results));
  page.append(summary_blocks(cells, catalogue));
  page.append(worst_blocks(cells, catalogue));
  page.append(release_blocks(cells, catalogue));
  if (results.self_check)
    for (const std::string& line : self_check_lines(*results.self_check))
      page.say("self-check: " + line);
  page.say(host_note(results));
  return page;
}

Document summary_page(const judge::Cells& cells, const Catalogue& catalogue) {
  const Results& results = cells.results();
  constexpr std::size_t most_changes = 10;
  Document page;
  page.is_brief = true;
  add_device(page, results);
  page.say(health_line(results));
  page.say(busy_warning(results));
  add_parity_over_size(page, cells);
  page.append(summary_blocks(cells, catalogue));
  page.append(worst_blocks(cells, catalogue));
  page.say(advice_line(results));
  page.append(release_blocks(cells, catalogue, "", most_changes));
  page.say(counts_line(cells));
  page.say(host_note(results));
  return page;
}

}  // namespace tilebridge::pages
