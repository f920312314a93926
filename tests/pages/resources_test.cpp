// SPDX-License-Identifier: Apache-2.0
#include "pages/resources.hpp"

#include <gmock/gmock.h>

#include "tests/resources/sample_table.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ResourcesView, KokkossOwnKernelsAreCountedUnlessAskedFor) {
  const std::vector<ResourceGroup> groups = resource_groups({sample_table()}, Rows::own);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].experiment, "dot");
  EXPECT_EQ(groups[0].rows.size(), 2U);
  EXPECT_EQ(groups[0].left_out, "1 Kokkos-internal kernel: --all");
  const std::vector<ResourceGroup> all = resource_groups({sample_table()}, Rows::all);
  EXPECT_EQ(all[0].rows.size(), 3U);
  EXPECT_EQ(all[0].left_out, "");
}

TEST(ResourcesView, AKernelHasFiguresForEachArchitectureThatKnowsIt) {
  const std::vector<ResourceRow> rows = resource_groups({sample_table()}, Rows::own).at(0).rows;
  EXPECT_EQ(rows[0].kernel, "tree");
  ASSERT_EQ(rows[0].figures.size(), 2U);
  EXPECT_EQ(rows[0].figures[0]->in_words(), "22, 1024 shared");
  EXPECT_EQ(rows[1].model, "kokkos");
  EXPECT_FALSE(rows[1].figures[0].has_value());
  EXPECT_EQ(rows[1].figures[1]->spills, "8/12");
  EXPECT_EQ(rows[1].figures[1]->shared, "-");
  EXPECT_EQ(rows[1].figures[1]->in_words(), "32, 16 stack, 8/12 spilled");
}

TEST(ResourcesView, ChangesAreALineEach) {
  resources::ResourceTable after = sample_table();
  after.at({"dot", Model::native, "tree"}).at("sm_90").registers = 24;
  after.erase({"dot", Model::kokkos, "Tree"});
  after[{"dot", Model::kokkos, "New"}]["sm_90"] = {.registers = 40, .static_shared_bytes = 48};
  const resources::ResourceTable before = sample_table();
  EXPECT_THAT(
      change_lines(resources::changes_between(before, after), Rows::own),
      ElementsAre("dot native tree sm_90: registers 30 → 24",
                  "dot kokkos New sm_90: new: 40, 48 shared",
                  "dot kokkos Tree sm_90: gone: 32, 16 stack, 8/12 spilled", "3 of 5 changed"));
  EXPECT_THAT(change_lines(resources::changes_between(before, before), Rows::own),
              ElementsAre("0 of 4 changed"));
}

TEST(ResourcesView, ChangesSayHowLongTheCodeIsAndCountKokkossOwnKernels) {
  resources::ResourceTable before = sample_table();
  resources::ResourceTable after = sample_table();
  before.at({"dot", Model::native, "tree"}).at("sm_90").code_bytes = 1024;
  after.at({"dot", Model::native, "tree"}).at("sm_90").code_bytes = 2048;
  after.at({"dot", Model::kokkos, "Kokkos::Fill<float>"}).at("sm_90").registers = 12;
  const resources::ResourceChanges changes = resources::changes_between(before, after);
  EXPECT_THAT(change_lines(changes, Rows::own),
              ElementsAre("dot native tree sm_90: instructions 64 → 128", "2 of 4 changed",
                          "of them 1 Kokkos-internal kernel: --all"));
  EXPECT_THAT(change_lines(changes, Rows::all),
              testing::Contains("dot kokkos Kokkos::Fill<float> sm_90: registers 10 → 12"));
}

TEST(ResourcesView, CompileTimeIsASumAndTheLargestChanges) {
  EXPECT_THAT(compile_lines(resources::compile_changes(
                  {{"backends/cuda/a.cu", 2.0}, {"backends/kokkos/b.cpp", 6.0}},
                  {{"backends/cuda/a.cu", 2.0}, {"backends/kokkos/b.cpp", 8.0}})),
              ElementsAre("compile time of 2 files: 8.0 s → 10.0 s (+25.0%)",
                          "  kokkos/b.cpp: 6.0 s → 8.0 s", "  cuda/a.cu: 2.0 s → 2.0 s"));
  EXPECT_THAT(compile_lines({}), testing::IsEmpty());
}

TEST(ResourcesView, AGroupSaysHowLongItsFilesTookToCompile) {
  const auto groups = resource_groups(
      {sample_table(), {{"backends/cuda/dot.cu", 2.04}, {"backends/kokkos/x/dot.cpp", 8}}},
      Rows::own);
  EXPECT_EQ(groups.at(0).compiled, "compiled in 2.0 s (cuda/dot.cu), 8.0 s (kokkos/x/dot.cpp)");
}

TEST(ResourcesView, WhatOnlyOneBuildHasIsNamed) {
  resources::ResourceTable after = sample_table();
  after.at({"dot", Model::native, "tree"}).erase("sm_80");
  const resources::ResourceTable before = sample_table();
  EXPECT_THAT(change_lines(resources::changes_between(before, after), Rows::own),
              ElementsAre("0 of 3 changed", HasSubstr("only before has it: native sm_80")));
}

}  // namespace
}  // namespace tilebridge::pages
