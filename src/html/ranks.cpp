// SPDX-License-Identifier: Apache-2.0
#include "html/ranks.hpp"

#include <fmt/format.h>

#include "html/markup.hpp"
#include "pages/ranks.hpp"

namespace tilebridge::html {
namespace {

std::string wrong_list(const Results& results) {
  std::string items;
  for (const pages::RankFailure& wrong : pages::wrong_on_ranks(results))
    items += fmt::format("<li>{}</li>\n", text(fmt::format("rank {}: {}", wrong.rank, wrong.what)));
  return items.empty() ? "" : "<h3>Wrong results</h3>\n<ul>\n" + items + "</ul>\n";
}

std::string of_file(const pages::Report& report, std::size_t file) {
  constexpr std::size_t most_measurements = 5000;
  const Results& results = report.files[file].results;
  if (results.ranks.empty()) return "";
  const pages::RankView ranks(results);
  const std::string label = pages::label_of(report, file);
  const pages::Table spreads =
      pages::with_columns(pages::ungrouped(pages::spreads_table(ranks, most_measurements)),
                          {"experiment", "variant", "case", "model", "slowest", "slowest rank",
                           "fastest", "fastest rank", "outliers"});
  return paragraph(fmt::format("{}{}{} ranks, {}; all other figures are the first's.", label,
                               label.empty() ? "" : ": ", results.ranks.size(),
                               text_at(results.program, "ranks"))) +
         scrolling(pages::ranks_table(ranks), "class=\"ranks\"") + wrong_list(results) +
         folded(spreads, "measurements", "class=\"spreads\"");
}

}  // namespace

std::string ranks_section(const pages::Report& report) {
  std::string tables;
  for (std::size_t file = 0; file < report.files.size(); ++file) tables += of_file(report, file);
  if (tables.empty()) return "";
  return section("ranks", "Devices side by side",
                 fmt::format("<p>1 is as fast as the median rank, 0.5 twice the time. "
                             "<em>slow</em> and <em>fast</em> count the measurements in which a "
                             "rank is an outlier: {}.</p>\n{}",
                             text(pages::outlier_rule()), tables));
}

}  // namespace tilebridge::html
