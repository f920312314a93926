// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include <gmock/gmock.h>

#include <new>
#include <stdexcept>

#include "base/error.hpp"

namespace tilebridge::cli {
namespace {

struct Ended {
  int status;
  std::string err;
};

template <class Thrown>
Ended end_with(const Thrown& thrown) {
  CLI::App app;
  std::string name = "tilebridge";
  char* argv = name.data();
  testing::internal::CaptureStderr();
  const int status = run_program(app, 1, &argv, [&]() -> int { throw thrown; });
  return {status, testing::internal::GetCapturedStderr()};
}

TEST(RunProgram, AnErrorIsOneLineAndItsStatus) {
  const Ended ended = end_with(PlatformError("no GPU here"));
  EXPECT_EQ(ended.status, 5);
  EXPECT_EQ(ended.err, "tilebridge: no GPU here\n");
  EXPECT_EQ(end_with(std::bad_alloc()).status, 2);
}

TEST(RunProgram, WhatNobodyExpectedIsAFaultOfItsOwn) {
  const Ended ended = end_with(std::out_of_range("map::at"));
  EXPECT_EQ(ended.status, 70);
  EXPECT_EQ(ended.err, "tilebridge: internal error: map::at; please report it\n");
}

}  // namespace
}  // namespace tilebridge::cli
