// SPDX-License-Identifier: Apache-2.0
#include "markdown/table.hpp"

#include <gtest/gtest.h>

namespace tilebridge::markdown {
namespace {

TEST(MarkdownTable, HasAHeadAndALineForEachRow) {
  const view::Table table = {
      "",
      {{"name"}, {"ratio"}, {"verdict"}},
      {{"",
        {{{{"tile"}, view::Cell::range("0.9", "1.1"), view::Cell::judged(Verdict::parity)}},
         {{{"none"}}}}}}};
  EXPECT_EQ(markdown_table(table),
            "| name | ratio | verdict |\n"
            "| --- | --- | --- |\n"
            "| tile | 0.9 … 1.1 | parity |\n"
            "| none |  |  |\n");
}

}  // namespace
}  // namespace tilebridge::markdown
