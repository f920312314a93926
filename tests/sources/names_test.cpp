// SPDX-License-Identifier: Apache-2.0
#include "sources/names.hpp"

#include <gmock/gmock.h>

namespace tilebridge {
namespace {

using testing::Contains;
using testing::Not;

std::set<std::string_view> used(std::string_view code, bool is_type = false) {
  return used_names(tokenise(code), is_type);
}

TEST(Names, MembersAndWhatANamespaceHoldsAreNotUsed) {
  const auto names = used("native.add(\"k\", [] { p->copy(Kokkos::Sum(x)); });");
  EXPECT_THAT(names, Contains("x"));
  for (const char* other : {"add", "copy", "Sum"}) EXPECT_THAT(names, Not(Contains(other)));
}

TEST(Names, ParametersAndVariablesHideWhatIsOutside) {
  const auto names = used("void f(const T& blocks, int* rows) { int n = blocks * rows[0]; g(n); }");
  for (const char* own : {"blocks", "rows", "n"}) EXPECT_THAT(names, Not(Contains(own)));
  EXPECT_THAT(names, Contains("g"));
  EXPECT_THAT(names, Contains("T"));
}

TEST(Names, AVariableHidesOnlyInItsBlock) {
  EXPECT_THAT(used("void f() { { int read = 0; } read(); }"), Contains("read"));
  EXPECT_THAT(used("void f() { read(); int read = 0; }"), Contains("read"));
  EXPECT_THAT(used("void f() { auto [y, x] = at(); g(x); }"), Not(Contains("x")));
}

TEST(Names, MembersAreKnownAllThroughAType) {
  const std::string_view code = "struct S { int f() { return size; } int size; };";
  EXPECT_THAT(used(code, true), Not(Contains("size")));
  EXPECT_THAT(used(code, false), Contains("size"));
}

TEST(Names, ExpressionsDeclareNothing) {
  const auto names = used("void f() { g(a * tile * b); h(c & mask); return copy(d); }");
  for (const char* outer : {"tile", "mask", "copy", "a", "b"}) EXPECT_THAT(names, Contains(outer));
}

TEST(Names, ACaptureUsesWhatItIsInitialisedWith) {
  EXPECT_THAT(used("auto f() { return [r, blocks = blocks(r)] { g(r); }; }"), Contains("blocks"));
}

}  // namespace
}  // namespace tilebridge
