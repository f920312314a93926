// SPDX-License-Identifier: Apache-2.0
#include "pages/port.hpp"

#include <gmock/gmock.h>

namespace tilebridge::pages {
namespace {

using sources::CudaKernel;
using sources::CudaPattern;
using testing::ElementsAre;
using testing::SizeIs;

CudaKernel kernel(const std::string& name, CudaPattern pattern, const std::string& type = "float") {
  CudaKernel found{.name = name, .profiled = name};
  found.pattern = pattern;
  found.type = type;
  return found;
}

std::optional<judge::KernelKind> kind_of(CudaKernel of) {
  return application_of({.kernels = {std::move(of)}}, {}).kernels.at(0).of.kind;
}

TEST(ApplicationOf, AKernelsPatternIsOneOfTheCatalogues) {
  for (const auto& [found, pattern] : {std::pair(CudaPattern::scan, Pattern::team_sum),
                                       std::pair(CudaPattern::tile, Pattern::tile),
                                       std::pair(CudaPattern::atomics, Pattern::atomic),
                                       std::pair(CudaPattern::range_3d, Pattern::grid),
                                       std::pair(CudaPattern::gather, Pattern::flat)})
    EXPECT_EQ(kind_of(kernel("k", found))->pattern, pattern);
  EXPECT_FALSE(kind_of(kernel("k", CudaPattern::other)));
}

/// Also any other work of a thread alone.
TEST(ApplicationOf, AStencilIsAGridWhereItHasMoreThanOneDimension) {
  for (const CudaPattern pattern : {CudaPattern::stencil, CudaPattern::row_per_thread}) {
    CudaKernel stencil = kernel("k", pattern);
    EXPECT_EQ(kind_of(stencil)->pattern, Pattern::flat);
    stencil.dimensions = 3;
    EXPECT_EQ(kind_of(stencil)->pattern, Pattern::grid);
    EXPECT_EQ(kind_of(stencil)->dimensions, 3);
  }
}

TEST(ApplicationOf, ARangeWhoseIndexIsDividedIsAFlatLoop) {
  CudaKernel range = kernel("k", CudaPattern::range_2d);
  range.dimensions = 1;
  EXPECT_EQ(kind_of(range)->pattern, Pattern::flat);
  range.dimensions = 2;
  EXPECT_EQ(kind_of(range)->pattern, Pattern::grid);
}

TEST(ApplicationOf, TheAccessesOfAGridAreCounted) {
  CudaKernel grid = kernel("k", CudaPattern::range_2d);
  grid.loads = 5, grid.stores = 1;
  EXPECT_EQ(kind_of(grid)->accesses, 6);
  grid.pattern = CudaPattern::flat;
  EXPECT_FALSE(kind_of(grid)->accesses);
}

TEST(ApplicationOf, HowASumAddsUpIsKnown) {
  CudaKernel sum = kernel("k", CudaPattern::block_sum);
  EXPECT_EQ(kind_of(sum)->has_shuffles, false);
  sum.has_shuffles = true;
  EXPECT_EQ(kind_of(sum)->has_shuffles, true);
  sum.pattern = CudaPattern::flat;
  EXPECT_EQ(kind_of(sum)->has_shuffles, std::nullopt);
}

TEST(ApplicationOf, NumbersOfOtherTypesThanWereMeasuredHaveNoForecast) {
  EXPECT_EQ(kind_of(kernel("k", CudaPattern::flat, "double"))->real, "double");
  EXPECT_EQ(kind_of(kernel("k", CudaPattern::flat, "double4"))->real, "double");
  EXPECT_EQ(kind_of(kernel("k", CudaPattern::flat, "T"))->real, "float");
  EXPECT_FALSE(kind_of(kernel("k", CudaPattern::flat, "__half2")));
  EXPECT_FALSE(kind_of(kernel("k", CudaPattern::flat, "__nv_bfloat16")));
}

TEST(ApplicationOf, KernelsHaveTheTimesOfTheirInstances) {
  const Application application = application_of(
      {.kernels = {kernel("step", CudaPattern::flat), kernel("idle", CudaPattern::flat),
                   kernel("twin", CudaPattern::flat), kernel("twin", CudaPattern::tile)}},
      {{"void a::step<float>(float*)", 2, 3, 100},
       {"void a::step<double>(double*)", 1, 1, 100},
       {"twin(int)", 1, 8, 0}});
  EXPECT_TRUE(application.has_times);
  ASSERT_THAT(application.kernels, SizeIs(3)) << "idle takes no time";
  EXPECT_EQ(application.kernels[0].of.weight, 4);
  EXPECT_EQ(application.kernels[0].of.kind->seconds_per_thread, 4.0 / 200);
  EXPECT_EQ(application.kernels[1].of.weight, 4) << "half of what both take";
  EXPECT_FALSE(application.kernels[1].of.kind->seconds_per_thread);
}

TEST(ApplicationOf, ATypeThatIsNotKnownIsTheUsualOne) {
  CudaKernel of_template = kernel("t", CudaPattern::flat, "T");
  of_template.is_type_parameter = true;
  const auto types_beside = [&](const std::string& type) {
    const Application application = application_of(
        {.kernels = {of_template, kernel("u", CudaPattern::flat, ""),
                     kernel("w", CudaPattern::flat, "int"), kernel("k", CudaPattern::flat, type)}},
        {});
    std::vector<std::string> types;
    for (const auto& one : application.kernels) types.push_back(one.of.kind->real);
    return types;
  };
  EXPECT_THAT(types_beside("double"), ElementsAre("double", "double", "float", "double"));
  EXPECT_THAT(types_beside("float"), ElementsAre("float", "float", "float", "float"));
}

/// Macros hide the type of `step`, and `t` is a template; whole numbers stay whole.
TEST(TakeTypes, WhatRanDecidesBetweenRealNumbers) {
  CudaKernel of_template = kernel("t", CudaPattern::flat, "T");
  of_template.is_type_parameter = true;
  sources::CudaInventory inventory = {.kernels = {kernel("step", CudaPattern::flat, "float"),
                                                  of_template,
                                                  kernel("count", CudaPattern::flat, "int"),
                                                  kernel("idle", CudaPattern::flat, "float"),
                                                  kernel("told", CudaPattern::flat, "float"),
                                                  kernel("wide", CudaPattern::flat, "double4")}};
  take_types(inventory, {{"void step<256>(double*, double)", 1, 5, 0},
                         {"void t<double>(T1*)", 1, 4, 0},
                         {"void t<float>(T1*)", 1, 3, 0},
                         {"count(int*, double*)", 1, 2, 0},
                         {"told(Atoms)", 1, 1, 0},
                         {"wide(double4*)", 1, 1, 0}});
  std::vector<std::string> types;
  for (const CudaKernel& one : inventory.kernels) types.push_back(one.type);
  EXPECT_THAT(types, ElementsAre("double", "double", "int", "float", "float", "double4"));
  EXPECT_FALSE(inventory.kernels[1].is_type_parameter);
}

TEST(ApplicationOf, ALambdaHasTheTimeOfTheKernelThatCallsIt) {
  CudaKernel lambda = kernel("step lambda 2", CudaPattern::flat);
  lambda.profiled = "step lambda(1) 2";
  const Application application = application_of(
      {.kernels = {lambda}}, {{"void call<step(int)::{lambda(int)#2}>(T1)", 1, 3, 0}});
  ASSERT_THAT(application.kernels, SizeIs(1));
  EXPECT_EQ(application.kernels[0].of.weight, 3);
}

}  // namespace
}  // namespace tilebridge::pages
