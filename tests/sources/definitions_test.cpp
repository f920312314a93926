// SPDX-License-Identifier: Apache-2.0
#include "sources/definitions.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tilebridge::sources {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "a::b" for b in namespace a; "" for what has no name.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (const Definition& definition : definitions_in(text)) {
    std::string all;
    for (const std::string_view scope : definition.scope) all.append(scope).append("::");
    for (const std::string_view name : definition.names) all.append(name);
    names.push_back(all);
  }
  return names;
}

std::vector<std::string> names_used(std::string_view text) {
  std::vector<std::string> names;
  for (const auto& [qualifier, name] : uses_in(text)) {
    const std::string before = qualifier.empty() ? "" : std::string(qualifier) + "::";
    names.push_back(before + std::string(name));
  }
  return names;
}

TEST(Definitions, HaveTheNamesThatOtherCodeUses) {
  EXPECT_THAT(names_in("#include <a>\n"
                       "#define UNROLL(n) unrolled(n)\n"
                       "constexpr int tile = Tile::size, rest = 3;\n"
                       "__constant__ float table[4] = {1, 2};\n"
                       "template <class T, int n = (3 > 2)>\n"
                       "struct alignas(n * sizeof(T)) Pack {\n  T values[n];\n};\n"
                       "enum class Kind { one, two };\n"
                       "using Word = std::uint32_t;\n"
                       "using techniques::scratch;\n"
                       "template <class T>\n"
                       "__global__ void __launch_bounds__(256) add(const T* a) { a[0]; }\n"
                       "std::function<void(int)> make(int n);\n"
                       "BOUNDS(8) void bounded() {}\n"
                       "void Arrivals::wait() const {}\n"
                       "static_assert(tile == 32);\n"
                       "INSTANTIATE(register_kernels);\n"),
              ElementsAre("UNROLL", "tile", "table", "Pack", "Kind", "Word", "scratch", "add",
                          "make", "bounded", "Arrivals", "", "INSTANTIATE"));
}

TEST(Definitions, AreInNamespaces) {
  EXPECT_THAT(names_in("namespace a::b {\nnamespace {\nint one;\n}  // namespace\n"
                       "namespace by_index {\nvoid one() { if (x) { y(); } }\n}\n"
                       "namespace c = d;\nint two;\n}\n"),
              ElementsAre("a::b::one", "a::b::by_index::one", "a::b::c", "a::b::two"));
  EXPECT_TRUE(is_around({"a"}, {"a", "b"}));
  EXPECT_FALSE(is_around({"a", "c"}, {"a", "b"}));
}

/// It is shown where the type is used that it is for.
TEST(Definitions, OfSpecialisationsHaveTheNameOfTheirType) {
  EXPECT_THAT(names_in("template <>\nvoid step<OwnWord<Word>>(int n) {}\n"
                       "template <>\nvoid step<float>(int n) {}\n"
                       "template void step<Other>(int n);\n"),
              ElementsAre("OwnWord", "step", ""));
}

TEST(Definitions, ThatADirectiveChoosesBetweenAreOne) {
  const auto found = definitions_in(
      "#ifdef A\nint f() { return a; }\n#else\nint f();\n#endif\n"
      "#ifdef B\nint g();\nint h();\n#endif\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].lines.first, 1U);
  EXPECT_EQ(found[0].lines.text.size(), 5U);
  EXPECT_EQ(found[1].lines.first, 7U);
}

TEST(Definitions, HaveTheCommentAboveThem) {
  const auto found =
      definitions_in("// A file.\n\n// [shown]\n/// One\n/// line.\nint one;  // too\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].lines.text, ElementsAre("/// One", "/// line.", "int one;  // too"));
  EXPECT_EQ(found[0].lines.first, 4U);
}

TEST(Uses, AreNoMembersAndNothingDeclaredThere) {
  EXPECT_THAT(names_used("sum(place(y), s.out, p->n, {.in = in})"),
              ElementsAre("sum", "place", "y", "s", "p", "in"));
  EXPECT_THAT(names_used("for (int i = 0; i < n; ++i) { const auto& x = at(i); auto* y = &x; }"),
              testing::Not(testing::AnyOf(testing::Contains("i"), testing::Contains("x"),
                                          testing::Contains("y"))));
  EXPECT_THAT(
      names_used("rows * tile; a > tile; T& t; Pack<T> p; KOKKOS_FUNCTION Word w();"),
      ElementsAre("rows", "tile", "a", "tile", "T", "Pack", "T", "KOKKOS_FUNCTION", "Word"));
  EXPECT_THAT(names_used("by_index::copy(tile::size)"),
              ElementsAre("by_index", "by_index::copy", "tile", "tile::size"));
}

/// The return type of a template is not one of its parameters.
TEST(Uses, HaveTheTypeBehindATemplate) {
  EXPECT_THAT(names_used("template <class T> Taps<T> taps_of(int n);"),
              testing::IsSupersetOf({"Taps"}));
}

TEST(Definitions, OfNothingAreNone) {
  EXPECT_THAT(definitions_in(""), IsEmpty());
  EXPECT_THAT(definitions_in("#"), IsEmpty());
  EXPECT_THAT(definitions_in("}"), IsEmpty());
}

}  // namespace
}  // namespace tilebridge::sources
