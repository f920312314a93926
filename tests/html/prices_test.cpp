// SPDX-License-Identifier: Apache-2.0
#include "html/prices.hpp"

#include <gmock/gmock.h>

#include "tests/results/priced_results.hpp"

namespace tilebridge::html {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string section_of(const std::vector<view::ReportFile>& files) {
  return prices_section(view::report_of(files, catalogue(), ""));
}

TEST(HtmlPrices, LeadFromAHabitToItsExperiment) {
  const std::string html = section_of({{"a.json", priced_results(2)}});
  EXPECT_THAT(html, HasSubstr("<a href=\"#team_control\">team_control/single</a>"));
  EXPECT_THAT(html, HasSubstr("2.00"));
  EXPECT_THAT(html, Not(HasSubstr("What changed")));
}

TEST(HtmlPrices, ShowTheCodeBeforeAndAfterEscaped) {
  const std::string html = section_of({{"a.json", priced_results(2)}});
  EXPECT_THAT(html, HasSubstr("<summary>Code instead of team_control/single</summary>"));
  EXPECT_THAT(html, HasSubstr("[&amp;] { Kokkos::atomic_add(&amp;out(tile), 1U); });"));
}

TEST(HtmlPrices, OfTwoFilesSayWhatChanged) {
  const std::string html =
      section_of({{"a.json", priced_results(2)}, {"b.json", priced_results(3)}});
  EXPECT_THAT(html, HasSubstr("What changed"));
  EXPECT_THAT(html, HasSubstr("1.50×"));
}

TEST(HtmlPrices, NameTheHabitsOfSlowKernels) {
  EXPECT_THAT(section_of({{"a.json", priced_results_with_kernel(2)}}),
              HasSubstr("<a href=\"#dot\">dot/block_tree</a>"));
}

TEST(HtmlPrices, AreNotShownWhereNoneWasMeasured) {
  EXPECT_EQ(section_of({{"a.json", sample_results()}}), "");
}

}  // namespace
}  // namespace tilebridge::html
