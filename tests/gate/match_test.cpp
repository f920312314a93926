#include "gate/match.hpp"

#include <gmock/gmock.h>

#include "tests/gate/sample_runs.hpp"

namespace tilebridge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

CaseResult with_cache(CaseResult c, const std::string& cache) {
  c.cache = cache;
  return c;
}

TEST(Match, GoesByAllThatSaysWhatACaseIs) {
  Results base = sample_results();
  Results current = sample_results();
  CaseResult& first = current.cases[0];
  first.parameters = {{"cols", 16384}, {"rows", 16384}};  // another order is the same case
  current.cases[1].parameters.set("rows", 1);
  current.cases[2].cache = "hot";
  current.cases[3].platform = "host";
  const Matching matching = match(base, current);
  ASSERT_EQ(matching.both.size(), 1U);
  EXPECT_EQ(matching.both[0].base, &base.cases[0]);
  EXPECT_EQ(matching.both[0].current, &current.cases[0]);
  EXPECT_THAT(matching.only_in_current,
              ElementsAre(&current.cases[1], &current.cases[2], &current.cases[3]));
  EXPECT_EQ(matching.only_in_base.size(), 3U);
}

TEST(Match, ARepeatedCaseIsMatchedOnceEach) {
  Results base;
  Results current;
  base.cases = {sample_case("tile"), sample_case("tile")};
  current.cases = {sample_case("tile"), with_cache(sample_case("tile"), "hot"), sample_case("tile"),
                   sample_case("tile")};
  const Matching matching = match(base, current);
  ASSERT_EQ(matching.both.size(), 2U);
  EXPECT_EQ(matching.both[1].base, &base.cases[1]);
  EXPECT_EQ(matching.both[1].current, &current.cases[2]);
  EXPECT_EQ(matching.only_in_current.size(), 2U);
  EXPECT_THAT(matching.only_in_base, IsEmpty());
}

TEST(Differences, AnotherCommitIsNone) {
  Results current = sample_results();
  current.program["git"] = "ffffffffffff";
  current.program["version"] = "0.2.0";
  current.program["preset"] = "full";
  current.program["started"] = "2027-01-01T00:00:00Z";
  current.host["name"] = "node2";
  EXPECT_THAT(differences(sample_results(), current), IsEmpty());
}

TEST(Differences, AnotherDeviceOrBuildIsSaid) {
  using Change = std::function<void(Results&)>;
  const std::vector<std::pair<std::string, Change>> changes = {
      {"device name", [](Results& r) { r.device["name"] = "NVIDIA H100"; }},
      {"driver", [](Results& r) { r.device["driver"] = "1"; }},
      {"runtime", [](Results& r) { r.device.erase("runtime"); }},
      {"build_type", [](Results& r) { r.builds["build_type"] = "Debug"; }},
      {"host flags", [](Results& r) { r.builds["host"]["flags"] = "-O2"; }},
      {"cuda compiler", [](Results& r) { r.builds["cuda"]["compiler"] = "NVIDIA 13"; }},
      {"kokkos version", [](Results& r) { r.builds["kokkos"]["version"] = "5.0"; }},
      {"kokkos spaces", [](Results& r) { r.builds["kokkos"]["spaces"] = 7; }},
      {"kokkos tools", [](Results& r) { r.builds["kokkos"]["tools"] = "x.so"; }},
      {"seed", [](Results& r) { r.program["seed"] = 2; }}};
  for (const auto& [what, change] : changes) {
    Results current = sample_results();
    change(current);
    const auto found = differences(sample_results(), current);
    ASSERT_EQ(found.size(), 1U) << what;
    EXPECT_EQ(found[0].what, what);
  }
}

TEST(Differences, ReadAsOneLine) {
  EXPECT_EQ(describe({{"device name", "A", "B"}, {"driver", "", "1\n2"}}),
            "device name 'B', not 'A'; driver '1?2', not none");
  EXPECT_EQ(describe({{"kokkos configuration", std::string(300, 'x'), ""}}),
            "kokkos configuration");
}

}  // namespace
}  // namespace tilebridge
