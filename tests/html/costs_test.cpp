// SPDX-License-Identifier: Apache-2.0
#include "html/costs.hpp"

#include <gmock/gmock.h>

#include "tests/results/idiom_results.hpp"

namespace tilebridge::html {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string section_of(const std::vector<pages::ReportFile>& files) {
  return costs_section(pages::report_of(files, catalogue(), ""));
}

TEST(HtmlCosts, LeadFromAIdiomToItsExperiment) {
  const std::string html = section_of({{"a.json", idiom_results(2)}});
  EXPECT_THAT(html, HasSubstr("<a href=\"#team_control\">team_control/single</a>"));
  EXPECT_THAT(html, HasSubstr("2.00"));
  EXPECT_THAT(html, Not(HasSubstr("What changed")));
}

TEST(HtmlCosts, ShowTheCodeBeforeAndAfterEscaped) {
  const std::string html = section_of({{"a.json", idiom_results(2)}});
  EXPECT_THAT(html, HasSubstr("<summary>Code instead of team_control/single</summary>"));
  EXPECT_THAT(html, HasSubstr("[&amp;] { Kokkos::atomic_add(&amp;out(tile), 1U); });"));
}

TEST(HtmlCosts, OfTwoFilesSayWhatChanged) {
  const std::string html = section_of({{"a.json", idiom_results(2)}, {"b.json", idiom_results(3)}});
  EXPECT_THAT(html, HasSubstr("What changed"));
  EXPECT_THAT(html, HasSubstr("1.50×"));
}

TEST(HtmlCosts, NameTheIdiomsOfSlowKernels) {
  EXPECT_THAT(section_of({{"a.json", idiom_results_with_kernel(2)}}),
              HasSubstr("<a href=\"#dot\">dot/block_tree</a>"));
}

TEST(HtmlCosts, AreNotShownWhereNoneWasMeasured) {
  EXPECT_EQ(section_of({{"a.json", sample_results()}}), "");
}

}  // namespace
}  // namespace tilebridge::html
