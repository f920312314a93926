#include "measure/plan.hpp"

#include <gmock/gmock.h>

#include "catalogue/error.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Selection select(std::vector<std::string> experiments) {
  Selection selection;
  selection.experiments = std::move(experiments);
  selection.caches = {Cache::cold};
  selection.platform = Platform::cuda;
  return selection;
}

std::vector<std::string> labels(const Selection& selection) {
  std::vector<std::string> all;
  for (const PlannedCase& planned : plan(selection)) all.push_back(planned.label());
  return all;
}

std::string error_of(const Selection& selection) {
  try {
    plan(selection);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Plan, WithoutNamesEveryExperimentButTheCeilings) {
  for (const PlannedCase& planned : plan(select({}))) EXPECT_FALSE(planned.experiment->is_ceiling);
  EXPECT_GT(plan(select({})).size(), 20U);
}

TEST(Plan, OneVariantAtAssignedValues) {
  Selection selection = select({"stride/add"});
  selection.assignments = {{"n", "1024"}, {"stride", "2"}, {"stride", "4"}};
  EXPECT_THAT(labels(selection), testing::ElementsAre("stride/add n=1024 stride=2 cold",
                                                      "stride/add n=1024 stride=4 cold"));
}

TEST(Plan, AssignmentsReachOnlyExperimentsThatHaveTheParameter) {
  Selection selection = select({"dot/block_tree", "transpose/tile"});
  selection.assignments = {{"n", "64"}, {"rows", "32"}, {"cols", "33"}};
  EXPECT_THAT(labels(selection), testing::ElementsAre("dot/block_tree n=64 cold",
                                                      "transpose/tile rows=32 cols=33 cold"));
}

TEST(Plan, BothCachesAreCasesOfTheirOwn) {
  Selection selection = select({"dot/cub"});
  selection.assignments = {{"n", "64"}};
  selection.caches = {Cache::cold, Cache::hot};
  EXPECT_THAT(labels(selection), testing::ElementsAre("dot/cub n=64 cold", "dot/cub n=64 hot"));
}

TEST(Plan, AVariantThatMakesSenseAtOneValueRunsThereOnly) {
  Selection selection = select({"stride/driver_copy"});
  EXPECT_THAT(labels(selection), testing::Each(HasSubstr("stride=1 ")));
  selection.assignments = {{"stride", "2"}};
  EXPECT_THAT(error_of(selection), HasSubstr("nothing to run"));
}

TEST(Plan, LevelsAndModelsFilter) {
  Selection selection = select({"dot"});
  selection.levels = {Level::vendor};
  EXPECT_THAT(labels(selection), testing::Each(HasSubstr("dot/cub")));
  selection.levels.clear();
  selection.models = {Model::vendor};
  EXPECT_THAT(labels(selection), testing::Each(HasSubstr("dot/cub")));
  selection.platform = Platform::host;
  EXPECT_THAT(error_of(selection), HasSubstr("nothing to run"));
}

TEST(Plan, NamesThatAreNotThere) {
  EXPECT_EQ(error_of(select({"transpos"})),
            "unknown experiment 'transpos'; did you mean 'transpose'?");
  EXPECT_EQ(error_of(select({"stride/ad"})), "unknown variant of stride 'ad'; did you mean 'add'?");
  EXPECT_THAT(error_of(select({"ceiling"})), HasSubstr("every run measures the ceilings first"));
  Selection selection = select({"dot"});
  selection.assignments = {{"stride", "2"}};
  EXPECT_THAT(error_of(selection), HasSubstr("unknown parameter 'stride'"));
}

TEST(Plan, ValuesOutOfRange) {
  Selection selection = select({"stride"});
  selection.assignments = {{"stride", "0"}};
  EXPECT_THAT(error_of(selection), HasSubstr("stride=0 is out of range: 1 …"));
  selection.assignments = {{"n", "-1"}};
  EXPECT_THAT(error_of(selection), HasSubstr("n=-1 is out of range"));
}

TEST(Largest, IsTheCaseWithTheMostMemory) {
  Selection selection = select({"dot/block_tree", "transpose/tile"});
  selection.assignments = {{"n", "64"}, {"rows", "32"}, {"cols", "32"}};
  const auto cases = plan(selection);
  const auto [bytes, which] = largest(cases);
  EXPECT_EQ(bytes, 2 * 32 * 32 * sizeof(float));
  EXPECT_EQ(which->experiment->name, "transpose");
}

}  // namespace
}  // namespace tilebridge
