// SPDX-License-Identifier: Apache-2.0
#include "markdown/table.hpp"

#include <gtest/gtest.h>

namespace tilebridge {
namespace {

TEST(MarkdownTable, HasAHeadAndALineForEachRow) {
  const Table table = {
      "",
      {{"name"}, {"ratio"}, {"verdict"}},
      {{"",
        {{{{"tile"}, Cell::range("0.9", "1.1"), Cell::judged(Verdict::parity)}}, {{{"none"}}}}}}};
  EXPECT_EQ(markdown_table(table),
            "| name | ratio | verdict |\n"
            "| --- | --- | --- |\n"
            "| tile | 0.9 … 1.1 | parity |\n"
            "| none |  |  |\n");
}

}  // namespace
}  // namespace tilebridge
