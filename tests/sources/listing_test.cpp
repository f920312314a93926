// SPDX-License-Identifier: Apache-2.0
#include "sources/listing.hpp"

#include <gmock/gmock.h>

#include <array>

namespace tilebridge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::array files = {
    SourceFile{"backends/cuda/cuda.hpp", "using Stream = void*;\nvoid check(int);\n"},
    SourceFile{"backends/cuda/chain.hpp",
               "#include \"backends/cuda/cuda.hpp\"\nvoid launch_chain(Stream stream);\n"},
    SourceFile{"backends/cuda/chain.cu",
               "#include \"backends/cuda/chain.hpp\"\nconstexpr int size = 1;\n"
               "__global__ void chain() { f(size); }\n"
               "void launch_chain(Stream stream) { chain<<<1, 1>>>(); }\n"},
    SourceFile{"backends/cuda/a.cu",
               "#include \"backends/cuda/chain.hpp\"\n"
               "constexpr int size = 2;\n"
               "#if FAST\nusing Word = int;\n#else\nusing Word = long;\n#endif\n"
               "#if OTHER\nint other;\n#endif\n"
               "/// One.\n__global__ void one(Word w) { g(size); }\n"
               "__global__ void add() {}\n"
               "void add_a(Native& native) {\n"
               "  constexpr auto k = one;\n"
               "  native.add(\"a/two\", add);\n"
               "  // Twice.\n"
               "  native.add(\"a/one\", [](Stream s) {\n    k<<<2, 2>>>();\n  });\n"
               "  native.add_prepared(\"a/chain\", launch_chain);\n"
               "}\n"},
};

std::string text(const Listing& listing) {
  std::string all;
  for (const Fragment& f : listing.fragments)
    for (const std::string& line : f.lines) all += line + '\n';
  return all;
}

Listing listing(std::string_view key) { return list_sources(files, "backends/cuda/", key); }

TEST(ListSources, ListsWhatARegistrationReaches) {
  EXPECT_EQ(text(listing("a/one")),
            "constexpr int size = 2;\n"
            "#if FAST\nusing Word = int;\n#else\nusing Word = long;\n#endif\n"
            "/// One.\n__global__ void one(Word w) { g(size); }\n"
            "constexpr auto k = one;\n"
            "// Twice.\nnative.add(\"a/one\", [](Stream s) {\n  k<<<2, 2>>>();\n});\n");
}

TEST(ListSources, KnowsFilesAndLines) {
  const Listing found = listing("a/two");
  ASSERT_EQ(found.fragments.size(), 2U);
  EXPECT_EQ(found.fragments[0].path, "backends/cuda/a.cu");
  EXPECT_EQ(found.fragments[0].first_line, 13U);
  EXPECT_EQ(found.fragments[1].first_line, 16U);
  EXPECT_EQ(found.fragments[1].end_line(), 17U);
}

TEST(ListSources, AHeadersDefinitionsAreOfTheFileBesideIt) {
  const std::string found = text(listing("a/chain"));
  EXPECT_THAT(found, HasSubstr("size = 1"));
  EXPECT_THAT(found, HasSubstr("__global__ void chain()"));
  EXPECT_THAT(found, Not(HasSubstr("size = 2")));
}

TEST(ListSources, SharedFilesAreOnlyNamed) {
  const Listing found = listing("a/one");
  ASSERT_EQ(found.helpers.size(), 1U);
  EXPECT_EQ(found.helpers[0].name, "Stream");
  EXPECT_EQ(found.helpers[0].path, "backends/cuda/cuda.hpp");
}

TEST(ListSources, NothingIsRegistered) {
  EXPECT_TRUE(listing("a/on").empty());
  EXPECT_TRUE(list_sources(files, "backends/kokkos/", "a/one").empty());
}

}  // namespace
}  // namespace tilebridge
