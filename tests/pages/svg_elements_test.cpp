// SPDX-License-Identifier: Apache-2.0
#include "pages/svg_elements.hpp"

#include <gmock/gmock.h>

namespace tilebridge::pages::svg {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(SvgElements, TextIsEscapedAndHasNoControlCharacters) {
  EXPECT_EQ(words(units(8), 12, "a < b"), "<text x=\"8.0\" y=\"12\">a &lt; b</text>");
  EXPECT_THAT(words("50%", 12, "a\033[31m", dim), HasSubstr("class=\"dim\">a"));
  EXPECT_THAT(words("50%", 12, "a\033[31m"), Not(HasSubstr("\033")));
}

TEST(SvgElements, LinesAndRectanglesHaveTheirAttributes) {
  EXPECT_EQ(line("0", 1, "50%", 1.5), "<line x1=\"0\" y1=\"1\" x2=\"50%\" y2=\"1.5\"/>");
  EXPECT_EQ(rectangle("0", 1, "9", 8, filled("kokkos")),
            "<rect x=\"0\" y=\"1\" width=\"9\" height=\"8\" class=\"in-kokkos\"/>");
}

TEST(Sheet, TextTakesAsManyLinesAsItNeeds) {
  Sheet sheet(Canvas::wide, 100, 10);
  const double before = sheet.y();
  sheet.add_lines("two words", "", 8);  // of ten letters at most
  const double one = sheet.y() - before;
  sheet.add_lines("rather many words", "", 8);
  EXPECT_EQ(sheet.y() - before, 3 * one);
  EXPECT_THAT(sheet.finished(""), HasSubstr(">rather</text>"));
}

TEST(Sheet, ALegendContinuesOnTheNextLine) {
  Sheet sheet(Canvas::wide, 100, 0);
  sheet.add_colour("kokkos", "a name");
  const double before = sheet.y();
  sheet.add_colour("raja", "another");
  EXPECT_GT(sheet.y(), before);
  sheet.end_legend();
  EXPECT_THAT(sheet.finished(""), HasSubstr("in-raja"));
}

TEST(Sheet, AFileHasItsSizeAndAPageItsOwn) {
  Sheet file(Canvas::narrow, 360, 8);
  file.skip(50);
  EXPECT_THAT(file.finished("a < b"), HasSubstr("viewBox=\"0 0 360 60\""));
  EXPECT_THAT(file.finished("a < b"), HasSubstr("aria-label=\"a &lt; b\""));
  EXPECT_THAT(Sheet(Canvas::page, 300, 0).finished(""),
              StartsWith("<svg class=\"tb\" width=\"100%\""));
}

}  // namespace
}  // namespace tilebridge::pages::svg
