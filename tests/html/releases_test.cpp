// SPDX-License-Identifier: Apache-2.0
#include "html/releases.hpp"

#include <gmock/gmock.h>

#include <array>

#include "html/report.hpp"
#include "tests/results/release_results.hpp"

namespace tilebridge::html {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page_of(const Results& results) {
  const std::array files = {pages::ReportFile{"r.json", results}};
  return report_page(files, catalogue(), "");
}

TEST(HtmlReleases, SayWhatAnotherKokkosChangesAndStandBesideTheOwn) {
  Results results = results_with_release();
  results.cases[0].releases["legacy"].result = {Status::invalid, "wrong", {}, {}};
  const std::string html = page_of(results);
  for (const char* part :
       {"<section id=\"releases\"", "<li><a href=\"#releases\">Other Kokkos</a></li>",
        "<h3>Kokkos 5.0.2 (5.0.02) against 4.7.01, in the same rounds</h3>",
        "<td class=\"number\">1.250 … 1.270</td>",
        "<p>1 of its results are invalid or missing.</p>", "<th scope=\"col\">÷ own Kokkos</th>",
        "<th scope=\"row\">padded_tile</th><td>ranges 5.0.2</td>"})
    EXPECT_THAT(html, HasSubstr(part));
}

TEST(HtmlReleases, AreMissingWhereThereAreNone) {
  const std::string html = page_of(sample_results());
  EXPECT_THAT(html, Not(HasSubstr("id=\"releases\"")));
  EXPECT_THAT(html, Not(HasSubstr("own Kokkos</th>")));
}

TEST(HtmlReleases, HostileNamesAreEscaped) {
  Results results = sample_results();
  results.cases[0].releases["<script>"] = results_with_release().cases[0].releases.at("5.0.2");
  EXPECT_THAT(page_of(results), Not(HasSubstr("<script>)")));
  EXPECT_THAT(page_of(results), HasSubstr("ranges &lt;script&gt;"));
}

}  // namespace
}  // namespace tilebridge::html
