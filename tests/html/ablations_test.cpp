// SPDX-License-Identifier: Apache-2.0
#include "html/ablations.hpp"

#include <gmock/gmock.h>

#include "tests/results/stepped_results.hpp"

namespace tilebridge::html {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HtmlAblations, AreAChartASentenceAndATable) {
  const std::string html = ablations_html(pages::shown_ablations(stepped_results(), catalogue()));
  EXPECT_THAT(html, HasSubstr("<h4>transpose/padded_tile</h4>"));
  EXPECT_THAT(html, HasSubstr("aria-label=\"transpose/padded_tile: 0.50 to 0.75 of native"));
  EXPECT_THAT(html, HasSubstr(">0.75 (×1.50)</text>"));
  EXPECT_THAT(html, HasSubstr("Table: 8 kernels"));
}

TEST(HtmlAblations, EscapeWhatTheyShow) {
  pages::ShownStair stair = {"v", "<b>", "", 0.5, "0.50", "", ""};
  EXPECT_THAT(ablations_html({{"<i>", "", "", {stair}}}), Not(HasSubstr("<b>")));
  EXPECT_THAT(ablations_html({{"<i>", "", "", {stair}}}), Not(HasSubstr("<i>")));
  EXPECT_EQ(ablations_html({}), "");
}

}  // namespace
}  // namespace tilebridge::html
