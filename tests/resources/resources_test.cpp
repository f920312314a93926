// SPDX-License-Identifier: Apache-2.0
#include "resources/resources.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "tests/resources/sample_table.hpp"

namespace tilebridge::resources {
namespace {

using testing::ElementsAre;

TEST(Resources, ComeBackFromJson) {
  EXPECT_EQ(resources_from_json(to_json({sample_table()}).dump(), "a.json").kernels,
            sample_table());
  BuildResources build = {sample_table(), {{"backends/cuda/dot.cu", 2.5}}};
  build.kernels.begin()->second.begin()->second.code_bytes = 384;
  const Json json = to_json(build);
  EXPECT_EQ(resources_from_json(json.dump(), "a.json"), build);
  EXPECT_THAT(json.dump(), testing::HasSubstr(R"("code_bytes":384,"instructions":24)"));
  EXPECT_THAT(to_json({sample_table()}).dump(), testing::Not(testing::HasSubstr("code_bytes")));
}

TEST(Resources, OnlyLargeDifferencesInTheLengthOfCodeAloneAreChanges) {
  ResourceTable before = sample_table();
  ResourceTable after = sample_table();
  const auto changed = [&](std::int64_t was, std::int64_t is, CodeChanges which) {
    before.at({"dot", Model::native, "tree"}).at("sm_90").code_bytes = was;
    after.at({"dot", Model::native, "tree"}).at("sm_90").code_bytes = is;
    return changes_between(before, after, which).changes.size();
  };
  EXPECT_EQ(changed(1024, 1280, CodeChanges::large), 1U);
  EXPECT_EQ(changed(1280, 1024, CodeChanges::large), 1U);
  EXPECT_EQ(changed(384, 512, CodeChanges::large), 0U);  // padding
  EXPECT_EQ(changed(12800, 13056, CodeChanges::large), 0U);
  EXPECT_EQ(changed(12800, 13056, CodeChanges::all), 1U);
  EXPECT_EQ(changes_between(sample_table(), after, CodeChanges::all).changes.size(), 0U);
}

TEST(Resources, TheLengthOfCodeIsNoContradiction) {
  ResourceTable table = sample_table();
  ResourceTable other = sample_table();
  other.at({"dot", Model::native, "tree"}).at("sm_90").code_bytes = 384;
  EXPECT_NO_THROW(merge(table, other));
}

TEST(Resources, CompileTimeIsOfTheFilesThatBothHave) {
  const CompileChanges changes =
      compile_changes({{"a", 1.0}, {"b", 2.0}, {"c", 5.0}}, {{"a", 1.5}, {"b", 4.0}, {"d", 9.0}});
  EXPECT_EQ(changes.before, 3);
  EXPECT_EQ(changes.after, 5.5);
  ASSERT_EQ(changes.files.size(), 2U);
  EXPECT_EQ(changes.files[0].source, "b");
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
  EXPECT_EQ(to_json(changes, {})["changes"][0]["after"]["registers"], 24);
  EXPECT_TRUE(to_json(changes, {})["changes"][1]["before"].is_null());
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
