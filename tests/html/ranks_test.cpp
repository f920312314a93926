// SPDX-License-Identifier: Apache-2.0
#include "html/ranks.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge::html {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string section(const Results& results) {
  const pages::ReportFile file = {"r.json", results};
  return html::ranks_section(pages::report_of({&file, 1}, catalogue(), ""));
}

TEST(HtmlRanks, AreNotThereWithoutRanks) { EXPECT_EQ(section(sample_results()), ""); }

TEST(HtmlRanks, TheSlowestIsFirstAndSaysWhy) {
  const std::string html = section(throttled_results());
  EXPECT_THAT(html, HasSubstr("<p>4 ranks, together; all other figures are the first&apos;s.</p>"));
  EXPECT_THAT(html, HasSubstr("<tbody>\n<tr><th scope=\"row\">3</th><td>node1</td>"
                              "<td>0000:5f:00.0</td><td>NVIDIA H200</td>"
                              "<td class=\"number\">0.800</td><td class=\"number\">0.750</td>"
                              "<td class=\"number\">2</td><td class=\"number\">2</td>"
                              "<td class=\"number\">0</td><td class=\"number\">0.800</td>"
                              "<td>transpose/padded_tile native</td>"
                              "<td>outlier; held back by: software power cap</td>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\">transpose</th><td>padded_tile</td>"));
  EXPECT_THAT(html, HasSubstr("Table: 2 measurements"));
}

TEST(HtmlRanks, ARankThatFailedAndAWrongResultAreNamed) {
  Results results = ranked_results(3, -1);
  results.ranks.push_back({3, "node1", "", "", "no device"});
  results.cases[0].by_rank[1].models[Model::kokkos] = {Status::invalid, "64 are wrong", {}};
  const std::string html = section(results);
  EXPECT_THAT(html, HasSubstr("<td>failed: no device</td>"));
  EXPECT_THAT(html, HasSubstr("<li>rank 1: transpose/padded_tile kokkos: 64 are wrong</li>"));
}

TEST(HtmlRanks, HostileTextIsOnlyEverText) {
  Results results = ranked_results(3, 1);
  const std::string evil = "<img src=x onerror=alert(1)>";
  results.program["ranks"] = evil;
  for (RankInfo& info : results.ranks) info.host = info.pci_bus = info.device = evil;
  results.ranks[2].failure = evil;
  results.cases[0].by_rank[1].throttle_reasons = {evil};
  EXPECT_THAT(section(results), Not(HasSubstr("<img")));
}

}  // namespace
}  // namespace tilebridge::html
