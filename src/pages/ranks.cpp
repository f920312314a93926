// SPDX-License-Identifier: Apache-2.0
#include "pages/ranks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "results/spread.hpp"

namespace tilebridge::pages {
namespace {

constexpr std::string_view outlier_rule =
    "off the median by 2% or more, and by 3.5 standard deviations (from the median absolute "
    "deviation)";

/// "rank 3 on node1, 0000:5f:00.0".
std::string rank_name(const Results& results, int rank) {
  const RankInfo& info = rank_info(results, rank);
  std::string name = fmt::format("rank {} on {}", rank, tame(info.host, 40));
  if (!info.pci_bus.empty()) name += fmt::format(", {}", tame(info.pci_bus, 16));
  return name;
}

/// "transpose/padded_tile native".
std::string place_of(const CaseResult& c, const ModelForm& kernel) {
  return fmt::format("{}/{} {}", c.experiment, c.variant, name_of(kernel));
}

std::string remarks(const RankInfo& info, const RankStanding& standing) {
  std::vector<std::string> all;
  if (standing.outlier) all.emplace_back("outlier");
  if (!standing.throttle_reasons.empty())
    all.push_back(fmt::format("held back by: {}", fmt::join(standing.throttle_reasons, ", ")));
  if (!info.failure.empty()) all.push_back("failed: " + info.failure);
  return fmt::format("{}", fmt::join(all, "; "));
}

std::vector<Cell> figures_of(const RankStanding& standing) {
  const Spread& worst = *standing.worst_in;
  return {Cell::number(ratio_text(standing.median)),
          Cell::number(standing.clock > 0 ? ratio_text(standing.clock) : ""),
          Cell::count(standing.measurements),
          Cell::count(standing.slow),
          Cell::count(standing.fast),
          Cell::number(ratio_text(standing.worst)),
          {place_of(*worst.result, worst.kernel)}};
}

/// Of a rank that measured nothing.
std::vector<Cell> no_figures() {
  const Cell none = Cell::number("");
  return {none, none, Cell::count(0), none, none, none, {}};
}

Table::Row rank_row(const RankInfo& info, std::vector<Cell> figures, const std::string& remarks) {
  Table::Row row = {{{fmt::format("{}", info.rank)}, {info.host}, {info.pci_bus}, {info.device}}};
  std::move(figures.begin(), figures.end(), std::back_inserter(row.cells));
  row.cells.push_back({remarks});
  return row;
}

std::string outlier_sentence(const Results& results, const RankStanding& standing) {
  const Spread& worst = *standing.worst_in;
  std::string text = rank_name(results, standing.rank) + ":";
  if (standing.outlier) text += fmt::format(" {:.3f} of the median rank;", standing.median);
  if (standing.slow > 0)
    text += fmt::format(" slow in {} of {};", standing.slow, standing.measurements);
  if (standing.fast > 0)
    text += fmt::format(" fast in {} of {};", standing.fast, standing.measurements);
  text += fmt::format(" lowest {:.3f} in {}", standing.worst,
                      tame(place_of(*worst.result, worst.kernel), 48));
  if (!standing.throttle_reasons.empty())
    text += fmt::format("; held back by: {}",
                        tame(fmt::format("{}", fmt::join(standing.throttle_reasons, ", ")), 60));
  return text;
}

/// A line for each result of one rank that failed validation.
List wrong_on_ranks(const Results& results) {
  List list;
  for (const WrongResult& wrong : wrong_results(results))
    list.items.push_back(fmt::format(
        "{}: {}", rank_name(results, wrong.rank),
        tame(fmt::format("{}: {}", place_of(*wrong.result, wrong.kernel), wrong.reason), 300)));
  return list;
}

/// A line for each rank that did not finish.
List failed_ranks(const Results& results) {
  List list;
  for (const RankInfo& info : results.ranks)
    if (!info.failure.empty())
      list.items.push_back(
          fmt::format("{}: {}", rank_name(results, info.rank), tame(info.failure, 300)));
  return list;
}

void add_failures(Document& document, const char* title, List failures) {
  if (failures.items.empty()) return;
  document.add(Heading{title, 3});
  document.add(std::move(failures));
}

/// A sentence for each rank that is an outlier, overall or in some measurements.
void add_outliers(Document& document, const Results& results,
                  const std::vector<RankStanding>& standings) {
  List list;
  for (const RankStanding& standing : standings)
    if (standing.outlier || standing.slow + standing.fast > 0)
      list.items.push_back(outlier_sentence(results, standing));
  if (!list.items.empty()) {
    document.add(Text{fmt::format("outliers, {}:", outlier_rule)});
    document.add(std::move(list));
  } else if (standings.size() < 3) {
    document.add(Text{"outliers: not determined for fewer than three ranks"});
  } else {
    document.add(Text{fmt::format("no outliers: no rank {}", outlier_rule)});
  }
}

/// "4 ranks on 2 hosts, together".
std::string ranks_text(const Results& results) {
  std::set<std::string> hosts;
  for (const RankInfo& info : results.ranks) hosts.insert(info.host);
  return fmt::format("{} on {}, {}", plural(results.ranks.size(), "rank"),
                     plural(hosts.size(), "host"), tame(text_at(results.program, "ranks"), 12));
}

std::vector<Spread> shown_spreads(const Results& results) {
  std::vector<Spread> all = tilebridge::spreads(results.cases);
  std::erase_if(all, [](const Spread& s) { return !is_own_result(*s.result, s.kernel); });
  return all;
}

Table ranks_table(const Results& results, const std::vector<RankStanding>& standings) {
  Table table = {"Ranks, the slowest first: performance against the median rank's",
                 {{"rank"},
                  {"host"},
                  {"PCI bus"},
                  {.head = "device", .screen = no_screen},
                  {"median"},
                  {"clock"},
                  {"timed"},
                  {"slow"},
                  {"fast"},
                  {.head = "lowest", .screen = no_screen},
                  {.head = "in", .screen = no_screen},
                  {.head = "remarks", .screen = no_screen}},
                 {{}}};
  std::vector<Table::Row>& rows = table.groups.front().rows;
  for (const RankStanding& standing : standings) {
    const RankInfo& info = rank_info(results, standing.rank);
    rows.push_back(rank_row(info, figures_of(standing), remarks(info, standing)));
  }
  for (const RankInfo& info : results.ranks)
    if (std::none_of(standings.begin(), standings.end(),
                     [&](const RankStanding& standing) { return standing.rank == info.rank; }))
      rows.push_back(rank_row(info, no_figures(), remarks(info, {})));
  return table;
}

}  // namespace

Document rank_blocks(const Results& results, const std::string& label) {
  constexpr std::size_t most_open = 20;  // ranks
  Document blocks;
  if (results.ranks.empty()) return blocks;
  const std::vector<Spread> spreads = shown_spreads(results);
  const std::vector<RankStanding> standings = tilebridge::standings(spreads);
  blocks.add(Text{fmt::format(
      "{}{}{}; all other figures are the first's. Of ranks, performance is against the median "
      "rank's: 1 is as fast, 0.5 takes twice the time.",
      label, label.empty() ? "" : ": ", ranks_text(results))});
  Table table = ranks_table(results, standings);
  if (table.size() > most_open)
    add_folded(blocks, std::move(table), "ranks");
  else
    blocks.add(std::move(table));
  add_outliers(blocks, results, standings);
  add_failures(blocks, "Wrong results", wrong_on_ranks(results));
  add_failures(blocks, "Failed; what they had finished before is kept", failed_ranks(results));
  return blocks;
}

}  // namespace tilebridge::pages
