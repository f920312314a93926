// SPDX-License-Identifier: Apache-2.0
#include "pages/explanation.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;

std::vector<Explanation> explained(Results results) {
  const ReportFile file = {"r.json", std::move(results)};
  return explanations(report_of({&file, 1}, catalogue(), "").experiments.at(0));
}

TEST(Explanations, AreOfVariantsThatHaveCasesInTheCataloguesOrder) {
  Results results = sample_results();
  results.cases[0].variant = "yet_unknown";
  std::vector<std::string> names;
  for (const Explanation& explanation : explained(results)) names.push_back(explanation.name);
  EXPECT_THAT(names, ElementsAre("tile", "swizzled_tile"));
}

TEST(Explanations, HavePicturesOfSmallArraysAndBothModelsCode) {
  const Explanation tile = explained(sample_results()).at(0);
  EXPECT_EQ(tile.name, "tile");
  ASSERT_EQ(tile.pictured.size(), 1U);
  EXPECT_THAT(tile.pictured[0].title, testing::StartsWith("native and Kokkos alike, with rows="));
  EXPECT_EQ(tile.pictured[0].pictures.size(), 4U);
  EXPECT_EQ(tile.left.title, "native CUDA");
  EXPECT_EQ(tile.right.title, "Kokkos in ranges");
  EXPECT_EQ(tile.left.fragments.back().fragment.path, "backends/cuda/tiling/transpose.cu");
}

TEST(Explanations, AreDrawnIfThereIsASketch) {
  Results results = sample_results();
  EXPECT_FALSE(explained(results).at(0).drawing.has_value());
  for (CaseResult& c : results.cases) {
    c.experiment = "dot";
    c.variant = "block_tree";
  }
  ASSERT_TRUE(explained(results).at(0).drawing.has_value());
  for (CaseResult& c : results.cases) c.platform = "host";
  EXPECT_FALSE(explained(results).at(0).drawing.has_value());
}

TEST(Explanations, TheMatchedFormIsPartOfItsVariant) {
  const Explanation tile = explained(sample_results()).at(0);
  ASSERT_NE(tile.matched, nullptr);
  EXPECT_EQ(tile.matched->name, "tile_matched");
  EXPECT_EQ(tile.matched->right.title, "matched Kokkos");
}

TEST(Explanations, OnAHostShowItsCodeAndNoPictures) {
  Results results = sample_results();
  for (CaseResult& c : results.cases) c.platform = "host";
  const Explanation tile = explained(results).at(0);
  EXPECT_TRUE(tile.pictured.empty());
  EXPECT_EQ(tile.left.title, "native C++ and OpenMP");
}

TEST(Explanations, OfAnUnknownExperimentAreNone) {
  Results results = sample_results();
  for (CaseResult& c : results.cases) c.experiment = "tomorrow";
  EXPECT_TRUE(explained(results).empty());
}

}  // namespace
}  // namespace tilebridge::pages
