// SPDX-License-Identifier: Apache-2.0
#include "resources/resources.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "tests/resources/sample_table.hpp"

namespace tilebridge::resources {
namespace {

using testing::ElementsAre;

TEST(Resources, ComeBackFromJson) {
  EXPECT_EQ(resources_from_json(to_json(sample_table()).dump(), "a.json"), sample_table());
}

TEST(Resources, OtherFilesAreRefused) {
  for (const char* text : {"", "{}", "[1]", R"({"kernels": [{"experiment": "dot"}]})",
                           R"({"kernels": [{"experiment": "a", "model": "b", "kernel": "c"}]})"})
    EXPECT_THROW(resources_from_json(text, "a.json"), UsageError) << text;
}

TEST(Resources, OfSeveralBuildsAreOneTable) {
  ResourceTable native = sample_table();
  std::erase_if(native, [](const auto& row) { return row.first.model != Model::native; });
  ResourceTable kokkos = sample_table();
  kokkos.at({"dot", Model::native, "tree"}).erase("sm_80");
  merge(native, kokkos);
  EXPECT_EQ(native, sample_table());
}

TEST(Resources, ThatContradictEachOtherAreRefused) {
  ResourceTable other = sample_table();
  other.at({"dot", Model::native, "tree"}).at("sm_90").registers = 31;
  ResourceTable table = sample_table();
  EXPECT_THROW(merge(table, other), UsageError);
}

TEST(Resources, ChangesAreWhatDiffers) {
  ResourceTable after = sample_table();
  after.at({"dot", Model::native, "tree"}).at("sm_90").registers = 24;
  after.erase({"dot", Model::kokkos, "Tree"});
  after[{"dot", Model::kokkos, "New"}]["sm_90"] = {.registers = 40, .static_shared_bytes = 48};
  const ResourceTable before = sample_table();
  const ResourceChanges changes = changes_between(before, after);
  ASSERT_EQ(changes.changes.size(), 3U);
  EXPECT_EQ(changes.compared, 5U);
  EXPECT_EQ(changes.changes[0].id.kernel, "tree");
  EXPECT_EQ(to_json(changes)["changes"][0]["after"]["registers"], 24);
  EXPECT_TRUE(to_json(changes)["changes"][1]["before"].is_null());
}

TEST(Resources, WithoutChangesNothingIsListed) {
  const ResourceTable table = sample_table();
  EXPECT_TRUE(changes_between(table, table).changes.empty());
  EXPECT_EQ(changes_between(table, table).compared, 4U);
}

TEST(Resources, WhatOnlyOneBuildHasIsNotCompared) {
  ResourceTable after = sample_table();
  after.at({"dot", Model::native, "tree"}).erase("sm_80");
  const ResourceTable before = sample_table();
  const ResourceChanges changes = changes_between(before, after);
  EXPECT_TRUE(changes.changes.empty());
  EXPECT_THAT(changes.only_in_before, ElementsAre("native sm_80"));
  EXPECT_THAT(changes_between(after, before).only_in_after, ElementsAre("native sm_80"));
}

}  // namespace
}  // namespace tilebridge::resources
