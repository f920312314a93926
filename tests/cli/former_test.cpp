// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::StartsWith;

TEST(CliFormerNames, ADroppedOneIsOneLineThatSaysWhatToUse) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> dropped = {
      {"advise r.json", "the command 'advise' was dropped; `tilebridge report --summary FILE`"},
      {"bisect", "the command 'bisect' was dropped; use `git bisect run scripts/bisect-kokkos.sh`"},
      {"help occupancy", "the command 'occupancy' was dropped; `tilebridge explain VARIANT --arch"},
      {"resources build", "the command 'resources' was dropped; use scripts/resources.py BUILD"},
      {"submit r.json", "the command 'submit' was dropped; `tilebridge check FILE --json`"},
      {"export r.json --format bmf", "the format 'bmf' was dropped; export gbench, and convert"}};
  for (const auto& [arguments, message] : dropped) {
    const Outcome outcome = run_tilebridge(arguments, folder);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, StartsWith("tilebridge: " + message));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(CliFormerNames, PricesRunsCostsAndSaysSo) {
  const TemporaryFolder folder;
  const Outcome former = run_tilebridge("prices", folder);
  const Outcome current = run_tilebridge("costs", folder);
  EXPECT_EQ(former.status, 0);
  EXPECT_EQ(former.err, "tilebridge: the command 'prices' is called 'costs' now\n");
  EXPECT_EQ(former.out, current.out);
}

}  // namespace
}  // namespace tilebridge::cli
