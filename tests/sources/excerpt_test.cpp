// SPDX-License-Identifier: Apache-2.0
#include "sources/excerpt.hpp"

#include <gmock/gmock.h>

namespace tilebridge::sources {
namespace {

constexpr std::string_view file = R"(// Two kernels.
#include "one.hpp"
#include <two>

namespace m::e_experiment {
namespace {

constexpr int side = 4;
constexpr int other_side = 8;

/// Scales.
int scaled(int i) {
  if (i > 0) {  // a block with a comment behind its brace
    return side * i;
  }
  return 0;
}

int first(int i) { return scaled(i); }

#if VERSION >= 2
int second(int i) { return other_side * i; }
#endif

}  // namespace

template <class Queue>
void register_kernels(Kernels<Queue>& kernels) {
  const auto by_index = kernels.in(Form::indices);
  for_types<float, double>([&]<class T>() {
    kernels.add("e/first", first);
    // This one is long.
    kernels.add("e/second",
                second);
  });
  if constexpr (!is_host<Queue>) {
#if VERSION >= 2
    by_index.add("e/second", second);
#endif
  }
  if constexpr (is_host<Queue>)
    kernels.add_prepared("e/third", second);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace m::e_experiment
)";

TEST(Excerpt, HasOneKernelAndWhatItUses) {
  EXPECT_EQ(excerpt(file, "e/first"), R"(// Two kernels.
#include "one.hpp"
#include <two>

namespace m::e_experiment {
namespace {

constexpr int side = 4;

/// Scales.
int scaled(int i) {
  if (i > 0) {  // a block with a comment behind its brace
    return side * i;
  }
  return 0;
}

int first(int i) { return scaled(i); }

}  // namespace

template <class Queue>
void register_kernels(Kernels<Queue>& kernels) {
  for_types<float, double>([&]<class T>() {
    kernels.add("e/first", first);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace m::e_experiment
)");
}

TEST(Excerpt, KeepsAllFormsOfItsKernel) {
  const std::string second = excerpt(file, "e/second");
  for (const char* kept :
       {"const auto by_index", "    kernels.add(\"e/second\",\n                second);",
        "#if VERSION >= 2\n    by_index.add(", "constexpr int other_side",
        "#if VERSION >= 2\nint second("})
    EXPECT_THAT(second, testing::HasSubstr(kept));
  for (const char* left_out : {"e/first", "e/third", "int first(", "is_host<Queue>)\n"})
    EXPECT_THAT(second, testing::Not(testing::HasSubstr(left_out)));
}

TEST(Included, FindsFilesBelowTheProjectAndSrcOnce) {
  const std::vector<SourceFile> files = {{"backends/a.hpp", "#include \"kernels/b.hpp\"\n"},
                                         {"src/kernels/b.hpp", "#include \"backends/a.hpp\"\n"},
                                         {"src/kernels/c.hpp", ""}};
  std::vector<std::string_view> paths;
  for (const SourceFile& found :
       included(files, "#include <vector>\n#include \"backends/a.hpp\"\n"))
    paths.push_back(found.path);
  EXPECT_THAT(paths, testing::ElementsAre("backends/a.hpp", "src/kernels/b.hpp"));
}

}  // namespace
}  // namespace tilebridge::sources
