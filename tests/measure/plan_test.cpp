// SPDX-License-Identifier: Apache-2.0
#include "measure/plan.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "tests/catalogue/sample_catalogue.hpp"

namespace tilebridge::measure {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Catalogue samples = sample_catalogue();

Selection select(std::vector<std::string> experiments, std::vector<Assignment> assignments = {}) {
  Selection selection;
  selection.experiments = std::move(experiments);
  selection.assignments = std::move(assignments);
  selection.caches = {Cache::cold};
  selection.platform = Platform::cuda;
  return selection;
}

std::vector<std::string> labels(const std::vector<PlannedCase>& cases) {
  std::vector<std::string> all;
  for (const PlannedCase& planned : cases) all.push_back(planned.label());
  return all;
}

std::vector<std::string> labels(const Selection& selection) {
  return labels(plan(selection, samples));
}

/// "direct", for each case once.
std::vector<std::string> variants(const Selection& selection) {
  std::vector<std::string> all;
  for (const PlannedCase& planned : plan(selection, samples)) all.push_back(planned.variant->name);
  return all;
}

std::string error_of(const Selection& selection) {
  try {
    plan(selection, samples);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Plan, WithoutNamesEveryExperiment) {
  EXPECT_THAT(labels(select({})),
              ElementsAre("scale/direct n=1024 stride=2 real=float cold",
                          "scale/direct_rewritten n=1024 stride=2 real=float cold",
                          "scale/vectors n=1024 stride=2 real=float cold",
                          "scale/range n=1024 stride=2 real=float cold",
                          "scale/library n=1024 stride=2 real=float cold",
                          "scale/in_place n=1024 stride=2 real=float cold",
                          "scale/contiguous n=1024 stride=1 real=float cold",
                          "peak/copy n=1024 stride=2 cold", "peak/cached n=1024 stride=2 cold"));
}

TEST(Plan, NothingOfAnEmptyCatalogue) {
  EXPECT_THAT([] { plan(select({}), Catalogue({})); },
              testing::ThrowsMessage<UsageError>(HasSubstr("nothing to run")));
}

TEST(Plan, CeilingsAreTheLastCasesOfTheVariantsThatMeasureThem) {
  EXPECT_THAT(labels(plan_ceilings(Preset::full, Platform::cuda, samples)),
              ElementsAre("peak/copy n=4Ki stride=1 cold", "peak/cached n=4Ki stride=1 cold"));
  EXPECT_THAT(labels(plan_ceilings(Preset::quick, Platform::host, samples)),
              ElementsAre("peak/copy n=1024 stride=2 cold"));
}

TEST(Plan, OneVariantAtAssignedValues) {
  EXPECT_THAT(labels(select({"scale/direct"}, {{"n", "64"}, {"stride", "2"}, {"stride", "4"}})),
              ElementsAre("scale/direct n=64 stride=2 real=float cold",
                          "scale/direct n=64 stride=4 real=float cold"));
}

TEST(Plan, AVariantNamedTwiceIsPlannedOnce) {
  EXPECT_THAT(labels(select({"scale/direct", "scale/direct"})),
              ElementsAre("scale/direct n=1024 stride=2 real=float cold"));
}

TEST(Plan, AssignmentsReachOnlyExperimentsThatHaveTheParameter) {
  EXPECT_THAT(labels(select({"scale/direct", "peak/copy"}, {{"real", "double"}})),
              ElementsAre("scale/direct n=1024 stride=2 real=double cold",
                          "peak/copy n=1024 stride=2 cold"));
}

TEST(Plan, AVariantOfWordsIsPlannedOnceWhateverTheNumbersAre) {
  Selection selection = select({"policies/launch_bounds"}, {{"real", "float"}, {"real", "double"}});
  EXPECT_THAT(labels(plan(selection, catalogue())),
              ElementsAre("policies/launch_bounds nx=256 ny=128 nz=16 cold"));
}

TEST(Plan, BothCachesAreCasesOfTheirOwn) {
  Selection selection = select({"peak/copy"});
  selection.caches = {Cache::cold, Cache::hot};
  EXPECT_THAT(labels(selection), ElementsAre("peak/copy n=1024 stride=2 cold",  //
                                             "peak/copy n=1024 stride=2 hot"));
}

TEST(Plan, CasesThatShareTheirArraysFollowOneAnother) {
  Selection selection = select({"scale/direct", "scale/in_place", "scale/direct_rewritten"},
                               {{"stride", "2"}, {"stride", "4"}});
  EXPECT_THAT(labels(selection),
              ElementsAre("scale/direct n=1024 stride=2 real=float cold",
                          "scale/direct_rewritten n=1024 stride=2 real=float cold",
                          "scale/direct n=1024 stride=4 real=float cold",
                          "scale/direct_rewritten n=1024 stride=4 real=float cold",
                          "scale/in_place n=1024 stride=2 real=float cold",
                          "scale/in_place n=1024 stride=4 real=float cold"));
}

TEST(Plan, DoublesAreOfTheLargestCaseInTheFullPreset) {
  Selection selection = select({"scale/direct", "scale/vectors"});
  selection.preset = Preset::full;
  EXPECT_THAT(labels(selection), ElementsAre("scale/direct n=1024 stride=2 real=float cold",
                                             "scale/vectors n=1024 stride=2 real=float cold",
                                             "scale/direct n=4Ki stride=1 real=float cold",
                                             "scale/vectors n=4Ki stride=1 real=float cold",
                                             "scale/direct n=4Ki stride=1 real=double cold",
                                             "scale/vectors n=4Ki stride=1 real=double cold"));
}

TEST(Plan, AVariantThatMakesSenseAtOneValueRunsThereOnly) {
  Selection selection = select({"scale/contiguous"});
  EXPECT_THAT(labels(selection), ElementsAre("scale/contiguous n=1024 stride=1 real=float cold"));
  selection.assignments = {{"stride", "2"}};
  EXPECT_THAT(error_of(selection), HasSubstr("nothing to run"));
}

TEST(Plan, LevelsAndModelsFilter) {
  Selection selection = select({"scale"});
  selection.forms = {Form::rewritten, Form::vendor};
  EXPECT_THAT(variants(selection), ElementsAre("direct_rewritten", "library"));
  selection.forms.clear();
  selection.models = {Model::native};
  EXPECT_THAT(variants(selection),
              ElementsAre("direct", "vectors", "library", "in_place", "contiguous"));
  selection.forms = {Form::vendor};
  EXPECT_THAT(variants(selection), ElementsAre("library"));
  selection.platform = Platform::host;
  EXPECT_THAT(error_of(selection), HasSubstr("nothing to run"));
}

TEST(Plan, AHostHasNoCasesOfGpusAlone) {
  Selection selection = select({});
  selection.platform = Platform::host;
  EXPECT_THAT(variants(selection),
              ElementsAre("direct", "direct_rewritten", "range", "in_place", "contiguous", "copy"));
}

TEST(Plan, WhatNeedsAGpuSaysSoOnAHost) {
  Selection selection = select({"scale/library"});
  selection.platform = Platform::host;
  EXPECT_EQ(error_of(selection),
            "scale/library needs a GPU: it has no code for hosts; `tilebridge explain "
            "scale/library` shows it");
  selection.experiments = {"scale"};
  EXPECT_EQ(error_of(selection), "");
}

TEST(Plan, HipHasTheCasesOfCuda) {
  Selection selection = select({});
  const std::vector<std::string> of_cuda = labels(selection);
  selection.platform = Platform::hip;
  EXPECT_EQ(labels(selection), of_cuda);
}

TEST(Plan, AFamilyMeansAllItsExperiments) {
  const auto names_of = [](const std::string& family) {
    std::set<std::string> names;
    for (const PlannedCase& planned : plan(select({family}), samples))
      names.insert(planned.experiment->name);
    return names;
  };
  EXPECT_THAT(names_of("coalescing"), ElementsAre("scale"));
  EXPECT_THAT(names_of("hierarchy"), ElementsAre("peak"));
}

TEST(Plan, NamesThatAreNotThere) {
  EXPECT_EQ(error_of(select({"scal"})), "unknown experiment 'scal'; did you mean 'scale'?");
  EXPECT_EQ(error_of(select({"scale/vector"})),
            "unknown variant of scale 'vector'; did you mean 'vectors'?");
  Selection selection = select({"peak"}, {{"real", "double"}});
  EXPECT_THAT(error_of(selection), HasSubstr("unknown parameter 'real'"));
}

TEST(Plan, ValuesOutOfRange) {
  Selection selection = select({"scale"}, {{"stride", "0"}});
  EXPECT_THAT(error_of(selection), testing::StartsWith("scale: stride=0 is out of range: 1 …"));
  selection.assignments = {{"n", "-1"}};
  EXPECT_THAT(error_of(selection), HasSubstr("n=-1 is out of range"));
}

TEST(Largest, IsTheCaseWithTheMostMemory) {
  Selection selection = select({"scale/direct", "scale/in_place"}, {{"n", "64"}, {"n", "32"}});
  const auto cases = plan(selection, samples);
  const auto [bytes, which] = largest(cases);
  EXPECT_EQ(bytes, 128 * sizeof(float));
  EXPECT_EQ(which->label(), "scale/direct n=64 stride=2 real=float cold");
}

/// The last of the tested values of every parameter.
std::vector<Assignment> last_of(const TestSizes& sizes) {
  std::vector<Assignment> assignments;
  for (const auto& [name, values] : sizes.axes)
    assignments.push_back({name, std::to_string(values.back())});
  return assignments;
}

bool inputs_are_equal(const PlannedCase& a, const PlannedCase& b) {
  const auto specs_of = [](const PlannedCase& planned) {
    return planned.variant->problem->arrays(planned.parameters);
  };
  HostArrays of_a(specs_of(a), 1);
  HostArrays of_b(specs_of(b), 1);
  const auto specs = specs_of(a);
  return std::all_of(specs.begin(), specs.end(), [&](const ArraySpec& spec) {
    return spec.role == Role::output ||
           std::ranges::equal(of_a.bytes(spec.name), of_b.bytes(spec.name));
  });
}

bool is_small(const PlannedCase& planned) {
  return total_bytes(planned.variant->problem->arrays(planned.parameters)) <= std::size_t{1} << 22U;
}

TEST(Plan, AParameterOfTheLaunchAloneLeavesTheArrays) {
  Selection selection = select({"block_size/add"}, {{"n", "1000"}, {"threads", "32"}});
  const PlannedCase narrow = plan(selection, catalogue()).at(0);
  selection.assignments = {{"n", "1000"}, {"threads", "256"}};
  EXPECT_TRUE(share_arrays(narrow, plan(selection, catalogue()).at(0)));
  selection.assignments = {{"n", "1001"}, {"threads", "32"}};
  EXPECT_FALSE(share_arrays(narrow, plan(selection, catalogue()).at(0)));
}

/// Neighbours suffice: cases that share arrays are adjacent.
TEST(Plan, CasesWithTheSameArraysWantTheSameContents) {
  for (const Experiment& e : catalogue())
    for (const TestSizes& sizes : e.tested_at) {
      if (!sizes.are_for(Platform::cuda)) continue;
      const Selection selection =
          select({sizes.variant.empty() ? e.name : e.name + "/" + sizes.variant}, last_of(sizes));
      const std::vector<PlannedCase> cases = plan(selection, catalogue());
      for (std::size_t i = 1; i < cases.size(); ++i)
        EXPECT_TRUE(!is_small(cases[i]) || !share_arrays(cases[i - 1], cases[i]) ||
                    inputs_are_equal(cases[i - 1], cases[i]))
            << cases[i - 1].label() << " and " << cases[i].label();
    }
}

}  // namespace
}  // namespace tilebridge::measure
