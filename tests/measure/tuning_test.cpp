// SPDX-License-Identifier: Apache-2.0
#include "measure/tuning.hpp"

#include <gmock/gmock.h>

#include <map>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/execution/block_size.hpp"
#include "measure/suite.hpp"
#include "tests/measure/fake_device.hpp"

namespace tilebridge::measure {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// block_size/add on a fake GPU, where a launch takes what `seconds` says of its threads.
class Tuning : public testing::Test {
 protected:
  void add(const Model& model) {
    kernels::Registrar<int>(implementations_.of(model), 0)
        .add("block_size/add", [this](const BlockedAdd& p, int) {
          if (p.threads == fails_with_ && ++launches_ > launches_before_failure_)
            throw kernels::KernelFailed("out of luck");
          device_.launched_seconds = seconds_(p.threads);
          ++launched_[p.threads];
          EXPECT_TRUE(device_.holds(p.c)) << "the arrays have moved";
          for (std::size_t i = 0; i < p.n; ++i) p.c[i] = p.a[i] + p.b[i];
          if (p.threads == wrong_with_) p.c[p.n / 2] += 1;
        });
  }

  std::vector<tilebridge::Tuning> tune(const std::vector<std::string>& threads, bool all = false) {
    Selection selection;
    selection.experiments = {"block_size/add"};
    selection.assignments = {{"n", "1000"}};
    for (const std::string& value : threads) selection.assignments.emplace_back("threads", value);
    selection.caches = {Cache::cold};
    selection.platform = Platform::cuda;
    const auto planned = plan_tuning(selection, catalogue());
    Suite suite(Platform::cuda, device_, implementations_, {});
    std::vector<tilebridge::Tuning> found;
    suite.tune(planned.at(0), {.all = all, .done = done_, .keep = [&](const auto& tuned) {
                                 found.push_back(tuned);
                               }});
    return found;
  }

  static Parameters threads(std::int64_t value) { return {{"threads", value}}; }
  static const TriedSetting& of(const tilebridge::Tuning& tuning, std::int64_t value) {
    return *std::ranges::find(tuning.tried, threads(value), &TriedSetting::setting);
  }

  std::function<double(int)> seconds_ = [](int threads) { return 1e-3 * (1 + 1.0 / threads); };
  int wrong_with_ = 0, fails_with_ = 0;
  int launches_ = 0, launches_before_failure_ = 0;  // of the setting that fails
  std::map<int, int> launched_;
  std::vector<tilebridge::Tuning> done_;  // before
  FakeDevice device_;
  kernels::Implementations implementations_;
};

const std::vector<std::string> sixteen = {"1..1024", "3..768"};

TEST_F(Tuning, FindsTheFastestSettingAndTheRegretOfTheDefault) {
  add(Model::native);
  seconds_ = [](int threads) { return threads == 96 ? 1e-3 : threads == 256 ? 1.5e-3 : 2e-3; };
  const auto found = tune(sixteen);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].best()->setting, threads(96));
  EXPECT_DOUBLE_EQ(found[0].best()->seconds, 1e-3);
  ASSERT_NE(found[0].default_setting(), nullptr);
  EXPECT_NEAR(found[0].default_setting()->regret.median, 1.5, 1e-9);
  EXPECT_FALSE(found[0].default_setting()->may_be_best());
  EXPECT_EQ(found[0].size, (Parameters{{"n", 1000}, {"size", 512}}));
}

TEST_F(Tuning, HalvesTheSettingsFromStageToStageAndKeepsTheDefault) {
  add(Model::native);
  const auto found = tune(sixteen);
  EXPECT_EQ(std::ranges::count_if(found[0].tried, &TriedSetting::is_final), 4);
  EXPECT_TRUE(of(found[0], 1024).is_final);
  EXPECT_TRUE(of(found[0], 256).is_final) << "the default";
  EXPECT_FALSE(of(found[0], 1).is_final);
  EXPECT_GT(of(found[0], 1).seconds, 0) << "measured in the first stage";
  EXPECT_LT(launched_[1], launched_[384]);
  EXPECT_LT(launched_[384], launched_[1024]);
}

TEST_F(Tuning, TimesAllToTheEndIfAsked) {
  add(Model::native);
  const auto found = tune(sixteen, true);
  EXPECT_THAT(found[0].tried, SizeIs(20));
  EXPECT_TRUE(std::ranges::all_of(found[0].tried, &TriedSetting::is_final));
}

