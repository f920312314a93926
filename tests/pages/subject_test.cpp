// SPDX-License-Identifier: Apache-2.0
#include "pages/subject.hpp"

#include <gmock/gmock.h>

#include "catalogue/catalogue.hpp"

namespace tilebridge::pages {
namespace {

Subject subject_of(const char* experiment, const char* variant) {
  const Experiment& e = catalogue().experiment(experiment);
  return {&e, &e.variant(variant)};
}

TEST(Subject, KnowsItsMatchedForm) {
  const Subject tile = subject_of("transpose", "tile");
  const Variant* matched = matched_to(*tile.experiment, *tile.variant);
  ASSERT_NE(matched, nullptr);
  EXPECT_EQ(matched->name, "tile_matched");
  EXPECT_EQ(matched_to(*tile.experiment, *matched), nullptr);
}

TEST(Subject, ColumnsSayWhatStandsThere) {
  const auto [native, kokkos] = listing_columns(subject_of("transpose", "mdrange"), Platform::cuda);
  EXPECT_EQ(native.note, "of transpose/write_coalesced, which this is compared with");
  EXPECT_EQ(kokkos.title, "Kokkos");
  EXPECT_EQ(kokkos.note, "");
  const auto on_hip = listing_columns(subject_of("transpose", "tile"), Platform::hip);
  EXPECT_EQ(on_hip.first.title, "native CUDA, compiled as HIP");
  const auto vendor = listing_columns(subject_of("matmul", "sgemm"), Platform::cuda);
  EXPECT_EQ(vendor.second.title, "vendor library");
}

TEST(Subject, ColumnsSayWhyThereIsNoCode) {
  const auto cluster = listing_columns(subject_of("cluster", "reduce"), Platform::cuda);
  EXPECT_THAT(cluster.second.note, testing::StartsWith("no equivalent: "));
  EXPECT_TRUE(cluster.second.fragments.empty());
  const auto on_host = listing_columns(subject_of("cluster", "reduce"), Platform::host);
  EXPECT_EQ(on_host.first.note, "not on host");
}

TEST(Subject, WhatAWarpTouchesInBothModelsIsShownOnce) {
  const Parameters small = {{"rows", 256}, {"cols", 256}, {"real", std::string("float")}};
  const auto alike = parts_of(subject_of("transpose", "tile"), small);
  ASSERT_EQ(alike.size(), 1U);
  EXPECT_EQ(alike[0].title, "native and Kokkos alike");
  EXPECT_TRUE(parts_of(subject_of("shuffle", "broadcast"), small).empty());
}

}  // namespace
}  // namespace tilebridge::pages
