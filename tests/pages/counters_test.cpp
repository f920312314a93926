// SPDX-License-Identifier: Apache-2.0
#include "pages/counters.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "base/text.hpp"
#include "tests/pages/rows.hpp"
#include "tests/results/sample_results.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Counters, ARowSaysWhatWasCountedOrWhyNothingWas) {
  const Table table = tables_of(counters_page(sample_profile())).at(0);
  EXPECT_THAT(titles_of(table), ElementsAre("transpose  rows=16Ki cols=16Ki  cold"));
  EXPECT_THAT(
      lines_of(table),
      ElementsAre(
          "tile | CUDA | indices | 16.78M | 134.2M | 4.0/12.0 | 32.0/10.7 | 0 | 53 | 2.147G | "
          "1.0/32.0 | 82 | 24 | shmem 39.5 mio 25.8",
          "tile | Kokkos | loops | 16.78M | - | - | - | - | - | - | - | - | - | ",
          "cluster_tile | Kokkos | loops | no_equivalent: Kokkos has no clusters"));
}

TEST(Counters, ThePredictionStandsBelow) {
  Results results = sample_profile();
  const Prediction prediction = *sample_results().cases[0].kernels[kokkos_code].prediction;
  results.cases[0].kernels[native_code].prediction = prediction;
  EXPECT_EQ(lines_of(tables_of(counters_page(results)).at(0))[1],
            " | model |  | 200 | 800 | 4.0/4.0 |  |  |  |  | 1.0/1.0");
}

std::string counters_text(const Results& results, write::Style style = {}) {
  return write::as_text(counters_page(results), style);
}

TEST(ProfileText, ShowsWhatWasCounted) {
  const std::string text = counters_text(sample_profile(), {.columns = 140});
  EXPECT_THAT(text, HasSubstr("NVIDIA H200 (sm_90); hardware counters of one launch"));
  EXPECT_THAT(text,
              ContainsRegex("tile +CUDA +indices +16\\.78M +134\\.2M +4\\.0/12\\.0 +32\\.0/10\\.7 "
                            "+0 +53 +2\\.147G +1\\.0/32\\.0 +82 +24 +shmem 39\\.5 mio "
                            "25\\.8\n"));
  EXPECT_THAT(text, ContainsRegex("tile +Kokkos +loops +16\\.78M( +-){9}\n"));
}

TEST(ProfileText, SaysWhyAModelHasNoCounters) {
  EXPECT_THAT(counters_text(sample_profile()),
              ContainsRegex("cluster_tile +Kokkos +loops +no_equivalent: Kokkos has no clusters"));
}

TEST(ProfileText, FitsInto120Columns) {
  Results results = sample_profile();
  for (CaseResult& c : results.cases) {
    c.variant = "a_variant_of_a_name_that_is_long";
    for (auto& [kernel, result] : c.kernels) {
      if (result.counters)
        for (const CounterInfo& info : counter_infos())
          result.counters->values[info.counter] = info.combine == Combine::sum ? 7e10 : 31.6;
      for (const Counter stall : {Counter::stall_short_scoreboard, Counter::stall_not_selected})
        if (result.counters)
          result.counters->values[stall] = 5770;
        else
          result.reason = std::string(500, 'x');
    }
  }
  std::istringstream lines(counters_text(results, {.columns = 120}));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 120U) << line;
}

TEST(ProfileText, CutsNothingWhereTextIsWhole) {
  Results results = sample_profile();
  const std::string name(40, 'v');
  const std::string reason(150, 'r');
  results.cases[0].variant = results.cases[0].compared_with = name;
  results.cases[0].kernels[kokkos_code] = {Status::no_equivalent, reason, {}, {}};
  const std::string text = counters_text(results, {.whole = true});
  EXPECT_THAT(text, HasSubstr("  " + name + " "));
  EXPECT_THAT(text, HasSubstr(reason + "\n"));
}

TEST(LaunchesText, LeavesOutWhatWasNotCounted) {
  const Counters add = {1, {{Counter::duration_ns, 1500}, {Counter::dram_bytes_read, 4096}}};
  const Counters scale = {1, {{Counter::duration_ns, 500}}};
  const std::string text =
      write::as_text(launches_page({{"add", {add, add}}, {"scale", {scale}}}), {.columns = 120});
  EXPECT_THAT(text, ContainsRegex("kernel +launches +time +DRAM B\n"));
  EXPECT_THAT(text, ContainsRegex("add +2 +1\\.50 µs +4096\n"));
  EXPECT_THAT(text, ContainsRegex("scale +1 +0\\.50 µs +-\n"));
}

}  // namespace
}  // namespace tilebridge::pages
