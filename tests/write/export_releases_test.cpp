// SPDX-License-Identifier: Apache-2.0
// Each format has a row for each Kokkos of a run.
#include <gmock/gmock.h>

#include "tests/results/idiom_results.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/write/exported.hpp"

namespace tilebridge::write {
namespace {

using testing::HasSubstr;

const std::string own_name = "transpose/padded_tile/kokkos/rows:16384/cols:16384/cache:cold";
const std::string other_name =
    "transpose/padded_tile/kokkos@5.0.2/rows:16384/cols:16384/cache:cold";

TEST(ExportedReleases, AreRowsOfTheCsvWithTheirRatioToTheOwn) {
  const std::string csv = csv_of(results_with_second_build());
  EXPECT_THAT(csv,
              HasSubstr("verdict,release,own_ratio,own_ratio_low,own_ratio_high,own_verdict\r"));
  const std::string no_factors(16, ',');  // control, loop style, launch, second spelling
  EXPECT_THAT(csv,
              HasSubstr("1.2,1.19,1.21,faster" + no_factors + ",5.0.2,1.26,1.25,1.27,faster\r\n"));
  EXPECT_THAT(csv, HasSubstr("0.958,0.957,0.959,parity" + no_factors + ",,,,,\r\n"));
  EXPECT_THAT(csv, HasSubstr(",invalid,wrong,"));
  EXPECT_EQ(csv.substr(0, csv.find('\n')), csv_of(sample_results()).substr(0, csv.find('\n')))
      << "files have one header";
}

TEST(ExportedReleases, AreBenchmarksOfTheirOwn) {
  const Json gbench = Json::parse(to_gbench(results_with_second_build()));
  EXPECT_THAT(gbench.dump(), HasSubstr(own_name));
  EXPECT_THAT(gbench.dump(), HasSubstr(other_name));
  for (const Json& entry : gbench["benchmarks"])
    if (entry["name"] == other_name + "_estimate") {
      EXPECT_EQ(entry["real_time"], 5e5);
      EXPECT_EQ(entry["own_ratio_low"], 1.25);
    } else {
      EXPECT_FALSE(entry.contains("own_ratio")) << entry;
    }
}

TEST(ExportedReleases, AreTestsOfTheirOwn) {
  const std::string junit = to_junit(results_with_second_build());
  EXPECT_THAT(junit, HasSubstr("cold kokkos@5.0.2\" time=\"0.000500000\""));
  EXPECT_THAT(junit, HasSubstr("message=\"invalid: wrong\""));
}

TEST(ExportedReleases, HaveCostsOfTheirOwn) {
  const Results results = idiom_results_with_second_build(2, 3);
  const Json costs = Json::parse(costs_json(pages::cost_list(results, catalogue())));
  EXPECT_EQ(costs["idioms"][0]["elsewhere"]["Kokkos 5.0.2"], "3.00 2.94–3.06");
}

}  // namespace
}  // namespace tilebridge::write
