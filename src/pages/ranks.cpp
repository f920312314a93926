// SPDX-License-Identifier: Apache-2.0
#include "pages/ranks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"

namespace tilebridge::pages {
namespace {

/// "transpose/padded_tile native".
std::string place_of(const CaseResult& c, const ModelForm& kernel) {
  return fmt::format("{}/{} {}", c.experiment, c.variant, name_of(kernel));
}

Table::Row spread_row(const Spread& spread) {
  const CaseResult& c = *spread.result;
  const RankRate& slowest = spread.rates.front();
  const RankRate& fastest = spread.rates.back();
  const auto off = std::count_if(spread.rates.begin(), spread.rates.end(),
                                 [](const RankRate& rate) { return rate.outlier; });
  return {{{shown_variant(c)},
           {shown_model(c, spread.kernel)},
           Cell::count(spread.rates.size()),
           Cell::number(ratio_text(slowest.relative)),
           Cell::count(slowest.rank),
           Cell::number(ratio_text(fastest.relative)),
           Cell::count(fastest.rank),
           Cell::count(off)}};
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

void add_failures(Document& document, const char* title, const std::vector<RankFailure>& failures,
                  const Results& results) {
  if (failures.empty()) return;
  document.add(Heading{title, 3});
  List list;
  for (const RankFailure& failure : failures)
    list.items.push_back(
        fmt::format("{}: {}", rank_name(results, failure.rank), tame(failure.what, 300)));
  document.add(std::move(list));
}

void add_outliers(Document& document, const RankView& ranks) {
  List list = {outlier_sentences(ranks)};
  if (!list.items.empty()) {
    document.add(Text{fmt::format("outliers, {}:", outlier_rule())});
    document.add(std::move(list));
  } else if (ranks.standings().size() < 3) {
    document.add(Text{"outliers: not determined for fewer than three ranks"});
  } else {
    document.add(Text{fmt::format("no outliers: no rank {}", outlier_rule())});
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
  std::vector<Spread> all = spreads(results.cases);
  std::erase_if(all, [](const Spread& s) { return !is_own_result(*s.result, s.kernel); });
  return all;
}

}  // namespace

std::string_view outlier_rule() {
  return "off the median by 2% or more, and by 3.5 standard deviations (from the median absolute "
         "deviation)";
}

RankView::RankView(const Results& results)
    : results_(results),
      spreads_(shown_spreads(results)),
      standings_(tilebridge::standings(spreads_)) {}

std::string rank_name(const Results& results, int rank) {
  const RankInfo& info = rank_info(results, rank);
  std::string name = fmt::format("rank {} on {}", rank, tame(info.host, 40));
  if (!info.pci_bus.empty()) name += fmt::format(", {}", tame(info.pci_bus, 16));
  return name;
}

Table spreads_table(const RankView& ranks, std::size_t most) {
  Table table = {"Each measurement's slowest and fastest rank, against the median one",
                 {{"variant"},
                  {"model"},
                  {"ranks"},
                  {"slowest"},
                  {"rank", "slowest rank"},
                  {"fastest"},
                  {"rank", "fastest rank"},
                  {"outliers"}},
                 {}};
  std::size_t rows = 0;
  for (const Group& cases : group(ranks.results().cases)) {
    Table::Group measurements = {cases.title, {}};
    for (const Spread& spread : ranks.spreads()) {
      if (std::find(cases.cases.begin(), cases.cases.end(), spread.result) == cases.cases.end())
        continue;
      if (rows++ < most)
        measurements.rows.push_back(spread_row(spread));
      else
        ++table.left_out;
    }
    if (!measurements.rows.empty()) table.groups.push_back(std::move(measurements));
  }
  return table;
}

Table ranks_table(const RankView& ranks) {
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
  const std::vector<RankStanding>& standings = ranks.standings();
  std::vector<Table::Row>& rows = table.groups.front().rows;
  for (const RankStanding& standing : standings) {
    const RankInfo& info = rank_info(ranks.results(), standing.rank);
    rows.push_back(rank_row(info, figures_of(standing), remarks(info, standing)));
  }
  for (const RankInfo& info : ranks.results().ranks)
    if (std::none_of(standings.begin(), standings.end(),
                     [&](const RankStanding& standing) { return standing.rank == info.rank; }))
      rows.push_back(rank_row(info, no_figures(), remarks(info, {})));
  return table;
}

std::vector<std::string> outlier_sentences(const RankView& ranks) {
  std::vector<std::string> sentences;
  for (const RankStanding& standing : ranks.standings())
    if (standing.outlier || standing.slow + standing.fast > 0)
      sentences.push_back(outlier_sentence(ranks.results(), standing));
  return sentences;
}

std::vector<RankFailure> wrong_on_ranks(const Results& results) {
  std::vector<RankFailure> wrong;
  for (const WrongResult& found : wrong_results(results))
    wrong.push_back({found.rank, fmt::format("{}: {}", place_of(*found.result, found.kernel),
                                             std::string(found.reason))});
  return wrong;
}

std::vector<RankFailure> failed_ranks(const Results& results) {
  std::vector<RankFailure> failed;
  for (const RankInfo& info : results.ranks)
    if (!info.failure.empty()) failed.push_back({info.rank, info.failure});
  return failed;
}

Document rank_blocks(const Results& results, const std::string& label) {
  constexpr std::size_t most_open = 20;  // ranks
  constexpr std::size_t most_measurements = 5000;
  Document blocks;
  if (results.ranks.empty()) return blocks;
  const RankView ranks(results);
  blocks.add(Text{fmt::format(
      "{}{}{}; all other figures are the first's. Of ranks, performance is against the median "
      "rank's: 1 is as fast, 0.5 takes twice the time.",
      label, label.empty() ? "" : ": ", ranks_text(results))});
  Table table = ranks_table(ranks);
  if (table.size() > most_open)
    add_folded(blocks, std::move(table), "ranks");
  else
    blocks.add(std::move(table));
  add_outliers(blocks, ranks);
  add_failures(blocks, "Wrong results", wrong_on_ranks(results), results);
  add_failures(blocks, "Failed; what they had finished before is kept", failed_ranks(results),
               results);
  add_folded(blocks, spreads_table(ranks, most_measurements), "measurements");
  return blocks;
}

}  // namespace tilebridge::pages
