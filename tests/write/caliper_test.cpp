// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/judge/sample_runs.hpp"
#include "tests/write/exported.hpp"

namespace tilebridge::write {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;

Json profile_of(const Results& results, const std::string& name) {
  return Json::parse(exported(to_caliper, {results}).at(name));
}

/// The value of a column in the only row.
Json value_in(const Json& profile, const std::string& column) {
  for (std::size_t i = 0; i < profile["columns"].size(); ++i)
    if (profile["columns"][i] == column) return profile["data"].at(0).at(i);
  return "no column";
}

TEST(Caliper, HasAProfileForEachModelAndForm) {
  EXPECT_THAT(
      exported(to_caliper, {sample_results()}),
      ElementsAre(Key("NVIDIA-H200-kokkos-loops.json"), Key("NVIDIA-H200-native-indices.json")));
  EXPECT_THAT(exported(to_caliper, {results_with_second_build()}),
              testing::Contains(Key("NVIDIA-H200-kokkos-5.0.2-loops.json")));
}

TEST(Caliper, FilesOfOneDeviceHaveProfilesOfTheirOwn) {
  EXPECT_EQ(exported(to_caliper, {sample_results(), sample_results()}).size(), 4U);
}

TEST(Caliper, NodesAreExperimentVariantAndCase) {
  const Json profile = profile_of(run_of(1e-3, 4e-3), "NVIDIA-H200-kokkos-loops.json");
  EXPECT_EQ(profile["nodes"],
            Json({{{"column", "path"}, {"label", "transpose"}},
                  {{"column", "path"}, {"label", "tile"}, {"parent", 0}},
                  {{"column", "path"}, {"label", "rows=16Ki cols=16Ki, cold"}, {"parent", 1}}}));
  EXPECT_EQ(value_in(profile, "path"), 2);
}

TEST(Caliper, RowsHaveTimesRatiosAndTheirIntervals) {
  const Json profile = profile_of(run_of(1e-3, 4e-3), "NVIDIA-H200-kokkos-loops.json");
  EXPECT_EQ(value_in(profile, "sum#time.duration"), 4e-3);
  EXPECT_EQ(value_in(profile, "ratio"), 0.25);
  EXPECT_LE(value_in(profile, "time low"), 4e-3);
  EXPECT_EQ(value_in(profile, "Bytes/Rep"), 2147483648.0);
  ASSERT_EQ(profile["column_metadata"].size(), profile["columns"].size());
  EXPECT_EQ(profile["column_metadata"][0]["is_value"], false);
  EXPECT_EQ(profile["column_metadata"][1]["is_value"], true);
  EXPECT_TRUE(value_in(profile_of(run_of(1e-3, 4e-3), "NVIDIA-H200-native-indices.json"), "ratio")
                  .is_null());
}

TEST(Caliper, TheRunIsMetadata) {
  const Json profile = profile_of(sample_results(), "NVIDIA-H200-kokkos-loops.json");
  EXPECT_EQ(profile["variant"], "Kokkos");
  EXPECT_EQ(profile["tuning"], "loops");
  EXPECT_EQ(profile["device"], "NVIDIA H200");
  EXPECT_EQ(profile["release"], "4.7.01");
}

TEST(Caliper, HostileTextsAreJsonInPlainFiles) {
  for (const auto& [name, text] : exported(to_caliper, {hostile_run()})) {
    EXPECT_THAT(name, testing::MatchesRegex("[-.a-zA-Z0-9]+"));
    EXPECT_TRUE(Json::accept(text));
  }
}

}  // namespace
}  // namespace tilebridge::write
