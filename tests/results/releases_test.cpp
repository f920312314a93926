// SPDX-License-Identifier: Apache-2.0
#include "results/releases.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "results/json.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge {
namespace {

using testing::ElementsAre;

/// The sample's first case also with a Kokkos of twice the program's own performance.
Results with_other() {
  Results results = sample_results();
  results.builds["releases"]["5.0.2"] = {
      {"version", "5.0.02"}, {"spaces", "Serial"}, {"flags", "-O3"}};
  CaseResult& c = results.cases.front();
  ReleaseResult other = {c.models.at(Model::kokkos)};
  other.against_native = {{1.9, 1.8, 2.0}, Verdict::faster};
  other.against_own = {{2.0, 1.9, 2.1}, Verdict::faster};
  c.releases["5.0.2"] = other;
  return results;
}

TEST(Releases, AreWrittenAndRead) {
  const Results results = with_other();
  const Json json = to_json(results);
  EXPECT_EQ(schema_error(json.dump()), "");
  EXPECT_EQ(to_json(results_from_json(json)), json);
  EXPECT_THAT(release_names(results_from_json(json)), ElementsAre("5.0.2"));
}

TEST(Releases, ARunWithOneIsAsIfTheProgramHadBeenBuiltWithIt) {
  const Results as_other = with_release(with_other(), "5.0.2");
  EXPECT_EQ(text_at(as_other.builds["kokkos"], "version"), "5.0.02");
  const CaseResult& c = as_other.cases.front();
  ASSERT_EQ(c.comparisons.size(), 1U);
  EXPECT_EQ(c.comparisons[0].ratio.median, 1.9);
  EXPECT_EQ(c.comparisons[0].verdict, Verdict::faster);
  EXPECT_FALSE(as_other.cases.at(1).models.contains(Model::kokkos));
  EXPECT_TRUE(release_names(as_other).empty());
}

TEST(Releases, TakeThePlaceOfWhateverIsCalledKokkos) {
  Results results = with_other();
  results.builds["kokkos"] = "no object";
  EXPECT_EQ(text_at(with_release(results, "5.0.2").builds["kokkos"], "version"), "5.0.02");
}

TEST(Releases, AreInTheOrderOfTheirVersions) {
  Results results = sample_results();
  results.builds["kokkos"]["version"] = "4.7.01";
  for (const auto& [name, version] :
       {std::pair("a", "10.0.00"), std::pair("old", "4.6.02"), std::pair("legacy", "4.7.01"),
        std::pair("5.0.2", "5.0.02"), std::pair("unknown", "")}) {
    results.cases.front().releases[name] = {};
    results.builds["releases"][name] = {{"version", version}};
  }
  std::vector<std::string> names;
  for (const Release& release : releases_by_version(results))
    names.push_back(release.name + (release.is_older ? " (older)" : ""));
  EXPECT_THAT(names, ElementsAre("unknown (older)", "old (older)", "legacy", "5.0.2", "a"));
  results.builds["releases"] = "nothing";
  EXPECT_EQ(releases_by_version(results).size(), 5U);
}

TEST(Releases, ANameThatIsNotThereIsRefusedWithThoseThatAre) {
  try {
    with_release(with_other(), "6");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "it has no Kokkos '6'; it has 5.0.2");
  }
  EXPECT_THROW(with_release(sample_results(), "5.0.2"), UsageError);
}

}  // namespace
}  // namespace tilebridge
