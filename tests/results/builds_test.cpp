// SPDX-License-Identifier: Apache-2.0
// A run with several builds of a model.
#include <gmock/gmock.h>

#include "base/error.hpp"
#include "results/json.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

TEST(MeasuredBuilds, AreThoseThatRan) {
  Results results = results_with_second_build();
  const std::vector<Model> of_program = builds_of(results);
  EXPECT_EQ(measured_builds(results), of_program);
  for (CaseResult& c : results.cases)
    c.kernels.erase_if([](const ModelForm& kernel) { return kernel.model == other_code.model; });
  EXPECT_THAT(measured_builds(results), Not(Contains(other_code.model)));
  EXPECT_THAT(measured_builds(results), Contains(kokkos_code.model));
  results.cases.clear();
  EXPECT_EQ(measured_builds(results), of_program) << "before a run";
}

TEST(Builds, AreWrittenAndRead) {
  const Json json = to_json(results_with_second_build());
  EXPECT_EQ(schema_error(json.dump()), "");
  const Results read = results_from_json(json);
  EXPECT_EQ(to_json(read), json);
  EXPECT_THAT(builds_of(read, Model::kokkos), ElementsAre(kokkos_code.model, other_code.model));
}

TEST(Builds, OneCanBeReadAlone) {
  for (const char* name : {"5.0.2", "kokkos@5.0.2"}) {
    const Results one = with_build(results_with_second_build(), name);
    EXPECT_THAT(builds_of(one, Model::kokkos), ElementsAre(other_code.model));
    EXPECT_EQ(text_at(build_of(one, Model::kokkos), "release"), "5.0.02");
    const CaseResult& c = one.cases.front();
    ASSERT_EQ(c.comparisons.size(), 1U);
    EXPECT_EQ(c.comparisons[0].ratio.median, 1.2);
    EXPECT_TRUE(c.kernels.contains(Model::native));
    EXPECT_FALSE(one.cases.at(2).kernels.contains(Model::kokkos));
  }
}

TEST(Builds, OneThatIsMissingIsRefusedWithThoseThatAreNot) {
  try {
    with_build(sample_results(), "6");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "it has no build '6' of a model; it has native, kokkos@4.7.01");
  }
}

}  // namespace
}  // namespace tilebridge
