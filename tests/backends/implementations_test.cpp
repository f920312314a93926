// SPDX-License-Identifier: Apache-2.0
// Every kernel that the catalogue promises is registered, for every type that a problem binds.
#include <gmock/gmock.h>

#include "backends/backends.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/backends/own_models.hpp"

namespace tilebridge {
namespace {

class Registered : public testing::TestWithParam<Platform> {};

INSTANTIATE_TEST_SUITE_P(, Registered,
                         testing::Values(Platform::host, Platform::cuda, Platform::hip),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST_P(Registered, ForEveryTypeThatAProblemBinds) {
  const std::string reason = why_not(GetParam(), 0);
  if (!reason.empty()) GTEST_SKIP() << reason;
  const auto backend = open_backend(own_models(), GetParam(), 0);
  std::vector<Model> models = {Model::native};
  if (backend->missing().empty()) models.push_back(Model::kokkos);
  EXPECT_THAT(kernels::missing_kernels(backend->implementations(), catalogue(), GetParam(), models),
              testing::IsEmpty());
}

}  // namespace
}  // namespace tilebridge
