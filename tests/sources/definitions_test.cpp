// SPDX-License-Identifier: Apache-2.0
#include "sources/definitions.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tilebridge {
namespace {

using testing::ElementsAre;

std::vector<std::string> names(std::string_view text) {
  std::vector<std::string> found;
  for (const Definition& d : definitions(text)) found.emplace_back(d.name);
  return found;
}

std::string whole(std::string_view text, std::size_t i) {
  const Definition d = definitions(text).at(i);
  return std::string(text.substr(d.begin, d.end - d.begin));
}

TEST(Definitions, FunctionsTypesVariablesAndAliases) {
  EXPECT_THAT(names("int f(int a) { return a; }\n"
                    "struct S : Base<int> { int m; };\n"
                    "enum class E { a, b };\n"
                    "constexpr int n = 3;\n"
                    "int table[] = {1, 2};\n"
                    "int braced{4};\n"
                    "using Word = unsigned;\n"
                    "struct alignas(16) Aligned final { float v[4]; };\n"),
              ElementsAre("f", "S", "E", "n", "table", "braced", "Word", "Aligned"));
}

TEST(Definitions, BracesInCommentsAndLiteralsDoNotCount) {
  const char* text =
      "void f() { /* } */ g(\"}\"); // }\n  g('}'); g('\\''); g(\"\\\"}\"); }\n"
      "const char* s = R\"x(} )\" ; struct No {)x\";\n"
      "int thousand = 1'000;\n"
      "void last() {}\n";
  EXPECT_THAT(names(text), ElementsAre("f", "s", "thousand", "last"));
}

TEST(Definitions, TemplatesWhoseHeadersHoldFunctionsAndDefaults) {
  EXPECT_THAT(names("template <void (*kernel)(int), int n = 0>\nvoid launch() { kernel(n); }\n"
                    "template <class T, bool b = (sizeof(T) > 4)>\nstruct S { T t; };\n"
                    "template <class T>\nconstexpr bool is_small = sizeof(T) < 4;\n"
                    "template <>\nstruct S<int> { };\n"),
              ElementsAre("launch", "S", "is_small", "S"));
}

TEST(Definitions, NestedNamespacesAreEntered) {
  EXPECT_THAT(names("namespace a::b {\nnamespace {\nint x;\n}\ninline namespace c { int y; }\n}\n"
                    "namespace d = a::b;\nint z;\n"),
              ElementsAre("x", "y", "", "z"));
}

TEST(Definitions, AnAttributeIsNotAFunction) {
  EXPECT_THAT(names("__global__ void __launch_bounds__(256, n / 2)\n    kernel(P p) { f(p); }\n"),
              ElementsAre("kernel"));
}

TEST(Definitions, LambdasAndInitialisersDoNotEndThem) {
  EXPECT_THAT(names("const auto f = [](int a) { return a; };\n"
                    "C::C(int a) : b{a}, c{{a}} { d(); }\n"
                    "struct M { int a = 1; int b{2}; void g() { h(); } };\n"
                    "auto t() -> int { return 0; }\n"),
              ElementsAre("f", "C", "M", "t"));
}

TEST(Definitions, OperatorsThatLookLikeInitialisers) {
  const char* text =
      "S& operator=(const S&) { return x; }\nbool operator==(S, S) { return y; }\n"
      "int after;\n";
  ASSERT_EQ(definitions(text).size(), 3U);
  EXPECT_EQ(definitions(text)[2].name, "after");
}

TEST(Definitions, DeclarationsInstantiationsAndDirectivesAreTold) {
  const auto found = definitions(
      "#include <a>\nvoid f(int);\nstruct S;\ntemplate void g(T<int>&);\n#ifdef X\nint x;\n#else\n"
      "#endif\nstatic_assert(true);\n#define OPEN {\n#pragma once\nusing namespace std;\n");
  using Kind = Definition::Kind;
  std::vector<Kind> kinds;
  for (const Definition& d : found) kinds.push_back(d.kind);
  EXPECT_THAT(kinds, ElementsAre(Kind::declaration, Kind::declaration, Kind::nameless,
                                 Kind::conditional, Kind::definition, Kind::conditional,
                                 Kind::conditional, Kind::nameless, Kind::nameless));
}

TEST(Definitions, ALeadingCommentBelongsToADefinition) {
  const char* text =
      "int a;  // of a\n// not b's\n\n/// b's,\n/// both lines\nint b;\nint c;  // of c\n/* d's "
      "*/\nint d;\n";
  EXPECT_EQ(whole(text, 1), "/// b's,\n/// both lines\nint b;");
  EXPECT_EQ(whole(text, 2), "int c;");
  EXPECT_EQ(whole(text, 3), "/* d's */\nint d;");
}

TEST(Definitions, WhatIsNotClosedEndsWithTheText) {
  EXPECT_THAT(names("void f() { if (x) {"), ElementsAre("f"));
  EXPECT_THAT(names("int s = \"open"), ElementsAre("s"));
  EXPECT_TRUE(definitions("").empty());
}

}  // namespace
}  // namespace tilebridge
