// SPDX-License-Identifier: Apache-2.0
#include "kernels/pair.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "base/error.hpp"
#include "base/process.hpp"

namespace tilebridge::kernels {
namespace {

/// Copies of the object do not share their state.
class PairTest : public testing::Test {
 protected:
  ~PairTest() override {
    for (const char* name : {"TILEBRIDGE_TEST_MODELS", "TILEBRIDGE_TEST_PAIR"}) ::unsetenv(name);
  }

  std::unique_ptr<Pair> loaded(const char* models, const char* behaviour = "") {
    ::setenv("TILEBRIDGE_TEST_MODELS", models, 1);
    ::setenv("TILEBRIDGE_TEST_PAIR", behaviour, 1);
    const auto file = folder_ / (std::to_string(++copies_) + ".so");
    std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, file);
    return std::make_unique<Pair>(file);
  }

  void expect_refused(const char* models, const char* behaviour, const std::string& message) {
    try {
      loaded(models, behaviour);
      FAIL() << "loaded: " << models << " " << behaviour;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(message));
    }
  }

  TemporaryFolder folder_;
  int copies_ = 0;
};

TEST_F(PairTest, HasItsModelsInItsOrder) {
  const auto pair = loaded("native,yakl,raja-2");
  std::vector<std::string_view> keys;
  for (const Support& support : pair->models()) keys.push_back(support.model.key());
  EXPECT_THAT(keys, testing::ElementsAre("native", "yakl", "raja-2"));
  EXPECT_TRUE(pair->models()[1].runs_on(Platform::host));
  EXPECT_FALSE(pair->models()[1].runs_on(Platform::cuda));
}

TEST_F(PairTest, TheFirstWordOfAReleaseIsInTheKey) {
  const auto pair = loaded("native,raja", "has releases");
  EXPECT_EQ(pair->models()[1].model, Model("raja@1.2"));
  EXPECT_EQ(pair->release(1), "1.2 (Imaginary)");
}

TEST_F(PairTest, RegistersEachThatThePlatformHas) {
  const auto pair = loaded("native,raja,yakl", "has native code for GPUs alone");
  Implementations implementations;
  pair->open(
      Platform::host, 0, [] { return nullptr; }, implementations);
  EXPECT_FALSE(implementations.has(Model::native, "doubled/kernel"));
  EXPECT_TRUE(implementations.has(Model("raja"), "doubled/kernel"));
  EXPECT_TRUE(implementations.has(Model("yakl"), "doubled/kernel"));
}

TEST_F(PairTest, IsRefusedWithAnotherVersionOfTheInterface) {
  expect_refused("native,raja", "is of version 1",
                 "has version 1 of the pair interface, this program has 2; build it again");
}

TEST_F(PairTest, IsRefusedWithNamesThatModelsCannotHave) {
  expect_refused("native,raja", "has no model", "it names 0 models");
  for (const char* name : {"two words", "cuda", "hip", "vendor", "native", "1st", "raja@2",
                           "a_name_that_has_more_than_31_bytes"})
    expect_refused((std::string("raja,") + name).c_str(), "",
                   "its model 1 cannot be called '" + std::string(name).substr(0, 10));
  expect_refused("raja,raja", "", "two models are called 'raja'");
}

}  // namespace
}  // namespace tilebridge::kernels
