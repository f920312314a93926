// SPDX-License-Identifier: Apache-2.0
#include "markdown/table.hpp"

#include <gtest/gtest.h>

namespace tilebridge::markdown {
namespace {

TEST(MarkdownTable, HasAHeadAndALineForEachRow) {
  const pages::Table table = {
      "",
      {{"name"}, {"ratio"}, {"verdict"}},
      {{"",
        {{{{"tile"}, pages::Cell::range("0.9", "1.1"), pages::Cell::judged(Verdict::parity)}},
         {{{"none"}}}}}}};
  EXPECT_EQ(markdown_table(table),
            "| name | ratio | verdict |\n"
            "| --- | --- | --- |\n"
            "| tile | 0.9 … 1.1 | parity |\n"
            "| none |  |  |\n");
}

}  // namespace
}  // namespace tilebridge::markdown
