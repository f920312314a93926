// SPDX-License-Identifier: Apache-2.0
#include "html/ranks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "html/markup.hpp"
#include "report/cases.hpp"
#include "report/spread_table.hpp"
#include "results/spread.hpp"

namespace tilebridge::html {
namespace {

constexpr std::size_t most_rows = 5000;

std::string figure(double value) { return number(fmt::format("{:.3f}", value)); }
std::string count(std::size_t n) { return number(fmt::format("{}", n)); }

std::string identity(const RankInfo& info) {
  return row_head(fmt::format("{}", info.rank)) + cell(info.host) + cell(info.pci_bus) +
         cell(info.device);
}

std::string remarks(const RankInfo& info, const RankStanding& standing) {
  std::vector<std::string> all;
  if (standing.outlier) all.emplace_back("outlier");
  if (!standing.throttle_reasons.empty())
    all.push_back(fmt::format("held back by: {}", fmt::join(standing.throttle_reasons, ", ")));
  if (!info.failure.empty()) all.push_back("failed: " + info.failure);
  return cell(fmt::format("{}", fmt::join(all, "; ")));
}

std::string measured_row(const RankInfo& info, const RankStanding& standing) {
  const CaseResult& worst = *standing.worst_in->result;
  return "<tr>" + identity(info) + figure(standing.median) +
         (standing.clock > 0 ? figure(standing.clock) : number("")) +
         count(static_cast<std::size_t>(standing.measurements)) +
         count(static_cast<std::size_t>(standing.slow)) +
         count(static_cast<std::size_t>(standing.fast)) + figure(standing.worst) +
         cell(fmt::format("{}/{} {}", worst.experiment, worst.variant,
                          name_of(standing.worst_in->model))) +
         remarks(info, standing) + "</tr>\n";
}

std::string unmeasured_row(const RankInfo& info) {
  return "<tr>" + identity(info) + number("") + number("") + count(0) + number("") + number("") +
         number("") + cell("") + remarks(info, {}) + "</tr>\n";
}

std::string ranks_table(const Results& results, const std::vector<RankStanding>& all) {
  std::string rows;
  for (const RankStanding& standing : all)
    rows += measured_row(rank_info(results, standing.rank), standing);
  for (const RankInfo& info : results.ranks)
    if (std::none_of(all.begin(), all.end(),
                     [&](const RankStanding& standing) { return standing.rank == info.rank; }))
      rows += unmeasured_row(info);
  return fmt::format(
      "<div class=\"scroll\"><table class=\"ranks\">{}<tbody>\n{}</tbody></table></div>\n",
      table_head("Ranks, the slowest first: performance against the median rank's",
                 {"rank", "host", "PCI bus", "device", "median", "clock", "timed", "slow", "fast",
                  "lowest", "in", "remarks"}),
      rows);
}

std::string spread_row(const Spread& spread) {
  const RankRate& slowest = spread.rates.front();
  const RankRate& fastest = spread.rates.back();
  const auto off = std::count_if(spread.rates.begin(), spread.rates.end(),
                                 [](const RankRate& rate) { return rate.outlier; });
  return "<tr>" + row_head(spread.result->experiment) + cell(spread.result->variant) +
         cell(setting_of(*spread.result)) + cell(name_of(spread.model)) + figure(slowest.relative) +
         number(fmt::format("{}", slowest.rank)) + figure(fastest.relative) +
         number(fmt::format("{}", fastest.rank)) + count(static_cast<std::size_t>(off)) + "</tr>\n";
}

std::string spreads_table(const std::vector<Spread>& all) {
  std::string rows;
  const std::size_t shown = std::min(all.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) rows += spread_row(all[i]);
  const std::string cut =
      shown < all.size() ? fmt::format("<p>The first {} of {}.</p>\n", shown, all.size()) : "";
  return fmt::format(
      "<details><summary>Table: {} measurements</summary>\n{}<div class=\"scroll\"><table "
      "class=\"spreads\">{}<tbody>\n{}</tbody></table></div></details>\n",
      shown, cut,
      table_head("Each measurement's slowest and fastest rank, against the median one",
                 {"experiment", "variant", "case", "model", "slowest", "rank", "fastest", "rank",
                  "outliers"}),
      rows);
}

std::string wrong_list(const Results& results) {
  std::string items;
  for (const WrongResult& wrong : wrong_results(results))
    items +=
        fmt::format("<li>{}</li>\n",
                    text(fmt::format("rank {}: {}/{} {}: {}", wrong.rank, wrong.result->experiment,
                                     wrong.result->variant, name_of(wrong.model), wrong.reason)));
  return items.empty() ? "" : "<h3>Wrong results</h3>\n<ul>\n" + items + "</ul>\n";
}

std::string of_file(const Document& document, std::size_t file) {
  const Results& results = document.files[file].results;
  if (results.ranks.empty()) return "";
  std::vector<Spread> all = spreads(results.cases);
  std::erase_if(all, [](const Spread& s) { return !is_shown(*s.result, s.model); });
  const std::string label = label_of(document, file);
  return fmt::format("<p>{}{}{} ranks, {}; all other figures are the first's.</p>\n", label,
                     label.empty() ? "" : ": ", results.ranks.size(),
                     text(text_at(results.program, "ranks"))) +
         ranks_table(results, standings(all)) + wrong_list(results) + spreads_table(all);
}

}  // namespace

std::string ranks_section(const Document& document) {
  std::string tables;
  for (std::size_t file = 0; file < document.files.size(); ++file)
    tables += of_file(document, file);
  if (tables.empty()) return "";
  return fmt::format(
      "<section id=\"ranks\" aria-labelledby=\"ranks-title\">\n"
      "<h2 id=\"ranks-title\">Devices side by side</h2>\n"
      "<p>1 is as fast as the median rank, 0.5 twice the time. <em>slow</em> and <em>fast</em> "
      "count the measurements in which a rank is an outlier: {}.</p>\n{}</section>\n",
      text(outlier_rule()), tables);
}

}  // namespace tilebridge::html
