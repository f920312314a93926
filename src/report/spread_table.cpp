// SPDX-License-Identifier: Apache-2.0
#include "report/spread_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "report/cases.hpp"
#include "results/spread.hpp"

namespace tilebridge {
namespace {

std::string name_of(const Results& results, int rank) {
  const RankInfo& info = rank_info(results, rank);
  std::string name = fmt::format("rank {} on {}", rank, tame(info.host, 40));
  if (!info.pci_bus.empty()) name += fmt::format(", {}", tame(info.pci_bus, 16));
  return name;
}

std::string title(const Results& results) {
  std::set<std::string> hosts;
  for (const RankInfo& info : results.ranks) hosts.insert(info.host);
  return fmt::format(
      "{} rank{} on {} host{}, {}; the figures above are the first's\n"
      "below, performance against the median rank's (1: as fast, 0.5: twice the time)\n",
      results.ranks.size(), results.ranks.size() == 1 ? "" : "s", hosts.size(),
      hosts.size() == 1 ? "" : "s", tame(text_at(results.program, "ranks"), 12));
}

std::string row(const Spread& spread) {
  const RankRate& slowest = spread.rates.front();
  const RankRate& fastest = spread.rates.back();
  const auto off = std::count_if(spread.rates.begin(), spread.rates.end(),
                                 [](const RankRate& rate) { return rate.outlier; });
  return fmt::format("  {} {:<7} {:>6} {:>9.3f} {:>6} {:>9.3f} {:>6} {:>9}\n",
                     variant_text(*spread.result, 16), shown_model(*spread.result, spread.model),
                     spread.rates.size(), slowest.relative, slowest.rank, fastest.relative,
                     fastest.rank, off);
}

std::string cases_text(const std::vector<Spread>& all, const std::vector<CaseResult>& cases) {
  std::string text;
  for (const Group& g : group(cases)) {
    std::string rows;
    for (const Spread& spread : all)
      if (std::find(g.cases.begin(), g.cases.end(), spread.result) != g.cases.end())
        rows += row(spread);
    if (rows.empty()) continue;
    text += fmt::format("\n{}\n  {:<16} {:<7} {:>6} {:>9} {:>6} {:>9} {:>6} {:>9}\n{}", g.title,
                        "variant", "model", "ranks", "slowest", "rank", "fastest", "rank",
                        "outliers", rows);
  }
  return text;
}

std::string where(const Spread& spread) {
  return fmt::format("{}/{} {}", tame(spread.result->experiment, 16),
                     tame(spread.result->variant, 16), tilebridge::name_of(spread.model));
}

std::string standing_row(const Results& results, const RankStanding& standing) {
  const RankInfo& info = rank_info(results, standing.rank);
  const std::string clock =
      standing.clock > 0 ? fmt::format("{:.3f}", standing.clock) : std::string();
  return fmt::format("  {:>5} {:<24.24} {:<14.14} {:>8.3f} {:>7} {:>6} {:>6} {:>5}\n",
                     standing.rank, tame(info.host, 24), tame(info.pci_bus, 14), standing.median,
                     clock, standing.measurements, standing.slow, standing.fast);
}

std::string standings_text(const Results& results, const std::vector<RankStanding>& all) {
  constexpr std::size_t most = 16;  // rows; the slow ones matter most
  if (all.empty()) return "";
  std::string text = fmt::format(
      "\nranks, the slowest first\n  {:>5} {:<24} {:<14} {:>8} {:>7} {:>6} {:>6} {:>5}\n", "rank",
      "host", "PCI bus", "median", "clock", "timed", "slow", "fast");
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
    text += standing_row(results, all[i]);
  if (all.size() > most)
    text += fmt::format("  … and {} faster ones: ranks and by_rank in the result file\n",
                        all.size() - most);
  return text;
}

std::string outlier_line(const Results& results, const RankStanding& standing) {
  std::string line = name_of(results, standing.rank) + ":";
  if (standing.outlier) line += fmt::format(" {:.3f} of the median rank;", standing.median);
  if (standing.slow > 0)
    line += fmt::format(" slow in {} of {};", standing.slow, standing.measurements);
  if (standing.fast > 0)
    line += fmt::format(" fast in {} of {};", standing.fast, standing.measurements);
  line += fmt::format(" lowest {:.3f} in {}", standing.worst, where(*standing.worst_in));
  if (!standing.throttle_reasons.empty())
    line += fmt::format("; held back by: {}",
                        tame(fmt::format("{}", fmt::join(standing.throttle_reasons, ", ")), 60));
  return "  " + wrapped(line, 4) + "\n";
}

std::string outliers_text(const Results& results, const std::vector<RankStanding>& all) {
  const std::string rule(outlier_rule());
  std::string lines;
  for (const RankStanding& standing : all)
    if (standing.outlier || standing.slow + standing.fast > 0)
      lines += outlier_line(results, standing);
  if (lines.empty())
    return all.size() < 3 ? "\noutliers: not determined for fewer than three ranks\n"
                          : "\n" + wrapped("no outliers: no rank " + rule, 0) + "\n";
  return "\n" + wrapped("outliers, " + rule + ":", 0) + "\n" + lines;
}

std::string wrong_text(const Results& results) {
  std::string text;
  for (const WrongResult& wrong : wrong_results(results))
    text +=
        "  " +
        wrapped(fmt::format("{}: {}/{} {}: {}", name_of(results, wrong.rank),
                            tame(wrong.result->experiment, 16), tame(wrong.result->variant, 16),
                            tilebridge::name_of(wrong.model), tame(std::string(wrong.reason), 120)),
                4) +
        "\n";
  return text.empty() ? "" : "\nwrong results:\n" + text;
}

std::string failures_text(const Results& results) {
  std::string text;
  for (const RankInfo& info : results.ranks)
    if (!info.failure.empty())
      text +=
          "  " +
          wrapped(fmt::format("{}: {}", name_of(results, info.rank), tame(info.failure, 300)), 4) +
          "\n";
  return text.empty() ? "" : "\nfailed; what they had finished before is kept:\n" + text;
}

}  // namespace

std::string_view outlier_rule() {
  return "off the median by 2% or more, and by 3.5 standard deviations (from the median absolute "
         "deviation)";
}

std::string spread_table(const Results& results) {
  if (results.ranks.empty()) return "";
  std::vector<Spread> all = spreads(results.cases);
  std::erase_if(all, [](const Spread& s) { return !is_shown(*s.result, s.model); });
  const std::vector<RankStanding> standing = standings(all);
  return "\n" + title(results) + cases_text(all, results.cases) +
         standings_text(results, standing) + outliers_text(results, standing) +
         wrong_text(results) + failures_text(results);
}

}  // namespace tilebridge
