// SPDX-License-Identifier: Apache-2.0
#include "pages/tuning.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "base/json.hpp"
#include "tests/write/width.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

TriedSetting timed(std::int64_t threads, std::int64_t vector, double seconds) {
  return {.setting = {{"team_size", threads}, {"vector", vector}}, .seconds = seconds};
}

TriedSetting last(TriedSetting tried, const Interval& regret) {
  tried.is_final = true;
  tried.regret = regret;
  return tried;
}

TuningResults results() {
  Tuning tuning = {.experiment = "settings",
                   .variant = "row_sums",
                   .kernel = {Model("kokkos@4.7.01"), Form::loops},
                   .size = {{"rows", 1024}, {"cols", 64}},
                   .cache = "cold",
                   .initial = {{"team_size", 0}, {"vector", 1}}};
  tuning.tried = {last(timed(8, 16, 10e-6), {1, 1, 1}),
                  last(timed(16, 16, 10.1e-6), {1.01, 0.99, 1.03}),
                  last(timed(0, 1, 42e-6), {4.2, 4.1, 4.3}),
                  timed(8, 1, 35e-6),
                  timed(16, 1, 10.9e-6),
                  {.setting = {{"team_size", 1024}, {"vector", 32}},
                   .status = Status::skipped,
                   .reason = "a block has at most 1024 threads"}};
  return {.device = {{"name", "NVIDIA H200"}, {"architecture", "sm_90"}}, .kernels = {tuning}};
}

std::string text_of(const TuningResults& results) {
  return write::as_text(tuning_page(results, catalogue()), {.whole = true});
}

TEST(TuningPage, SaysWhatTheDefaultCostsAndWhichSettingsAreEquallyFast) {
  const std::string text = text_of(results());
  EXPECT_THAT(text, HasSubstr("NVIDIA H200"));
  EXPECT_THAT(text, HasSubstr("settings/row_sums kokkos@4.7.01 loops rows=1024 cols=64 cold "
                              "4.20 [4.10, 4.30]"));
  EXPECT_THAT(text, HasSubstr("1.01 [0.99, 1.03]"));
  EXPECT_THAT(text, HasSubstr("1 setting not possible: a block has at most 1024 threads"));
}

TEST(TuningPage, WhatTheDefaultCostsIsOnEveryScreen) {
  for (const std::size_t width : {60U, 80U, 100U, 140U, 200U}) {
    const std::string text =
        write::as_text(tuning_page(results(), catalogue()), {.columns = width});
    EXPECT_THAT(text.substr(0, text.find("Settings, ")), HasSubstr("4.20 [4.10, 4.30]")) << width;
    EXPECT_THAT(text, Not(HasSubstr("team_\n"))) << width;
    expect_columns(text, width);
  }
}

TEST(TuningPage, ShowsTimesOverTwoSettings) {
  const std::string text = text_of(results());
  EXPECT_THAT(text, HasSubstr("by team_size (down) and vector"));
  EXPECT_THAT(text, HasSubstr("16                  1.09  1.01"));
}

TEST(TuningPage, GivesThePolicyAsCode) {
  const std::string text = text_of(results());
  EXPECT_THAT(text, HasSubstr("constexpr int team_size = 8, vector = 16;"));
  EXPECT_THAT(text, HasSubstr("Kokkos::TeamPolicy<>(teams, 8, 16)"));
}

TEST(TuningPage, GivesNoneIfTheDefaultMayBeTheBest) {
  TuningResults equal = results();
  equal.kernels[0].tried[2].regret = {1.01, 0.99, 1.03};
  EXPECT_THAT(text_of(equal), HasSubstr("The default is as fast as any."));
  EXPECT_THAT(text_of(equal), Not(HasSubstr("constexpr")));
}

TEST(TuningPage, AWrongResultIsShown) {
  TuningResults wrong = results();
  wrong.kernels[0].tried[4] = {wrong.kernels[0].tried[4].setting, Status::invalid, "off by 1"};
  EXPECT_THAT(text_of(wrong), HasSubstr("1 setting invalid"));
  EXPECT_THAT(text_of(wrong), HasSubstr("off by 1"));
}

TEST(TuningPage, AKernelThatIsWrongInEverySettingIsShown) {
  TuningResults wrong = results();
  for (TriedSetting& tried : wrong.kernels[0].tried)
    tried = {tried.setting, Status::invalid, "off by 1"};
  const std::string text = text_of(wrong);
  EXPECT_THAT(text, HasSubstr("rows=1024 cols=64 cold invalid"));
  EXPECT_THAT(text, HasSubstr("No setting has a time."));
  EXPECT_THAT(text, HasSubstr("6 settings invalid: off by 1"));
}

TEST(TuningPage, AKernelThatIsNotForTheDeviceIsNotShown) {
  TuningResults skipped = results();
  for (TriedSetting& tried : skipped.kernels[0].tried)
    tried = {tried.setting, Status::skipped, "not written for host"};
  EXPECT_THAT(text_of(skipped), Not(HasSubstr("settings/row_sums kokkos")));
}

TEST(TuningPage, ComesFromItsFileAsItWas) {
  const std::string before = text_of(results());
  EXPECT_EQ(text_of(tuning_from_json(parse_json(to_json(results()).dump()))), before);
  EXPECT_THROW(tuning_from_json({{"schema", "another"}}), UsageError);
}

}  // namespace
}  // namespace tilebridge::pages
