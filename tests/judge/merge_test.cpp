// SPDX-License-Identifier: Apache-2.0
#include "judge/merge.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "tests/judge/sample_runs.hpp"

namespace tilebridge::judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A run of one variant of transpose.
Results part(const std::string& variant) {
  Results results = run_of(1e-3, 2e-3);
  results.cases[0].variant = results.cases[0].compared_with = variant;
  results.program["command_line"] = {"tilebridge", "run", "transpose/" + variant};
  return results;
}

std::string refusal(const Results& a, const Results& b) {
  try {
    merged({{"a.json", a}, {"b.json", b}});
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Merged, HasTheCasesOfAllPartsInTheirOrder) {
  const Results all = merged(
      {{"a.json", part("tile")}, {"b.json", part("padded_tile")}, {"c.json", part("mdrange")}});
  std::vector<std::string> variants;
  for (const CaseResult& c : all.cases) variants.push_back(c.variant);
  EXPECT_THAT(variants, ElementsAre("tile", "padded_tile", "mdrange"));
  EXPECT_EQ(all.device, part("tile").device);
}

TEST(PartsOfSeveralFiles, AreMergedWhateverTheirOrder) {
  const auto cases = [](const std::vector<Results>& files) {
    std::vector<std::size_t> sizes;
    for (const Results& whole : with_parts_merged(files)) sizes.push_back(whole.cases.size());
    std::ranges::sort(sizes);
    return sizes;
  };
  const Results again = part("tile");
  EXPECT_THAT(cases({part("tile"), part("mdrange"), again}), ElementsAre(1U, 2U));
  EXPECT_THAT(cases({again, part("tile"), part("mdrange")}), ElementsAre(1U, 2U));
  Results elsewhere = part("mdrange");
  elsewhere.device["name"] = "another";
  EXPECT_THAT(cases({part("tile"), elsewhere}), ElementsAre(1U, 1U));
}

TEST(Merged, SaysHowItsPartsCameAbout) {
  const Results two = merged({{"a.json", part("tile")}, {"b.json", part("padded_tile")}});
  const Results all = merged({{"two.json", two}, {"c.json", part("mdrange")}});
  ASSERT_EQ(all.program["parts"].size(), 3U);
  EXPECT_EQ(all.program["parts"][1]["file"], "b.json");
  EXPECT_EQ(all.program["parts"][1]["command_line"][2], "transpose/padded_tile");
  EXPECT_EQ(all.program["parts"][2]["started"], part("mdrange").program["started"]);
}

TEST(Merged, TookAsLongAsAllPartsTogether) {
  Results a = part("tile");
  Results b = part("padded_tile");
  a.program["seconds"] = 170.0;
  b.program["seconds"] = 200.0;
  EXPECT_EQ(merged({{"a.json", a}, {"b.json", b}}).program["seconds"], 370.0);
}

TEST(Merged, CeilingsAreTheBestOfAll) {
  Results a = part("tile");
  Results b = part("padded_tile");
  a.ceilings = {4e12, 5e12, 0, 60e12};
  b.ceilings = {5e12, 4e12, 3e12, 50e12};
  const Ceilings best = merged({{"a.json", a}, {"b.json", b}}).ceilings;
  EXPECT_EQ(best.read_bytes_per_s, 5e12);
  EXPECT_EQ(best.write_bytes_per_s, 5e12);
  EXPECT_EQ(best.copy_bytes_per_s, 3e12);
  EXPECT_EQ(best.flops, 60e12);
}

TEST(Merged, SelfChecksAreAddedUp) {
  Results a = part("tile");
  Results b = part("padded_tile");
  b.self_check = sample_results().self_check;
  EXPECT_EQ(merged({{"a.json", a}, {"b.json", b}}).self_check->comparisons.size(), 2U);
  a.self_check = sample_results().self_check;
  EXPECT_EQ(merged({{"a.json", a}, {"b.json", b}}).self_check->comparisons.size(), 4U);
}

TEST(Merged, RefusesAnotherBuildOrDevice) {
  const Results a = part("tile");
  Results b = part("padded_tile");
  EXPECT_EQ(refusal(a, b), "");
  b.device["name"] = "NVIDIA H100";
  EXPECT_EQ(refusal(a, b),
            "cannot merge 'a.json' and 'b.json': device name: NVIDIA H200 -> NVIDIA H100");
  b = part("padded_tile");
  b.builds["models"]["kokkos@4.7.01"]["release"] = "5.0";
  EXPECT_THAT(refusal(a, b), HasSubstr("kokkos release: 4.7.01 -> 5.0"));
  b = part("padded_tile");
  b.program["git"] = "fedcba987654";
  EXPECT_THAT(refusal(a, b), HasSubstr("git: \"0123456789ab\" -> \"fedcba987654\""));
  b = part("padded_tile");
  b.program["parity_band"] = 0.1;
  EXPECT_THAT(refusal(a, b), HasSubstr("parity_band: null -> 0.1"));
}

/// `first` and `later` have transpose, `other` has reduce.
TEST(Merged, ExperimentsOfALaterCommitReplaceEarlierOnes) {
  const Results first = part("tile"), same = part("padded_tile");
  Results other = part("tree"), later = part("mdrange");
  other.cases[0].experiment = "reduce";
  later.program["git"] = "fedcba987654";
  const Results all =
      merged({{"a.json", first}, {"b.json", other}, {"c.json", later}}, Commits::several);
  ASSERT_EQ(all.cases.size(), 2U);
  EXPECT_EQ(all.cases[0].variant, "tree");
  EXPECT_EQ(all.cases[1].variant, "mdrange");
  EXPECT_EQ(all.program["git"], "0123456789ab, fedcba987654");
  EXPECT_EQ(all.program["parts"][0]["git"], "0123456789ab");
  EXPECT_EQ(all.program["parts"][2]["git"], "fedcba987654");
  EXPECT_EQ(merged({{"a.json", first}, {"b.json", same}}, Commits::several).cases.size(), 2U)
      << "parts of one commit are merged as always";
}

/// The parts of a file that was merged before say of which commit they are.
TEST(Merged, APartKeepsItsCommit) {
  Results two = merged({{"a.json", part("tile")}, {"b.json", part("padded_tile")}});
  for (Json& origin : two.program["parts"]) origin.erase("git");  // as older files
  Results later = part("mdrange");
  later.cases[0].experiment = "reduce";
  later.program["git"] = "fedcba987654";
  const Results all = merged({{"two.json", two}, {"c.json", later}}, Commits::several);
  EXPECT_EQ(all.program["parts"][1]["git"], "0123456789ab");
  EXPECT_EQ(all.cases.size(), 3U);
}

TEST(Merged, RefusesACaseThatTwoPartsHave) {
  EXPECT_EQ(refusal(part("tile"), part("tile")),
            "cannot merge 'a.json' and 'b.json': both have transpose/tile  rows=16Ki cols=16Ki  "
            "cold");
  Results twice = part("tile");
  twice.cases.push_back(twice.cases[0]);
  twice.cases[1].cache = "hot";
  EXPECT_THAT(refusal(twice, twice), HasSubstr("both have transpose/tile  rows=16Ki cols=16Ki  "
                                               "cold and 1 more"));
}

TEST(Merged, RefusesAProfileBesideTimes) {
  EXPECT_THAT(refusal(part("padded_tile"), sample_profile()),
              HasSubstr("one is a profile, the other has times"));
}

}  // namespace
}  // namespace tilebridge::judge
