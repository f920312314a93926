// SPDX-License-Identifier: Apache-2.0
#include "pages/counters.hpp"

#include <gmock/gmock.h>

#include "tests/pages/rows.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;

TEST(Counters, ARowSaysWhatWasCountedOrWhyNothingWas) {
  const Table table = counters_table(sample_profile());
  EXPECT_THAT(titles_of(table), ElementsAre("transpose  rows=16Ki cols=16Ki  cold"));
  EXPECT_THAT(
      lines_of(table),
      ElementsAre("tile | native | 16.78M | 134.2M | 4.0/12.0 | 32.0/10.7 | 0 | 53 | 2.147G | "
                  "1.0/32.0 | 82 | 24 | shmem 39.5 mio 25.8",
                  "tile | ranges | 16.78M | - | - | - | - | - | - | - | - | - | ",
                  "cluster_tile | ranges | no_equivalent: Kokkos has no clusters"));
}

TEST(Counters, ThePredictionStandsBelow) {
  Results results = sample_profile();
  const Prediction prediction = *sample_results().cases[0].models[Model::kokkos].prediction;
  results.cases[0].models[Model::native].prediction = prediction;
  EXPECT_EQ(lines_of(counters_table(results))[1],
            " | model | 200 | 800 | 4.0/4.0 |  |  |  |  | 1.0/1.0");
}

}  // namespace
}  // namespace tilebridge::pages
