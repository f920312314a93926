// SPDX-License-Identifier: Apache-2.0
// Fleets made of one stored result: each file has the error of a GPU and of each result.
#include "judge/fleet.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

#include "results/file.hpp"
#include "tests/judge/sample_runs.hpp"

namespace tilebridge::judge {
namespace {

using testing::SizeIs;

constexpr std::size_t many = 64;

const Results& stored() {
  static const Results results = read_results(TILEBRIDGE_RESULTS "/h200-models.json");
  return results;
}

/// Every `step`-th result of the stored file.
FleetFile thinned(std::size_t step) {
  FleetFile file = fleet_file("", stored());
  std::size_t number = 0;
  std::erase_if(file.results, [&](const auto&) { return number++ % step != 0; });
  return file;
}

/// Files of GPUs whose times vary by 0.4%, and of results that vary by 0.3% more.
std::vector<FleetFile> alike(const FleetFile& of, std::size_t files, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<FleetFile> fleet(files, of);
  for (std::size_t i = 0; i < files; ++i) {
    fleet[i].name = fmt::format("gpu{}", i);
    const double of_gpu = 0.004 * normal(random);
    for (auto& [key, result] : fleet[i].results)
      result.seconds *= std::exp(of_gpu + 0.003 * normal(random));
  }
  return fleet;
}

std::vector<std::string> named(const Fleet& fleet, Standing standing) {
  std::vector<std::string> names;
  for (const FleetRow& row : fleet.rows)
    if (row.is(standing)) names.push_back(row.file->name);
  return names;
}

TEST(Fleet, NamesAGpuThatIsThreePerCentSlower) {
  std::vector<FleetFile> files = alike(thinned(8), many, 1);
  for (auto& [key, result] : files[17].results) result.seconds *= 1.03;
  const Fleet fleet = judge_fleet(files, 0.01);
  EXPECT_THAT(named(fleet, Standing::slow), testing::ElementsAre("gpu17"));
  EXPECT_THAT(named(fleet, Standing::fast), testing::IsEmpty());
  ASSERT_THAT(fleet.rows, SizeIs(many));
  const FleetRow& worst = fleet.rows.front();
  EXPECT_EQ(worst.file->name, "gpu17");
  EXPECT_NEAR(worst.of(FleetPart::all).time.value, 1.03, 0.012);  // with its own error
  EXPECT_LT(worst.of(FleetPart::all).time.low, worst.of(FleetPart::all).time.value);
  EXPECT_GT(worst.of(FleetPart::all).time.low, 1.01);
  EXPECT_THAT(worst.most, SizeIs(3));
  EXPECT_NEAR(fleet.scatter.front().scatter, 0.004, 0.0015);
}

TEST(Fleet, NamesAGpuWithFasterMemoryAndWhereItIsFaster) {
  std::vector<FleetFile> files = alike(thinned(8), many, 2);
  const auto is_of_memory = [](const auto& entry) {
    return entry.second.limited_by == FleetPart::memory;
  };
  const auto of_memory = std::ranges::count_if(files[5].results, is_of_memory);
  ASSERT_GT(of_memory, 100);
  ASSERT_LT(of_memory, std::ssize(files[5].results) - 50);
  for (auto& [key, result] : files[5].results)
    if (result.limited_by == FleetPart::memory) result.seconds *= 0.97;
  const Fleet fleet = judge_fleet(files, 0.01);
  EXPECT_THAT(named(fleet, Standing::fast), testing::ElementsAre("gpu5"));
  EXPECT_THAT(named(fleet, Standing::slow), testing::IsEmpty());
  const auto row = std::ranges::find(fleet.rows, &files[5], &FleetRow::file);
  EXPECT_EQ(row->of(FleetPart::memory).standing, Standing::fast);
  EXPECT_NEAR(row->of(FleetPart::memory).time.value, 0.97, 0.012);  // with its own error
  EXPECT_EQ(row->of(FleetPart::chip).standing, Standing::alike);
  for (const Deviation& most : row->most)
    EXPECT_EQ(files[5].results.at({most.experiment, most.what}).limited_by, FleetPart::memory);
}

TEST(Fleet, OfAlikeGpusHasOneNamedNoMoreOftenThanStated) {
  constexpr int fleets = 200;
  const FleetFile file = thinned(60);
  int with_one = 0;
  for (int seed = 0; seed < fleets; ++seed) {
    const std::vector<FleetFile> files = alike(file, many, 100 + seed);
    const Fleet fleet = judge_fleet(files, 0);
    with_one += named(fleet, Standing::alike).size() < many ? 1 : 0;
  }
  EXPECT_LE(with_one, false_alarms * fleets);
}

TEST(Fleet, IgnoresLessThanItIsToldTo) {
  std::vector<FleetFile> files = alike(thinned(8), many, 3);
  for (auto& [key, result] : files[0].results) result.seconds *= 1.03;
  EXPECT_THAT(named(judge_fleet(files, 0.01), Standing::slow), SizeIs(1));
  const Fleet fleet = judge_fleet(files, 0.05);
  EXPECT_THAT(named(fleet, Standing::slow), testing::IsEmpty());
  EXPECT_NEAR(fleet.scatter.front().limit, 0.05, 1e-12);
}

TEST(Fleet, IsJudgedByWhatMostFilesHave) {
  std::vector<FleetFile> files = alike(thinned(50), 5, 4);
  const std::size_t results = files[0].results.size();
  files[0].results[{"rare", "one"}] = files[1].results[{"rare", "one"}] = {1, FleetPart::chip};
  files[2].results.erase(files[2].results.begin());
  files[3].results.clear();
  const Fleet fleet = judge_fleet(files, 0.01);
  EXPECT_THAT(fleet.left_out, testing::ElementsAre(&files[3]));
  for (const FleetRow& row : fleet.rows)
    EXPECT_EQ(row.of(FleetPart::all).results, row.file == &files[2] ? results - 1 : results);
}

TEST(Fleet, OfTwoFilesIsNotJudged) {
  std::vector<FleetFile> files = alike(thinned(50), 2, 5);
  for (auto& [key, result] : files[0].results) result.seconds *= 2;
  EXPECT_THAT(named(judge_fleet(files, 0.01), Standing::alike), SizeIs(2));
}

TEST(Fleet, LeavesOutWhatIsShortOrWaitsForTheHost) {
  Results results = run_of(1e-3, 1e-3);
  EXPECT_THAT(fleet_file("r", results).results, SizeIs(2));
  results.cases.front().kernels[kokkos_code].timing->waits_for_host = true;
  EXPECT_THAT(fleet_file("r", results).results, SizeIs(1));
  EXPECT_THAT(fleet_file("r", run_of(1e-6, 1e-3)).results, SizeIs(1));
  results.cases.front().kernels[kokkos_code] = {Status::invalid, "wrong", invalid()};
  EXPECT_EQ(fleet_file("r", results).invalid, 1U);
}

TEST(FleetQuantile, FallsWithTheFilesThatTellTheScatterAndRisesWithThoseThatMayBeNamed) {
  EXPECT_GT(fleet_quantile(4), fleet_quantile(8));
  EXPECT_GT(fleet_quantile(8), fleet_quantile(64));
  EXPECT_GT(fleet_quantile(64), 3.6);  // of 64 normal ones with a known scatter
  EXPECT_LT(fleet_quantile(64), 7);
  EXPECT_GT(fleet_quantile(1000), 4.2);
}

}  // namespace
}  // namespace tilebridge::judge
