// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "backends/backends.hpp"

namespace tilebridge {

/// The models of all tests: main() starts them, and they end after the last of them.
const kernels::OwnModels& own_models();

/// Tests on a device of `platform`, skipped where there is none.
class DeviceTest : public testing::Test {
 protected:
  explicit DeviceTest(Platform platform = Platform::cuda) : platform_(platform) {}

  void SetUp() override {
    if (const std::string reason = why_not(platform_, 0); !reason.empty()) GTEST_SKIP() << reason;
    backend_ = open_backend(own_models(), platform_, 0);
  }

  Platform platform_;
  std::unique_ptr<kernels::Backend> backend_;
};

}  // namespace tilebridge