TEST_F(Tuning, EveryModelIsTunedWithArraysThatMove) {
  add(Model::native);
  add(Model::kokkos);
  const auto found = tune({"32", "64", "128"});
  ASSERT_THAT(found, SizeIs(2));
  for (const tilebridge::Tuning& tuning : found) {
    EXPECT_THAT(tuning.tried, SizeIs(4));
    for (const TriedSetting& tried : tuning.tried) EXPECT_EQ(tried.status, Status::ok);
  }
  EXPECT_EQ(found[1].kernel.model, Model::kokkos);
}

TEST_F(Tuning, AWrongResultIsNotTimed) {
  add(Model::native);
  wrong_with_ = 128;
  const auto found = tune({"32", "128"});
  EXPECT_EQ(of(found[0], 128).status, Status::invalid);
  EXPECT_THAT(of(found[0], 128).reason, HasSubstr("off by"));
  EXPECT_EQ(of(found[0], 128).seconds, 0);
  EXPECT_EQ(found[0].tried.back().setting, threads(128)) << "the last in the list";
}

TEST_F(Tuning, WhatCannotBeLaunchedIsLeftOut) {
  add(Model::native);
  fails_with_ = 128;
  EXPECT_EQ(of(tune({"32", "128"})[0], 128).status, Status::skipped);
}

TEST_F(Tuning, WhatFailsWhileItIsTimedIsInvalidAndTheOthersGoOn) {
  add(Model::native);
  fails_with_ = 128;
  launches_before_failure_ = 2;
  const auto found = tune({"32", "64", "128"});
  EXPECT_EQ(of(found[0], 128).status, Status::invalid);
  EXPECT_THAT(of(found[0], 128).reason, HasSubstr("out of luck"));
  EXPECT_TRUE(of(found[0], 32).is_final);
  EXPECT_TRUE(of(found[0], 64).is_final);
}

TEST_F(Tuning, AModelOfWhichNothingIsRightIsInvalidInEverySetting) {
  add(Model::native);
  wrong_with_ = 256;
  seconds_ = [](int) -> double { throw kernels::KernelFailed("never"); };
  const auto found = tune({"32"});
  ASSERT_THAT(found, SizeIs(1));
  for (const TriedSetting& tried : found[0].tried) {
    EXPECT_EQ(tried.status, Status::invalid);
    EXPECT_THAT(tried.reason, HasSubstr("never"));
  }
}

TEST_F(Tuning, ADefaultThatCannotBeLaunchedIsAFailure) {
  add(Model::native);
  fails_with_ = 256;
  const auto found = tune({"32"});
  EXPECT_EQ(of(found[0], 256).status, Status::invalid);
  EXPECT_EQ(of(found[0], 32).status, Status::ok);
}

TEST_F(Tuning, AKernelThatIsTunedAlreadyIsNotTunedAgain) {
  add(Model::native);
  add(Model::kokkos);
  done_ = {tune({"32"}).at(0)};
  const auto found = tune({"32"});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kernel.model, Model::kokkos);
}

std::vector<std::string> planned(const std::vector<std::string>& experiments,
                                 const std::vector<Assignment>& assignments = {}) {
  Selection selection;
  selection.experiments = experiments;
  selection.assignments = assignments;
  selection.caches = {Cache::cold};
  selection.platform = Platform::cuda;
  std::vector<std::string> labels;
  for (const PlannedTuning& settings : plan_tuning(selection, catalogue()))
    for (const PlannedCase& c : settings) labels.push_back(c.label());
  return labels;
}

TEST(PlanTuning, BeginsWithTheDefaultAndTriesTheValuesOfTheUser) {
  EXPECT_THAT(planned({"block_size/matmul"}, {{"threads", "64"}, {"threads", "256"}, {"n", "1Ki"}}),
              ElementsAre("block_size/matmul n=1024 size=512 threads=256 cold",
                          "block_size/matmul n=1024 size=512 threads=64 cold"));
  EXPECT_THAT(planned({"block_size/add"}), SizeIs(7)) << "those of the catalogue";
  EXPECT_THAT(planned({"settings/team_sum"}, {{"team_size", "32"}, {"vector", "1..4"}}), SizeIs(4))
      << "every combination, and the default";
}

TEST(PlanTuning, EverySizeIsTuned) {
  EXPECT_THAT(planned({"block_size/add"}, {{"n", "1Ki..4Ki"}, {"threads", "32"}}), SizeIs(6));
}

TEST(PlanTuning, AVariantWithoutSettingsHasNothingToTune) {
  EXPECT_THAT([] { planned({"stride"}); },
              testing::ThrowsMessage<UsageError>(HasSubstr("nothing to tune")));
  EXPECT_THAT([] { planned({"block_size/add_auto"}); },
              testing::ThrowsMessage<UsageError>(HasSubstr("nothing to tune")));
}

}  // namespace
}  // namespace tilebridge::measure
