// SPDX-License-Identifier: Apache-2.0
#include "html/markup.hpp"

#include <gmock/gmock.h>

#include "html/assets.hpp"

namespace tilebridge::html {
namespace {

TEST(Markup, TextIsNeverMarkup) {
  EXPECT_EQ(text("<img onerror='x'>"), "&lt;img onerror=&apos;x&apos;&gt;");
  EXPECT_EQ(cell("a&b"), "<td>a&amp;b</td>");
  EXPECT_LE(text(std::string(100000, 'x')).size(), 300U);
}

TEST(Markup, EmbeddedJsonNeitherEndsTheScriptNorBeginsOne) {
  const Json json = {{"</script><script>", "<!-- \xff"}};
  const std::string result = embedded(json);
  EXPECT_THAT(result, testing::Not(testing::HasSubstr("<")));
  EXPECT_EQ(Json::parse(result).begin().key(), "</script><script>");
}

TEST(Markup, ASourceHashIsTheDigestInBase64) {
  // SHA-256 of "abc", from FIPS 180-4's examples.
  const Asset asset = {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"};
  EXPECT_EQ(source_hash(asset), "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
}

TEST(Markup, EveryVerdictHasItsOwnSymbol) {
  EXPECT_THAT(verdict_badge(Verdict::parity), testing::HasSubstr("●"));
  EXPECT_THAT(verdict_badge(Verdict::slower), testing::HasSubstr("▼"));
  EXPECT_THAT(verdict_badge(Verdict::faster), testing::HasSubstr("▲"));
  EXPECT_THAT(verdict_badge(Verdict::inconclusive), testing::HasSubstr("◇"));
}

}  // namespace
}  // namespace tilebridge::html
