// SPDX-License-Identifier: Apache-2.0
#include "sources/listing.hpp"

#include <gmock/gmock.h>

#include <array>

namespace tilebridge::sources {
namespace {

using testing::IsEmpty;

constexpr std::array files = {
    SourceFile{"backends/cuda/cuda.hpp",
               "using Hidden = int;\n// [mentioned]\nusing Stream = void*;\nvoid check(Hidden);\n"},
    SourceFile{"backends/cuda/chain.hpp",
               "#pragma once\n#include \"backends/cuda/cuda.hpp\"\nvoid launch_chain(Stream);\n"},
    SourceFile{"backends/cuda/chain.cu",
               "#include <a>\n#include \"backends/cuda/chain.hpp\"\n// [shown]\n"
               "__global__ void chain() { f(twice(1)); }\n"
               "void launch_chain(Stream) { chain<<<1, 1>>>(); }\n"
               "void unused();\n"},
    SourceFile{"backends/cuda/twice.hpp",
               "// [shown]\nint twice(int n) { return 2 * n; }\n// [hidden]\nint f(int rest);\n"},
    SourceFile{"backends/cuda/a.cu",
               "#include <a>\n#include \"backends/cuda/chain.hpp\"\n"
               "#include \"backends/cuda/twice.hpp\"\n"
               "int none;\n"
               "constexpr int size = 1;\n"
               "/// One.\n__global__ void one(Word w) { g(size); }\n"
               "__global__ void two() { p->twice(other::twice()); }  // twice\n"
               "namespace by_index {\n"
               "__global__ void two() { three(size); }\n"
               "}\n"
               "__global__ void three(int size) {}\n"
               "void add_a(Native& native) {\n"
               "  // As one.\n"
               "  native.add(\"a/one\",\n"
               "             [](Stream s) {\n"
               "               one<<<2, 2>>>();\n"
               "             });\n"
               "  if (is_gpu) native.add(\"a/two\", two);\n"
               "  native.add_prepared(\"a/chain\", launch_chain);\n"
               "  by_index.add(\"a/two\", by_index::two);\n"
               "  const auto kernel = three;\n"
               "  native.add(\"a/three\", kernel);\n"
               "}\n"
               "void label() { named(\"a/four\"); }\n"},
};

Listing listing(std::string_view key) { return Listings(files).of("backends/cuda/", key); }

std::string text(std::string_view key) {
  std::string all;
  for (const Fragment& f : listing(key).fragments)
    for (const std::string& line : f.lines) all += line + '\n';
  return all;
}

TEST(ListSources, ShowsWhatIsRegisteredAndWhatThatUses) {
  EXPECT_EQ(text("a/one"),
            "constexpr int size = 1;\n"
            "/// One.\n__global__ void one(Word w) { g(size); }\n"
            "// As one.\nnative.add(\"a/one\",\n           [](Stream s) {\n"
            "             one<<<2, 2>>>();\n           });\n");
}

TEST(ListSources, MembersAndCommentsUseNothing) {
  EXPECT_EQ(text("a/two"),
            "__global__ void two() { p->twice(other::twice()); }  // twice\n"
            "if (is_gpu) native.add(\"a/two\", two);\n");
}

TEST(ListSources, KnowsNamespacesAndWhatAFunctionDeclares) {
  EXPECT_EQ(text("a/two by index"),
            "constexpr int size = 1;\n"
            "__global__ void two() { three(size); }\n"
            "__global__ void three(int size) {}\n"
            "by_index.add(\"a/two\", by_index::two);\n");
  EXPECT_EQ(text("a/three"),
            "__global__ void three(int size) {}\n"
            "native.add(\"a/three\", kernel);\n");
}

TEST(ListSources, ShowsWhatIsUsedOfIncludedFiles) {
  EXPECT_EQ(text("a/chain"),
            "int twice(int n) { return 2 * n; }\n"
            "__global__ void chain() { f(twice(1)); }\n"
            "void launch_chain(Stream) { chain<<<1, 1>>>(); }\n"
            "native.add_prepared(\"a/chain\", launch_chain);\n");
}

TEST(ListSources, KnowsFilesAndLines) {
  const Listing found = listing("a/one");
  ASSERT_EQ(found.fragments.size(), 3U);
  EXPECT_EQ(found.fragments[0].path, "backends/cuda/a.cu");
  EXPECT_EQ(found.fragments[0].first_line, 5U);
  EXPECT_EQ(found.fragments[0].end_line(), 6U);
  EXPECT_EQ(found.fragments[2].first_line, 14U);
}

TEST(ListSources, WhatIsSharedIsOnlyMentioned) {
  const Listing found = listing("a/one");
  ASSERT_EQ(found.helpers.size(), 1U);
  EXPECT_EQ(found.helpers[0].name, "Stream");
  EXPECT_EQ(found.helpers[0].path, "backends/cuda/cuda.hpp");
}

TEST(ListSources, NothingIsRegistered) {
  EXPECT_THAT(text("a/on"), IsEmpty());
  EXPECT_THAT(text("a/four"), IsEmpty());
  EXPECT_TRUE(Listings(files).of("backends/kokkos/", "a/one").empty());
}

TEST(SectionsNamed, AreThoseOfAFileThatNameIt) {
  const SourceFile file = {"a.cpp",
                           "int a;\n// [x]\n  int b;\n// [y, x]\nint c;\n// [/]\nint d;\n"};
  const std::vector<Fragment> fragments = sections_named(file, "x");
  ASSERT_EQ(fragments.size(), 2U);
  EXPECT_EQ(fragments[0].first_line, 3U);
  EXPECT_EQ(fragments[0].lines, std::vector<std::string>{"int b;"});
  EXPECT_EQ(fragments[1].lines, std::vector<std::string>{"int c;"});
  EXPECT_EQ(fragments[1].path, "a.cpp");
  EXPECT_TRUE(sections_named(file, "z").empty());
}

}  // namespace
}  // namespace tilebridge::sources
