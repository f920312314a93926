// SPDX-License-Identifier: Apache-2.0
// Models live as long as the program. Without the GPU that one of this build needs, tests are
// skipped, not passed.
#include <gtest/gtest.h>

#include <iostream>

#include "backends/backends.hpp"
#include "base/error.hpp"
#include "tests/backends/own_models.hpp"

namespace {

const tilebridge::kernels::OwnModels* started = nullptr;

}  // namespace

const tilebridge::kernels::OwnModels& tilebridge::own_models() { return *started; }

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  try {
    const tilebridge::kernels::OwnModels models = tilebridge::start_own_models(0);
    started = &models;
    const int status = RUN_ALL_TESTS();
    const auto* tests = testing::UnitTest::GetInstance();
    const bool nothing_ran = tests->skipped_test_count() == tests->test_to_run_count();
    return status == 0 && nothing_ran ? 77 : status;
  } catch (const tilebridge::PlatformError& error) {
    std::cout << "skipped: " << error.what() << '\n';
    return 77;
  }
}
