// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <filesystem>
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

TEST(RunProgram, APathThatTheSystemRefusesIsAUsageError) {
  const Ended ended = end_with(std::filesystem::filesystem_error(
      "status", "long", std::make_error_code(std::errc::filename_too_long)));
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.err, "tilebridge: 'long': File name too long\n");
}

TEST(RunProgram, AnErrorIsPrintableAndNotLong) {
  EXPECT_EQ(end_with(UsageError("no \033[31m\u009b\u202e\xe9 here")).err,
            "tilebridge: no ?[31m??? here\n");
  EXPECT_EQ(end_with(std::runtime_error("\033[31m")).err,
            "tilebridge: internal error: ?[31m; please report it\n");
  const std::string err = end_with(UsageError("no '" + std::string(100'000, 'x') + "' here")).err;
  EXPECT_LT(err.size(), 5000U);
  EXPECT_THAT(err, testing::EndsWith("x' here\n"));
}

/// Returns the number that `run` reads, or why it refuses it.
std::string number_in(std::string option, std::string text) {
  CLI::App app;
  run::RunRequest request;
  Devices devices;
  add_run(app, request, devices);
  std::string name = "tilebridge";
  std::string run = "run";
  std::array<char*, 4> argv = {name.data(), run.data(), option.data(), text.data()};
  testing::internal::CaptureStderr();
  run_program(app, argv.size(), argv.data(), [] { return 0; });
  const std::string refusal = testing::internal::GetCapturedStderr();
  if (!refusal.empty()) return refusal;
  if (option == "--seed") return std::to_string(request.seed);
  if (option == "--device") return std::to_string(request.device);
  return fmt::format("{}", request.budget_seconds);
}

TEST(Numbers, AreDecimalInEveryOption) {
  for (const char* option : {"--seed", "--device", "--budget"}) {
    EXPECT_EQ(number_in(option, "010"), "10") << option;
    for (const char* text : {"0x10", "nan", "inf", "1e999", "", "x", "10 "})
      EXPECT_THAT(number_in(option, text), testing::HasSubstr("takes")) << option << ' ' << text;
  }
  EXPECT_EQ(number_in("--budget", "2.5e-1"), "0.25");
  EXPECT_EQ(number_in("--seed", "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(number_in("--seed", "-1"),
            "tilebridge: --seed takes a whole number from 0; not '-1'\n");
  EXPECT_THAT(number_in("--seed", "18446744073709551616"), testing::HasSubstr("takes"));
}

TEST(Lists, WithoutAnEntryAreRefused) {
  for (const char* option : {"--model", "--kokkos"})
    EXPECT_THAT(number_in(option, ","), testing::HasSubstr("',' names nothing"));
}

TEST(RunProgram, WhatNobodyExpectedIsAFaultOfItsOwn) {
  const Ended ended = end_with(std::out_of_range("map::at"));
  EXPECT_EQ(ended.status, 70);
  EXPECT_EQ(ended.err, "tilebridge: internal error: map::at; please report it\n");
}

}  // namespace
}  // namespace tilebridge::cli
