// SPDX-License-Identifier: Apache-2.0
#include "catalogue/catalogue.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "tests/catalogue/sample_catalogue.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const Catalogue samples = sample_catalogue();

TEST(SampleCatalogue, HoldsItsExperimentsInTheirOrder) {
  std::vector<std::string> names;
  for (const Experiment& e : samples) names.push_back(e.name);
  EXPECT_THAT(names, testing::ElementsAre("scale", "peak"));
  EXPECT_EQ(samples.size(), 2U);
}

TEST(SampleCatalogue, FindsByName) {
  EXPECT_EQ(samples.find("peak")->family, Family::hierarchy);
  EXPECT_EQ(&samples.experiment("peak"), samples.find("peak"));
  EXPECT_EQ(samples.find("tomorrow"), nullptr);
  EXPECT_EQ(samples.experiment("scale").find("vectors")->form, Form::tuned);
  EXPECT_EQ(samples.experiment("scale").find("tomorrow"), nullptr);
}

TEST(SampleCatalogue, SuggestsANameForOneThatIsUnknown) {
  EXPECT_THAT([] { samples.experiment("scael"); },
              ThrowsMessage<UsageError>(HasSubstr("did you mean 'scale'?")));
  EXPECT_THAT([] { samples.experiment("scale").variant("inplace"); },
              ThrowsMessage<UsageError>(HasSubstr("did you mean 'in_place'?")));
}

TEST(SampleCatalogue, CompletesItsExperiments) {
  const Experiment& scale = samples.experiment("scale");
  EXPECT_EQ(scale.variant("direct_rewritten").problem, scale.variant("direct").problem);
  EXPECT_TRUE(scale.variant("direct_rewritten").runs(Model::kokkos, Platform::host));
  EXPECT_NE(scale.parameter("real"), nullptr);
  EXPECT_EQ(samples.experiment("peak").parameter("real"), nullptr);
}

TEST(SampleCatalogue, ANameChoosesAFamilyAnExperimentOrAVariant) {
  const auto only = [](const char* name) {
    const std::vector<Chosen> chosen = samples.named(name);
    EXPECT_EQ(chosen.size(), 1U) << name;
    return chosen.front().experiment->name +
           (chosen.front().variant == nullptr ? "" : "/" + chosen.front().variant->name);
  };
  EXPECT_EQ(only("coalescing"), "scale");
  EXPECT_EQ(only("scale"), "scale");
  EXPECT_EQ(only("coalescing/scale"), "scale");
  EXPECT_EQ(only("scale/direct"), "scale/direct");
  EXPECT_EQ(only("coalescing/scale/direct"), "scale/direct");
}

TEST(SampleCatalogue, SaysOfAnUnknownNameWhatItMayBe) {
  const auto expect_error = [](const char* name, const char* message) {
    EXPECT_THAT([&] { samples.named(name); }, ThrowsMessage<UsageError>(HasSubstr(message)));
  };
  expect_error("in_place", "unknown experiment 'in_place'; did you mean 'scale/in_place'?");
  expect_error("coalescing/scal", "unknown experiment 'scal'; did you mean 'scale'?");
  expect_error("/path/to/app", "a pair of your own ends in .so");
  expect_error("./app", "a pair of your own ends in .so");
}

}  // namespace
}  // namespace tilebridge
