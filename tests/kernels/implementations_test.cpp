// SPDX-License-Identifier: Apache-2.0
#include "kernels/implementations.hpp"

#include <gmock/gmock.h>

namespace tilebridge::kernels {
namespace {

template <class T>
struct Scale {
  T* values;
};

class ImplementationsTest : public testing::Test {
 protected:
  ImplementationsTest() {
    Registrar<int> native(implementations_.of(Model::native), 0);
    native.add("scale/direct", [this](const Scale<float>&, int) { ++launches_; });
  }

  Implementations implementations_;
  int launches_ = 0;
};

TEST_F(ImplementationsTest, AreFoundByModelKeyAndType) {
  implementations_.prepare(Model::native, "scale/direct", Arguments(Scale<float>{}))();
  EXPECT_EQ(launches_, 1);
}

TEST_F(ImplementationsTest, AControlIsPreparedWithTheLaunchesThatItFollows) {
  const LaunchShapes followed = {{{3, 1, 1}, {256, 1, 1}, 0}};
  LaunchShapes seen;
  Registrar<int>(implementations_.of(Model::native), 0)
      .add_prepared_control("scale/direct",
                            [&](const Scale<float>&, const LaunchShapes& launches, int) {
                              return [&seen, launches] { seen = launches; };
                            });
  const Arguments arguments{Scale<float>{}};
  implementations_.prepare(Model::native, "scale/direct", arguments, Form::loops, followed)();
  EXPECT_EQ(seen, followed);
  EXPECT_EQ(launches_, 0);
}

TEST_F(ImplementationsTest, AMissingOneIsNamedWithItsModelAndType) {
  EXPECT_THAT(
      [&] { implementations_.prepare(Model::native, "scale/direct", Arguments(Scale<double>{})); },
      testing::ThrowsMessage<std::exception>(testing::AllOf(
          testing::HasSubstr("internal error: scale/direct has no native implementation for "),
          testing::HasSubstr("Scale<double>"))));
  EXPECT_THAT(
      [&] { implementations_.prepare(Model::kokkos, "scale/direct", Arguments(Scale<float>{})); },
      testing::ThrowsMessage<std::exception>(
          testing::HasSubstr("internal error: scale/direct has no kokkos implementation for ")));
}

TEST_F(ImplementationsTest, AnotherModelNeedNotHaveEveryType) {
  Registrar<int>(implementations_.of(Model("sample")), 0)
      .add("scale/direct", [](const Scale<float>&, int) {});
  EXPECT_THROW(
      implementations_.prepare(Model("sample"), "scale/direct", Arguments(Scale<double>{})),
      Unavailable);
}

template <class T>
struct ScaleProblem {
  Scale<T> make(ArrayList& arrays, const Parameters&) const {
    return {arrays.output<T>("values", 1)};
  }
  Work work(const Parameters&) const { return {.bytes_written = sizeof(T)}; }
  Validation validate(const HostArrays&, const Parameters&) const { return {}; }
  std::vector<Parameters> cases(Preset, Platform) const { return {{}}; }
};

TEST_F(ImplementationsTest, WhatTheCataloguePromisesAndNobodyRegisteredIsListed) {
  Experiment scale;
  scale.name = "scale";
  scale.variants = {{.name = "direct",
                     .technique = "values[i] *= 2",
                     .models = {{Model::native, {Platform::host}}, {Model::kokkos, {}, "no"}},
                     .problem = problem_in_reals<ScaleProblem>()}};
  const std::vector<Model> models = {Model::native, Model::kokkos};
  const auto missing = [&](Platform platform) {
    return missing_kernels(implementations_, Catalogue({scale}), platform, models);
  };
  EXPECT_THAT(missing(Platform::host),
              testing::ElementsAre(
                  testing::AllOf(testing::StartsWith("scale/direct: no native kernel takes "),
                                 testing::HasSubstr("Scale<double>"))));
  EXPECT_THAT(missing(Platform::cuda), testing::IsEmpty());
}

}  // namespace
}  // namespace tilebridge::kernels
