// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tilebridge {
namespace {

using testing::HasSubstr;

TEST(Nearest, SuggestsOnlyWhatIsNear) {
  const std::vector<std::string> known = {"stride", "transpose", "dot"};
  EXPECT_EQ(nearest("transpos", known), "transpose");
  EXPECT_EQ(nearest("srtide", known), "stride");
  EXPECT_EQ(nearest("histogram", known), "");
  EXPECT_THAT(unknown_name("experiment", "histogram", known).what(),
              HasSubstr("known are: stride, transpose, dot"));
}

TEST(Nearest, DoesNotGuessWildly) {
  const std::vector<std::string> known = {"copy", "bmf", "csv", "l2"};
  for (const char* name : {"nope", "xml", "l1", "x", "", "cop_yes"})
    EXPECT_EQ(nearest(name, known), "");
  EXPECT_EQ(nearest("cpoy", known), "copy");  // neighbours exchanged: one error
  EXPECT_EQ(nearest("COPY", known), "copy");
}

TEST(Nearest, CompletesABeginningThatIsOnesAlone) {
  const std::vector<std::string> known = {"transpose", "texture", "textbook", "dot"};
  EXPECT_EQ(nearest("trans", known), "transpose");
  EXPECT_EQ(nearest("text", known), "");
  EXPECT_EQ(nearest("te", known), "");
  const std::vector<std::string> variants = {"padded_tile_rewritten", "padded_tile", "tile"};
  EXPECT_EQ(nearest("padded", variants), "padded_tile");
}

TEST(UnknownName, NamesTheCommandThatListsMany) {
  std::vector<std::string> known;
  for (char c = 'a'; c < 'a' + 20; ++c) known.push_back(std::string(8, c));
  EXPECT_STREQ(unknown_name("experiment", "nope", known).what(),
               "unknown experiment 'nope'; `tilebridge list` shows them");
  EXPECT_STREQ(unknown_name("variant of dot", "nope", known, "tilebridge list dot").what(),
               "unknown variant of dot 'nope'; `tilebridge list dot` shows them");
}

}  // namespace
}  // namespace tilebridge
