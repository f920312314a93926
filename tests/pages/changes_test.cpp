// SPDX-License-Identifier: Apache-2.0
#include "pages/changes.hpp"

#include <gmock/gmock.h>

#include "tests/judge/sample_runs.hpp"
#include "tests/pages/rows.hpp"
#include "tests/write/width.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

/// transpose/padded_tile, natively and in Kokkos in loops.
Results padded_tile_run(double native, double kokkos, const std::string& version = "4.7.01") {
  Results run = sample_results();
  run.cases.resize(1);
  run.cases[0].kernels[native_code].timing = eleven(native);
  run.cases[0].kernels[kokkos_code].timing = eleven(kokkos);
  run.builds["models"]["kokkos@4.7.01"]["release"] = version;
  return run;
}

std::string printed_changes(const Results& before, const Results& after) {
  return write::as_text(changes_blocks(before, after, catalogue()));
}

TEST(Changes, NativeCodeIsTheControlAndKokkosGoesByLevel) {
  const Document changes = changes_blocks(padded_tile_run(1e-3, 1e-3),
                                          padded_tile_run(1e-3, 2e-3, "5.0.02"), catalogue());
  const std::string text = write::as_text(changes, {.columns = 200});
  EXPECT_THAT(text, testing::HasSubstr("NVIDIA H200 (sm_90), Kokkos 4.7.01 (Cuda, Serial) → NVIDIA "
                                       "H200 (sm_90), Kokkos 5.0.02 (Cuda, Serial)\n"));
  EXPECT_THAT(text, testing::HasSubstr("\n  kokkos release: 4.7.01 -> 5.0.02\n"));
  EXPECT_THAT(lines_of(tables_of(changes).at(0)),
              testing::ElementsAre("native code | 1.000 0.996–1.004 | 1 | 0 | 0",
                                   "Kokkos in loops | 0.500 0.498–0.502 | 1 | 1 | 0"));
}

TEST(Changes, OnlyWhatChangedIsListed) {
  const Document changes =
      changes_blocks(padded_tile_run(1e-3, 1e-3), padded_tile_run(1e-3, 2e-3), catalogue());
  EXPECT_THAT(write::as_text(changes), testing::Not(testing::HasSubstr("release: ")));
  EXPECT_THAT(
      lines_of(tables_of(changes).at(1)),
      testing::ElementsAre("transpose/padded_tile | Kokkos | loops | 0.500 | 1 slower, 0 faster of "
                           "1 | rows=16Ki cols=16Ki, cold | 1.000 ms → 2.000 ms"));
  EXPECT_EQ(tables_of(changes_blocks(padded_tile_run(1e-3, 1e-3), padded_tile_run(1e-3, 1e-3),
                                     catalogue()))
                .size(),
            1U);
}

TEST(Changes, AVariantCountsOnceHoweverManySizes) {
  Results before = padded_tile_run(1e-3, 1e-3);
  Results after = padded_tile_run(1e-3, 2e-3);
  for (Results* run : {&before, &after}) {
    run->cases.push_back(run->cases[0]);
    run->cases[1].parameters = {{"rows", 64}, {"cols", 64}};
  }
  after.cases[1].kernels[kokkos_code].timing = eleven(0.5e-3);
  EXPECT_EQ(lines_of(tables_of(changes_blocks(before, after, catalogue())).at(0)).at(1),
            "Kokkos in loops | 1.000 0.996–1.004 | 1 | 1 | 1");
}

TEST(Changes, RunsWithNothingInCommonHaveNone) {
  Results other = padded_tile_run(1e-3, 1e-3);
  other.cases[0].parameters = {{"rows", 64}, {"cols", 64}};
  Results untimed = padded_tile_run(1e-3, 1e-3);
  untimed.cases[0].kernels[kokkos_code].timing.reset();
  for (const Results& after : {other, sample_profile(), untimed})
    EXPECT_TRUE(changes_blocks(padded_tile_run(1e-3, 1e-3), after, catalogue()).empty());
}

TEST(ChangesText, HasTheControlAndWhatBecameSlower) {
  const std::string text = printed_changes(run_of(1e-3, 1e-3), run_of(1e-3, 2e-3));
  expect_columns(text, 100);
  EXPECT_THAT(text, testing::HasSubstr("\n  native code "));
  EXPECT_THAT(text, testing::ContainsRegex(
                        "transpose/tile +Kokkos +loops +0.500 +1 slower, 0 faster of 1"));
  EXPECT_THAT(printed_changes(run_of(1e-3, 1e-3), run_of(1e-3, 1e-3)),
              testing::EndsWith("\nNo case became slower or faster.\n"));
}

TEST(ChangesText, HostileTextDoesNotReachTheTerminal) {
  Results after = run_of(1e-3, 2e-3);
  after.device["name"] = "evil\033[2J\n" + std::string(500, 'x');
  const std::string text = printed_changes(run_of(1e-3, 1e-3), after);
  EXPECT_THAT(text, testing::HasSubstr("device name"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("\033")));
}

}  // namespace
}  // namespace tilebridge::pages
