// SPDX-License-Identifier: Apache-2.0
#include "judge/match.hpp"

#include <gmock/gmock.h>

#include "tests/judge/sample_runs.hpp"

namespace tilebridge::judge {
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

Json& kokkos_build(Results& results) { return results.builds["models"]["kokkos@4.7.01"]; }

TEST(Differences, AnotherDeviceOrBuildIsSaid) {
  using Change = std::function<void(Results&)>;
  const std::vector<std::pair<std::string, Change>> changes = {
      {"device name", [](Results& r) { r.device["name"] = "NVIDIA H100"; }},
      {"driver", [](Results& r) { r.device["driver"] = "1"; }},
      {"runtime", [](Results& r) { r.device.erase("runtime"); }},
      {"build_type", [](Results& r) { r.builds["build_type"] = "Debug"; }},
      {"host flags", [](Results& r) { r.builds["host"]["flags"] = "-O2"; }},
      {"cuda compiler", [](Results& r) { r.builds["cuda"]["compiler"] = "NVIDIA 13"; }},
      {"kokkos release", [](Results& r) { kokkos_build(r)["release"] = "5.0"; }},
      {"kokkos spaces", [](Results& r) { kokkos_build(r)["spaces"] = 7; }},
      {"kokkos configuration",
       [](Results& r) { kokkos_build(r)["configuration"] = "tools: x.so"; }},
      {"seed", [](Results& r) { r.program["seed"] = 2; }}};
  for (const auto& [what, change] : changes) {
    Results current = sample_results();
    change(current);
    const auto found = differences(sample_results(), current);
    ASSERT_EQ(found.size(), 1U) << what;
    EXPECT_EQ(found[0].what, what);
  }
}

TEST(Differences, AnotherReleaseIsOneHoweverItIsKeyed) {
  Results current = sample_results();
  current.builds["models"]["kokkos@5.0.2"] = kokkos_build(current);
  current.builds["models"]["kokkos@5.0.2"]["release"] = "5.0.02";
  current.builds["models"].erase("kokkos@4.7.01");
  const auto found = differences(sample_results(), current);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(describe(found).front(), "kokkos release: 4.7.01 -> 5.0.02");
}

TEST(Differences, AnotherGpuOfTheSameModelIsNoneButKnown) {
  Results base = sample_results();
  Results current = base;
  base.device["uuid"] = "GPU-1";
  EXPECT_FALSE(other_gpu(base, current));  // one file does not say
  EXPECT_FALSE(other_gpu(current, base));
  current.device["uuid"] = "GPU-1";
  EXPECT_FALSE(other_gpu(base, current));
  current.device["uuid"] = "GPU-2";
  EXPECT_EQ(other_gpu(base, current), (Difference{"uuid", "GPU-1", "GPU-2"}));
  EXPECT_THAT(differences(base, current), IsEmpty());
  current.device["name"] = "NVIDIA H100";
  EXPECT_FALSE(other_gpu(base, current));  // that is said by the names
}

TEST(Differences, AreALineEach) {
  EXPECT_THAT(describe({{"device name", "A", "B"},
                        {"driver", "",
                         "1\x1b"
                         "2"}}),
              ElementsAre("device name: A -> B", "driver: none -> 1?2"));
}

const std::string configuration =
    "  Kokkos Version: 4.7.1\nCompiler:\n  KOKKOS_COMPILER_GNU: 1220\nAtomics:\n"
    "macro  CUDA_VERSION          = 13000 = version 13.0\n";

std::string with(std::string text, const std::string& before, const std::string& after) {
  return text.replace(text.find(before), before.size(), after);
}

TEST(Differences, OfAConfigurationAreTheLinesThatDiffer) {
  EXPECT_THAT(describe({{"kokkos configuration", configuration,
                         with(configuration, "GNU: 1220", "GNU: 1330")}}),
              ElementsAre("kokkos configuration: only in base: KOKKOS_COMPILER_GNU: 1220",
                          "kokkos configuration: only in new: KOKKOS_COMPILER_GNU: 1330"));
  EXPECT_THAT(
      describe({{"kokkos configuration", configuration,
                 with(with(configuration, "Atomics:\n", ""), "Compiler:", "Compiler:\n  X: yes")}}),
      ElementsAre("kokkos configuration: only in base: Atomics:",
                  "kokkos configuration: only in new: X: yes"));
  EXPECT_THAT(describe({{"kokkos configuration", configuration, ""}}),
              testing::SizeIs(5));  // a few, and how many more
}

TEST(Differences, HaveTheSubjectThatIsVaried) {
  EXPECT_EQ(subject_of({"device name", "A", "B"}), "device");
  EXPECT_EQ(subject_of({"driver", "1", "2"}), "driver");
  EXPECT_EQ(subject_of({"kokkos release", "4", "5"}), "kokkos");
}

TEST(Differences, DevicesThatKokkosSawAreNone) {
  Results base = sample_results();
  kokkos_build(base)["configuration"] =
      configuration +
      "Kokkos::OpenMP thread_pool_topology[ 1 x 32 x 1 ]\nDevice Execution Space:\n"
      "Kokkos::Cuda[ 0 ] NVIDIA H200 : Selected\n  Total Global Memory: 139.8 GiB\n"
      "Kokkos::Cuda[ 1 ] NVIDIA H200\n  Total Global Memory: 139.8 GiB\n";
  Results current = base;
  std::string seen = kokkos_build(base)["configuration"];
  seen = with(with(with(seen, " : Selected", ""), "Cuda[ 1 ] NVIDIA H200",
                   "Cuda[ 1 ] NVIDIA H200 : Selected"),
              "x 32 x", "x 64 x");
  kokkos_build(current)["configuration"] = seen;
  EXPECT_THAT(differences(base, current), IsEmpty());
  kokkos_build(current)["configuration"] = with(seen, "GNU: 1220", "GNU: 1330");
  EXPECT_THAT(describe(differences(base, current)),
              ElementsAre("kokkos configuration: only in base: KOKKOS_COMPILER_GNU: 1220",
                          "kokkos configuration: only in new: KOKKOS_COMPILER_GNU: 1330"));
}

TEST(Differences, ProcessorsOfAHostAreItsOwn) {
  Results base = sample_results();
  base.host["processors"] = 16;
  Results current = base;
  current.host["processors"] = 64;
  EXPECT_THAT(differences(base, current), IsEmpty());
  base.cases[0].platform = "host";
  EXPECT_THAT(describe(differences(base, current)), ElementsAre("device processors: 16 -> 64"));
}

TEST(Differences, OfLongFlagsAreTheWordsThatDiffer) {
  const std::string flags = "-O3 -DNDEBUG -fopenmp -march=native -Wall -Wextra -Wpedantic -Wshadow";
  EXPECT_THAT(describe({{"host flags", flags, with(flags, "-O3", "-O2")}}),
              ElementsAre("host flags: only in base: -O3", "host flags: only in new: -O2"));
  EXPECT_THAT(describe({{"host flags", flags + " -g", "-g " + flags}}),
              ElementsAre("host flags: in a different order"));
}

TEST(Differences, StayShortWhateverTheFilesSay) {
  std::string hostile;
  for (int i = 0; i < 100; ++i) hostile += std::to_string(i) + std::string(500, 'x') + "\x1b\n";
  const auto lines = describe({{"kokkos configuration", hostile, "a\nb"}});
  EXPECT_THAT(lines, testing::SizeIs(5));
  for (const std::string& line : lines) {
    EXPECT_LE(line.size(), 104U);
    EXPECT_THAT(line, testing::Not(HasSubstr("\x1b")));
  }
}

}  // namespace
}  // namespace tilebridge::judge
