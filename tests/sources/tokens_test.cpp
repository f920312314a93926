// SPDX-License-Identifier: Apache-2.0
#include "sources/tokens.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tilebridge::sources {
namespace {

using testing::ElementsAre;

std::vector<std::string> tokens(std::string_view text) {
  std::vector<std::string> found;
  for (const Token& token : tokenise(text)) found.emplace_back(token.text);
  return found;
}

TEST(Tokens, NamesNumbersAndPunctuation) {
  EXPECT_THAT(tokens("Kokkos::Sum<T> a_1 = b->c[0x1F];\nk<<<1'000, 0.5F>>>();"),
              ElementsAre("Kokkos", "::", "Sum", "<", "T", ">", "a_1", "=", "b", "->", "c", "[",
                          "0x1F", "]", ";", "k", "<", "<", "<", "1'000", ",", "0.5F", ">", ">", ">",
                          "(", ")", ";"));
  EXPECT_THAT(tokens("#pragma omp parallel"), ElementsAre("#", "pragma", "omp", "parallel"));
}

TEST(Tokens, LiteralsAreWhole) {
  EXPECT_THAT(tokens(R"(f("a \" // b", '\'', '"'))"),
              ElementsAre("f", "(", R"("a \" // b")", ",", R"('\'')", ",", R"('"')", ")"));
  EXPECT_EQ(tokenise("\"a\"").front().kind, TokenKind::literal);
}

TEST(Tokens, CommentsAreNone) {
  EXPECT_THAT(tokens("a // b\nc /* d\ne */ f / g"), ElementsAre("a", "c", "f", "/", "g"));
}

TEST(Tokens, RawStringsAreWhole) {
  EXPECT_THAT(
      tokens("f(R\"(a \" b)\", LR\"x()\")x\") R\"no raw string"),
      ElementsAre("f", "(", "R\"(a \" b)\"", ",", "LR\"x()\")x\"", ")", "R", "\"no raw string"));
  EXPECT_THAT(tokens("OR\"(a)\" R\"(b"), ElementsAre("OR", "\"(a)\"", "R\"(b"));
}

TEST(Tokens, DigraphsAreBrackets) {
  EXPECT_THAT(tokens("a<:1:> <% %> %:if f<::g> h<:::i:>"),
              ElementsAre("a", "[", "1", "]", "{", "}", "#", "if", "f", "<", "::", "g", ">", "h",
                          "[", "::", "i", "]"));
}

TEST(Tokens, ABackslashContinuesALine) {
  EXPECT_THAT(tokens("a // b \\\nc\nd \\\ne // f \\ \r\ng"), ElementsAre("a", "d", "e"));
  std::vector<bool> begins;
  for (const Token& token : tokenise("a b \\\n c\n/*\n*/ d /*\n*/ e"))
    begins.push_back(token.begins_line);
  EXPECT_THAT(begins, ElementsAre(true, false, false, true, false));
}

TEST(Tokens, ALiteralEndsWithItsLine) {
  EXPECT_THAT(tokens("a 'b\nc \"d \\\ne\" f"), ElementsAre("a", "'b", "c", "\"d \\\ne\"", "f"));
}

TEST(Tokens, KnowWhereTheyBegin) {
  const auto found = tokenise("  a /* */ bc");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].begin, 2U);
  EXPECT_EQ(found[1].begin, 10U);
}

TEST(Tokens, WhatIsNotClosedEndsWithTheText) {
  EXPECT_THAT(tokens("a \"b"), ElementsAre("a", "\"b"));
  EXPECT_THAT(tokens("a 'b\\"), ElementsAre("a", "'b\\"));
  EXPECT_THAT(tokens("a /* b"), ElementsAre("a"));
  EXPECT_TRUE(tokenise("").empty());
}

}  // namespace
}  // namespace tilebridge::sources
