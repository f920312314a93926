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

/// The lines that the screen of a summary has instead of the slowest kernels.
struct OwnLines {
  std::vector<std::string> sizes;  // of a study of sizes, by curve
  std::vector<std::string> pairs;  // of pairs of the user's own

  bool empty() const { return sizes.empty() && pairs.empty(); }
};

OwnLines own_lines(const judge::Cells& cells, const Catalogue& catalogue) {
  OwnLines own = {.sizes = {}, .pairs = pages::pair_lines(cells, catalogue)};
  if (!studies_sizes(cells)) return own;
  for (const Curve& sizes : size_curves(cells))
    own.sizes.push_back(parity_line(sizes, parity_band(cells.results())));
  return own;
}

/// Leaves the first `most`, and a line that counts the others.
std::vector<std::string> first_of(std::vector<std::string> lines, std::size_t most) {
  const std::size_t left_out = lines.size() - std::min(lines.size(), most);
  lines.resize(lines.size() - left_out);
  if (left_out > 0) lines.push_back(fmt::format("… and {} more: tilebridge report FILE", left_out));
  return lines;
}

/// As many lines as the table, of that many rows, leaves room for: each may take two on a narrow
/// screen, and a pair's question three, which only one pair alone has.
Document own_blocks(const OwnLines& own, const Results& results, std::size_t rows) {
  constexpr std::size_t room = 14;
  const std::size_t kinds = own.sizes.empty() || own.pairs.empty() ? 1 : 2;
  const std::size_t most = (room - std::min(room, rows)) / 2 / kinds;
  const auto is_of_one = [](const std::vector<std::string>& lines) {
    const auto pair = [](const std::string& line) { return line.substr(0, line.find(':')); };
    return !lines.empty() && pair(lines.front()) == pair(lines.back());
  };
  Document blocks;
  const std::vector<std::string> pairs = first_of(own.pairs, most);
  if (rows == 0 && is_of_one(own.pairs))
    blocks.append(pair_blocks(results, pairs));
  else
    for (const std::string& line : pairs) blocks.say(line);
  if (own.sizes.empty()) return blocks;
  blocks.say("over size, against the reference:");
  blocks.add(List{first_of(own.sizes, most)});
  return blocks;
}

/// How fast models are. Of a host nothing: its means say nothing about a GPU.
void add_means(Document& page, const Results& results, const judge::Summary& summary, Table table) {
  if (is_of_host(results)) return;
  page.say(uncompared_text(results));
  for (const std::string& line : parity_lines(summary)) page.say(line);
  if (!table.empty()) page.add(std::move(table));
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
  const judge::Summary summary =
      is_of_host(results) ? judge::Summary() : judge::summarise(cells, catalogue);
  Table table = screen_table(results, summary);
  const OwnLines own = own_lines(cells, catalogue);
  Document page;
  page.is_brief = true;
  page.say(fmt::format("{}; {}", device_text(results), releases_text(results)));
  page.say(health_line(results));
  const std::string busy = busy_warning(results);
  page.say(busy);
  page.append(own_blocks(own, results, table.size()));
  add_means(page, results, summary, std::move(table));
  if (own.empty()) {
    for (const std::string& line : worst_lines(cells, catalogue)) page.say(line);
    if (busy.empty()) page.say(advice_line(results));  // there is no room for both
  }
  page.say(releases_line(results));
  page.say(counts_line(cells));
  page.say(host_note(results));
  return page;
}

Document releases_page(const judge::Cells& cells, const Catalogue& catalogue) {
  Document page;
  Document releases = release_blocks(cells, catalogue);
  if (releases.empty()) return page;
  add_device(page, cells.results());
  page.append(std::move(releases));
  return page;
}

}  // namespace tilebridge::pages
