// SPDX-License-Identifier: Apache-2.0
#include "pages/plan.hpp"

#include <gmock/gmock.h>

#include "tests/pages/rows.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double gib = 1ULL << 30U;

PlannedRun planned_on(Platform platform) {
  return {.platform = platform,
          .budget_seconds = 0.15,
          .models = {"kokkos", "native"},
          .experiments = {{"stride", 1000}, {"dot", 600}},
          .bytes = 900 * gib,
          .largest = {3 * gib, "dot/atomic n=256Mi cold"}};
}

std::string text_on(Platform platform) {
  return write::as_text(plan_page(planned_on(platform)), {.columns = 400});
}

TEST(Plan, SaysWhatRunsAndWhichCaseNeedsMostMemory) {
  const std::string text = text_on(Platform::cuda);
  EXPECT_THAT(text, HasSubstr("1600 cases on cuda, of kokkos, native; nothing is run or written"));
  EXPECT_THAT(text, HasSubstr("memory: 3 GiB on the device, and as much on the host, for "
                              "dot/atomic n=256Mi cold"));
  EXPECT_THAT(lines_of(tables_of(plan_page(planned_on(Platform::cuda))).at(0)),
              ElementsAre("stride | 1000", "dot | 600"));
}

TEST(Plan, TheTimeIsABoundWithItsBasisAndOnAHostTheSamplingAlone) {
  EXPECT_THAT(text_on(Platform::cuda),
              HasSubstr("time: at most about 13 min: 1600 cases × 0.15 s of sampling (--budget) "
                        "and 0.1 s besides, and 0.4 s for each GiB of their arrays (900 GiB)"));
  EXPECT_THAT(text_on(Platform::host),
              HasSubstr("time: at least about 4 min: 1600 cases × 0.15 s of sampling (--budget); a "
                        "host takes longer"));
}

}  // namespace
}  // namespace tilebridge::pages
