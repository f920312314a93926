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
  EXPECT_EQ(samples.experiment("scale").find("vectors")->level, Level::tuned);
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
  EXPECT_EQ(scale.variant("direct_matched").problem, scale.variant("direct").problem);
  EXPECT_TRUE(scale.variant("direct_matched").runs(Model::kokkos, Platform::host));
  EXPECT_NE(scale.parameter("real"), nullptr);
  EXPECT_EQ(samples.experiment("peak").parameter("real"), nullptr);
}

}  // namespace
}  // namespace tilebridge
