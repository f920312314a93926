// SPDX-License-Identifier: Apache-2.0
#include "judge/ablations.hpp"

#include <gmock/gmock.h>

#include <utility>

#include "tests/results/stepped_results.hpp"

namespace tilebridge::judge {
namespace {

TEST(Ablations, LeadFromPlainOverAllStepsToRewritten) {
  const auto found = ablations(stepped_results(), catalogue());
  ASSERT_EQ(found.size(), 1U);
  const Ablation& ablation = found[0];
  EXPECT_EQ(ablation.experiment->name, "transpose");
  EXPECT_EQ(ablation.in_loops().name, "padded_tile");
  EXPECT_EQ(to_string(ablation.parameters), "rows=1024 cols=1024");
  ASSERT_EQ(ablation.stages.size(), 8U);
  EXPECT_EQ(ablation.stages[7].variant->name, "padded_tile_rewritten");
  EXPECT_NEAR(ablation.stages[3].gain.median, 1, 1e-12);
  EXPECT_NEAR(ablation.stages[4].gain.median, 1.5, 1e-12);
  EXPECT_NEAR(ablation.stages[4].gain.low, 1.5 * 0.99 / 1.01, 1e-12);
  EXPECT_NEAR(ablation.gain().median, 1.5, 1e-12);
}

TEST(Ablations, NeedEveryStepInTheSameCase) {
  Results results = stepped_results();
  results.cases[3].parameters = {{"rows", 2048}, {"cols", 1024}};
  EXPECT_TRUE(ablations(results, catalogue()).empty());
  EXPECT_TRUE(ablations(sample_results(), catalogue()).empty());
}

TEST(Ablations, AreOfTheCaseInWhichPlainKokkosCostsMost) {
  Results results = stepped_results();
  for (CaseResult c : stepped_results().cases) {
    c.parameters = {{"rows", 4096}, {"cols", 4096}};
    c.comparisons[0].ratio.median *= 0.5;
    results.cases.push_back(c);
  }
  const auto found = ablations(results, catalogue());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(to_string(found[0].parameters), "rows=4Ki cols=4Ki");
}

TEST(Ablations, HalvesAndDoublesSpeakOnlyWhereNoFloatsWereMeasured) {
  Results results = stepped_results();
  const std::vector<CaseResult> measured = std::exchange(results.cases, {});
  const auto add = [&](const std::string& real, double speed) {
    for (CaseResult c : measured) {
      c.parameters.set(real_parameter, real);
      c.comparisons[0].ratio.median *= speed;
      results.cases.push_back(c);
    }
  };
  add("half", 0.5);
  EXPECT_EQ(ablations(results, catalogue()).at(0).parameters.text(real_parameter), "half");
  add("float", 1);
  EXPECT_EQ(ablations(results, catalogue()).at(0).parameters.text(real_parameter), "float");
  add("double", 0.25);
  EXPECT_EQ(ablations(results, catalogue()).at(0).parameters.text(real_parameter), "float");
}

/// The steps of all variants that have any are measured in a case in loops and of their rewritten
/// form.
TEST(Ablations, FiveKernelsHaveOne) {
  std::vector<std::string> with_steps;
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      if (v.form == Form::step) {
        const auto cases = cases_of(v, Preset::full, Platform::cuda);
        ASSERT_EQ(cases.size(), 1U) << v.name;
        for (const std::string& other : {v.original(), rewritten_name(v.original())})
          EXPECT_THAT(cases_of(e.variant(other), Preset::full, Platform::cuda),
                      testing::Contains(cases[0]))
              << v.name << ", " << other;
        EXPECT_TRUE(v.step) << v.name;
      }
      if (v.form == Form::rewritten && v.step) with_steps.push_back(e.name + "/" + v.original());
    }
  EXPECT_THAT(with_steps, testing::UnorderedElementsAre("transpose/padded_tile", "matmul/tile16",
                                                        "conv2d/tile_halo", "reduce/block_tree",
                                                        "histogram/block_private"));
}

TEST(Ablations, StepsLeaveBehindIdiomsOfTheCostList) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      if (!v.step || v.step->idiom.empty()) continue;
      const std::string& key = v.step->idiom;
      const std::size_t slash = key.find('/');
      const Variant& idiom =
          catalogue().experiment(key.substr(0, slash)).variant(key.substr(slash + 1));
      EXPECT_TRUE(idiom.idiom) << key;
    }
}

}  // namespace
}  // namespace tilebridge::judge
