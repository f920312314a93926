// SPDX-License-Identifier: Apache-2.0
#include "resources/resources.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "report/resources_table.hpp"

namespace tilebridge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

ResourceTable sample() {
  return {
      {{"dot", Model::native, "tree"},
       {{"sm_80", {.registers = 22, .barriers = 1, .static_shared_bytes = 1024}},
        {"sm_90", {.registers = 30, .barriers = 1, .static_shared_bytes = 1024}}}},
      {{"dot", Model::kokkos, "Tree"},
       {{"sm_90",
         {.registers = 32, .stack_bytes = 16, .spill_store_bytes = 8, .spill_load_bytes = 12}}}},
      {{"dot", Model::kokkos, "Kokkos::Fill<float>"}, {{"sm_90", {.registers = 10}}}}};
}

TEST(Resources, ComeBackFromJson) {
  EXPECT_EQ(resources_from_json(to_json(sample()).dump(), "a.json"), sample());
}

TEST(Resources, OtherFilesAreRefused) {
  for (const char* text : {"", "{}", "[1]", R"({"kernels": [{"experiment": "dot"}]})",
                           R"({"kernels": [{"experiment": "a", "model": "b", "kernel": "c"}]})"})
    EXPECT_THROW(resources_from_json(text, "a.json"), UsageError) << text;
}

TEST(Resources, OfSeveralBuildsAreOneTable) {
  ResourceTable native = sample();
  std::erase_if(native, [](const auto& row) { return row.first.model != Model::native; });
  ResourceTable kokkos = sample();
  kokkos.at({"dot", Model::native, "tree"}).erase("sm_80");
  merge(native, kokkos);
  EXPECT_EQ(native, sample());
}

TEST(Resources, ThatContradictEachOtherAreRefused) {
  ResourceTable other = sample();
  other.at({"dot", Model::native, "tree"}).at("sm_90").registers = 31;
  ResourceTable table = sample();
  EXPECT_THROW(merge(table, other), UsageError);
}

TEST(Resources, ChangesAreWhatDiffers) {
  ResourceTable after = sample();
  after.at({"dot", Model::native, "tree"}).at("sm_90").registers = 24;
  after.erase({"dot", Model::kokkos, "Tree"});
  after[{"dot", Model::kokkos, "New"}]["sm_90"] = {.registers = 40, .static_shared_bytes = 48};
  const ResourceTable before = sample();
  const ResourceChanges changes = changes_between(before, after);
  EXPECT_EQ(changes_as_text(changes),
            "dot native tree sm_90: registers 30 → 24\n"
            "dot kokkos New sm_90: new: 40, 48 shared\n"
            "dot kokkos Tree sm_90: gone: 32, 16 stack, 8/12 spilled\n"
            "3 of 5 changed\n");
  EXPECT_EQ(to_json(changes)["changes"][0]["after"]["registers"], 24);
  EXPECT_TRUE(to_json(changes)["changes"][1]["before"].is_null());
}

TEST(Resources, WithoutChangesNothingIsListed) {
  const ResourceTable table = sample();
  EXPECT_EQ(changes_as_text(changes_between(table, table)), "0 of 4 changed\n");
}

TEST(Resources, WhatOnlyOneBuildHasIsNotCompared) {
  ResourceTable after = sample();
  after.at({"dot", Model::native, "tree"}).erase("sm_80");
  const ResourceTable before = sample();
  const ResourceChanges changes = changes_between(before, after);
  EXPECT_TRUE(changes.changes.empty());
  EXPECT_THAT(changes.only_in_before, ElementsAre("native sm_80"));
  EXPECT_THAT(changes_as_text(changes), HasSubstr("only before has it: native sm_80\n"));
  EXPECT_THAT(changes_between(after, before).only_in_after, ElementsAre("native sm_80"));
}

TEST(ResourcesTable, SetsArchitecturesSideBySide) {
  const std::string text = resources_as_text(sample(), Rows::own);
  EXPECT_THAT(text, testing::ContainsRegex("tree +native +22 +- +- +1024 +30 +- +- +1024\n"));
  EXPECT_THAT(text, testing::ContainsRegex("Tree +kokkos {30,}32 +16 +8/12 +-\n"));
  EXPECT_THAT(text, HasSubstr("  + 1 Kokkos-internal kernel: --all\n"));
  EXPECT_THAT(text, Not(HasSubstr("Fill")));
  EXPECT_THAT(resources_as_text(sample(), Rows::all), HasSubstr("Kokkos::Fill<float>"));
}

TEST(ResourcesTable, FitsInto120Columns) {
  ResourceTable table = sample();
  for (const char* arch : {"sm_80", "sm_89", "sm_90"})
    table[{"dot", Model::vendor, std::string(300, 'x')}][arch] = {.registers = 255,
                                                                  .stack_bytes = 12345,
                                                                  .spill_store_bytes = 999,
                                                                  .spill_load_bytes = 999,
                                                                  .static_shared_bytes = 232448};
  std::istringstream lines(resources_as_text(table, Rows::all));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120U) << line;
}

TEST(ResourcesTable, MarkdownHasARowAKernel) {
  EXPECT_EQ(resources_as_markdown(sample(), Rows::own),
            "### dot\n\n| kernel | model | sm_80 | sm_90 |\n|---|---|---|---|\n"
            "| `tree` | native | 22, 1024 shared | 30, 1024 shared |\n"
            "| `Tree` | kokkos |  | 32, 16 stack, 8/12 spilled |\n");
}

}  // namespace
}  // namespace tilebridge
