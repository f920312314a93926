// SPDX-License-Identifier: Apache-2.0
#include "markdown/resources.hpp"

#include <gtest/gtest.h>

#include "tests/resources/sample_table.hpp"

namespace tilebridge::markdown {
namespace {

TEST(ResourcesMarkdown, HasARowAKernel) {
  EXPECT_EQ(resources_markdown({sample_table()}, pages::Rows::own),
            "### dot\n\n| kernel | model | sm_80 | sm_90 |\n|---|---|---|---|\n"
            "| `tree` | native | 22, 1024 shared | 30, 1024 shared |\n"
            "| `Tree` | kokkos |  | 32, 16 stack, 8/12 spilled |\n");
}

}  // namespace
}  // namespace tilebridge::markdown
