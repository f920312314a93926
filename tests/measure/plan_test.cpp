// SPDX-License-Identifier: Apache-2.0
#include "measure/plan.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"

namespace tilebridge {
namespace {

using testing::Contains;
using testing::HasSubstr;

bool exists_on_host(const Experiment& experiment) {
  return std::any_of(experiment.variants.begin(), experiment.variants.end(),
                     [](const Variant& v) { return v.runs(Model::native, Platform::host); });
}

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

TEST(Plan, WithoutNamesEveryExperiment) {
  std::set<std::string> planned;
  for (const PlannedCase& c : plan(select({}))) planned.insert(c.experiment->name);
  for (const Experiment& e : catalogue()) {
    if (!exists_on_host(e)) continue;
    EXPECT_THAT(planned, Contains(e.name));
  }
}

TEST(Plan, CeilingsAreTheLastCasesOfTheVariantsThatMeasureThem) {
  const auto ceilings = plan_ceilings(Preset::quick, Platform::host);
  ASSERT_EQ(ceilings.size(), 4U);
  for (const PlannedCase& planned : ceilings) {
    EXPECT_TRUE(planned.variant->ceiling_of);
    EXPECT_EQ(planned.parameters, cases_of(*planned.variant, Preset::quick, Platform::host).back());
  }
}

TEST(Plan, OneVariantAtAssignedValues) {
  Selection selection = select({"stride/add"});
  selection.assignments = {{"n", "1024"}, {"stride", "2"}, {"stride", "4"}};
  EXPECT_THAT(labels(selection),
              testing::ElementsAre("stride/add n=1024 stride=2 real=float cold",
                                   "stride/add n=1024 stride=4 real=float cold"));
}

TEST(Plan, AssignmentsReachOnlyExperimentsThatHaveTheParameter) {
  Selection selection = select({"dot/block_tree", "transpose/tile"});
  selection.assignments = {{"n", "64"}, {"rows", "32"}, {"cols", "33"}};
  EXPECT_THAT(labels(selection),
              testing::ElementsAre("dot/block_tree n=64 real=float cold",
                                   "transpose/tile rows=32 cols=33 real=float cold"));
}

TEST(Plan, BothCachesAreCasesOfTheirOwn) {
  Selection selection = select({"dot/cub"});
  selection.assignments = {{"n", "64"}};
  selection.caches = {Cache::cold, Cache::hot};
  EXPECT_THAT(labels(selection),
              testing::ElementsAre("dot/cub n=64 real=float cold", "dot/cub n=64 real=float hot"));
}

TEST(Plan, CasesThatShareTheirArraysFollowOneAnother) {
  Selection selection = select({"stride/add", "stride/copy", "stride/add_matched"});
  selection.assignments = {{"n", "64"}, {"stride", "2"}, {"stride", "4"}};
  EXPECT_THAT(labels(selection),
              testing::ElementsAre("stride/add n=64 stride=2 real=float cold",
                                   "stride/add_matched n=64 stride=2 real=float cold",
                                   "stride/add n=64 stride=4 real=float cold",
                                   "stride/add_matched n=64 stride=4 real=float cold",
                                   "stride/copy n=64 stride=2 real=float cold",
                                   "stride/copy n=64 stride=4 real=float cold"));
}

TEST(Plan, DoublesAreOfTheLargestCaseOfATunedVariantInTheFullPreset) {
  Selection selection = select({"transpose/vector_tile", "transpose/tile"});
  selection.platform = Platform::cuda;
  selection.preset = Preset::full;
  const std::vector<std::string> all = labels(selection);
  std::vector<std::string> doubles;
  std::copy_if(all.begin(), all.end(), std::back_inserter(doubles), [](const std::string& label) {
    return label.find("real=double") != std::string::npos;
  });
  EXPECT_THAT(doubles,
              testing::ElementsAre("transpose/vector_tile rows=16Ki cols=16Ki real=double cold"));
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

TEST(Plan, HipHasTheCasesOfCudaButThoseOfItsLibraries) {
  Selection selection = select({"dot"});
  std::vector<std::string> expected;
  for (const PlannedCase& planned : plan(selection))
    if (planned.variant->level != Level::vendor) expected.push_back(planned.label());
  EXPECT_LT(expected.size(), labels(selection).size());
  selection.platform = Platform::hip;
  EXPECT_EQ(labels(selection), expected);
}

TEST(Plan, NamesThatAreNotThere) {
  EXPECT_EQ(error_of(select({"transpos"})),
            "unknown experiment 'transpos'; did you mean 'transpose'?");
  EXPECT_EQ(error_of(select({"stride/ad"})), "unknown variant of stride 'ad'; did you mean 'add'?");
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
  EXPECT_EQ(bytes, sizeof(float) * 2 * 32 * 32);
  EXPECT_EQ(which->experiment->name, "transpose");
}

}  // namespace
}  // namespace tilebridge
