// SPDX-License-Identifier: Apache-2.0
#include "sources/sections.hpp"

#include <gmock/gmock.h>

namespace tilebridge::sources {
namespace {

using testing::ElementsAre;

std::vector<Section> sections_in(std::string_view text) { return sections_of(lines_of(text)); }

TEST(Sections, EndAtTheNextMarker) {
  const auto found = sections_in(
      "#include <a>\n"
      "// [direct, tile]\n"
      "/// One.\n"
      "int one;\n"
      "\n"
      "int two;\n"
      "\n"
      "// [rest]\n"
      "\n"
      "  int three;\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[0].names, ElementsAre("direct", "tile"));
  EXPECT_EQ(found[0].lines.first, 3U);
  EXPECT_THAT(found[0].lines.text, ElementsAre("/// One.", "int one;", "", "int two;"));
  EXPECT_THAT(found[1].names, ElementsAre("rest"));
  EXPECT_EQ(found[1].lines.first, 10U);
  EXPECT_THAT(found[1].lines.text, ElementsAre("  int three;"));
}

TEST(Sections, NothingFollowsASlash) {
  const auto found = sections_in("// [a]\nint a;\n// [/]\nint rest;\n  // [b]\n  int b;");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[0].lines.text, ElementsAre("int a;"));
  EXPECT_THAT(found[1].lines.text, ElementsAre("  int b;"));
}

TEST(Sections, OtherCommentsAreNoMarkers) {
  EXPECT_TRUE(is_marker("  // [a]"));
  for (const char* line : {"/// [a]", "// a [b]", "// [a] b", "f();  // [a]", ""})
    EXPECT_FALSE(is_marker(line)) << line;
  EXPECT_TRUE(sections_in("// a\nint a;\n").empty());
}

}  // namespace
}  // namespace tilebridge::sources
