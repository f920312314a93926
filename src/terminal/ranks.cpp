// SPDX-License-Identifier: Apache-2.0
#include "terminal/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/text.hpp"
#include "pages/ranks.hpp"
#include "terminal/columns.hpp"

namespace tilebridge::terminal {
namespace {

constexpr auto right = TextColumn::Align::right;

std::string title(const Results& results) {
  std::set<std::string> hosts;
  for (const RankInfo& info : results.ranks) hosts.insert(info.host);
  return fmt::format(
      "{} rank{} on {} host{}, {}; the figures above are the first's\n"
      "below, performance against the median rank's (1: as fast, 0.5: twice the time)\n",
      results.ranks.size(), results.ranks.size() == 1 ? "" : "s", hosts.size(),
      hosts.size() == 1 ? "" : "s", tame(text_at(results.program, "ranks"), 12));
}

std::string measurements_text(const pages::RankView& ranks) {
  static const TextColumns columns({{"variant", "variant", 16},
                                    {"model", "model", 7},
                                    {"ranks", "ranks", 6, right},
                                    {"slowest", "slowest", 9, right},
                                    {"slowest rank", "rank", 6, right},
                                    {"fastest", "fastest", 9, right},
                                    {"fastest rank", "rank", 6, right},
                                    {"outliers", "outliers", 9, right}},
                                   2, page_width);
  const pages::Table table = pages::spreads_table(ranks);
  std::string text;
  for (const pages::Table::Group& group : table.groups) text += columns.group(table, group);
  return text;
}

std::string standings_text(const pages::RankView& ranks) {
  static const TextColumns columns({{"rank", "rank", 5, right},
                                    {"host", "host", 24},
                                    {"PCI bus", "PCI bus", 14},
                                    {"median", "median", 8, right},
                                    {"clock", "clock", 7, right},
                                    {"timed", "timed", 6, right},
                                    {"slow", "slow", 6, right},
                                    {"fast", "fast", 5, right}},
                                   2, page_width);
  constexpr std::size_t most = 16;  // rows; the slow ones matter most
  const std::size_t measured = ranks.standings().size();
  if (measured == 0) return "";
  const pages::Table table = pages::ranks_table(ranks);
  std::string text = "\nranks, the slowest first\n" + columns.head();
  for (std::size_t i = 0; i < std::min(most, measured); ++i)
    text += columns.line(table, table.groups.front().rows[i]);
  if (measured > most)
    text += fmt::format("  … and {} faster ones: ranks and by_rank in the result file\n",
                        measured - most);
  return text;
}

std::string item(const std::string& text) { return "  " + wrapped(text, 4) + "\n"; }

std::string outliers_text(const pages::RankView& ranks) {
  const std::string rule(pages::outlier_rule());
  std::string items;
  for (const std::string& sentence : pages::outlier_sentences(ranks)) items += item(sentence);
  if (!items.empty()) return "\n" + wrapped("outliers, " + rule + ":", 0) + "\n" + items;
  return ranks.standings().size() < 3 ? "\noutliers: not determined for fewer than three ranks\n"
                                      : "\n" + wrapped("no outliers: no rank " + rule, 0) + "\n";
}

std::string failures_text(const char* title, const std::vector<pages::RankFailure>& failures,
                          const Results& results) {
  std::string items;
  for (const pages::RankFailure& failure : failures)
    items += item(
        fmt::format("{}: {}", pages::rank_name(results, failure.rank), tame(failure.what, 300)));
  return items.empty() ? "" : fmt::format("\n{}:\n{}", title, items);
}

}  // namespace

std::string spread_text(const Results& results) {
  if (results.ranks.empty()) return "";
  const pages::RankView ranks(results);
  return "\n" + title(results) + measurements_text(ranks) + standings_text(ranks) +
         outliers_text(ranks) +
         failures_text("wrong results", pages::wrong_on_ranks(results), results) +
         failures_text("failed; what they had finished before is kept",
                       pages::failed_ranks(results), results);
}

}  // namespace tilebridge::terminal
