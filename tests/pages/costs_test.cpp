// SPDX-License-Identifier: Apache-2.0
#include "pages/costs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "results/file.hpp"
#include "sources/sections.hpp"
#include "sources/sources.hpp"
#include "tests/pages/listing_text.hpp"
#include "tests/pages/rows.hpp"
#include "tests/results/idiom_results.hpp"
#include "tests/results/stepped_results.hpp"
#include "tests/write/width.hpp"
#include "write/formats.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;

TEST(CostsView, ListWhatIsWrittenAndWhatToWriteInstead) {
  const CostList list = cost_list(idiom_results(2), catalogue());
  EXPECT_EQ(list.device, "NVIDIA H200, Kokkos 4.7.01");
  ASSERT_EQ(list.idioms.size(), 1U);
  const IdiomCost& single = list.idioms[0];
  EXPECT_EQ(single.key, "team_control/single");
  EXPECT_EQ(exact_costs.both(*single.cost), "2.00 1.96–2.04");
  EXPECT_EQ(short_costs.both(*single.cost), "2.0 2.0–2.0");
  EXPECT_EQ(single.where, "repeats=64 blocks=1056, cold");
}

TEST(CostsView, HaveAColumnForEachOtherKokkos) {
  const CostList list = cost_list(idiom_results_with_second_build(2, 3), catalogue());
  EXPECT_THAT(list.others, testing::ElementsAre("Kokkos 5.0.2"));
  const Table table = costs_table(list);
  EXPECT_EQ(table.column("Kokkos 5.0.2"), 3U);
  const auto& cells = table.groups.front().rows.at(0).cells;
  EXPECT_EQ(cells.at(1).text, "2.0");
  EXPECT_EQ(cells.at(3).text, "3.0 2.9–3.1");
  EXPECT_EQ(cells.at(table.column("depends")).text, "depends") << "1.5 times as much";
  EXPECT_EQ(cells.at(table.column("case")).text, "repeats=64 blocks=1056, cold");
  EXPECT_THROW(costs_table(cost_list(idiom_results(2), catalogue())).column("Kokkos 5.0.2"),
               InternalError);
}

/// Costs of the same idiom with 4.7.01 and with 5.0.2.
std::string not_needed_from(double old, double current) {
  return cost_list(idiom_results_with_second_build(old, current), catalogue())
      .idioms.at(0)
      .not_needed_from;
}

TEST(CostsView, NameTheReleaseFromWhichAnIdiomCostsLittle) {
  EXPECT_EQ(not_needed_from(2, 1), "Kokkos 5.0.2");
  EXPECT_EQ(not_needed_from(2, 1.5), "");
  EXPECT_EQ(not_needed_from(2, 1.09), "") << "its interval contains a tenth";
  EXPECT_EQ(not_needed_from(1, 2), "") << "the newer release is the costly one";
  EXPECT_EQ(not_needed_from(1, 1), "");
}

TEST(CostsView, OneRunThatNeedsTheOtherWayIsEnough) {
  const Results costly = idiom_results_with_second_build(2, 2);
  const CostList list =
      cost_list(idiom_results_with_second_build(2, 1), catalogue(), {}, {&costly});
  EXPECT_EQ(list.idioms.at(0).not_needed_from, "");
}

TEST(CostsView, AnotherGpuTellsNothingOfARelease) {
  Results elsewhere = idiom_results_with_second_build(1, 1);
  elsewhere.device["name"] = "NVIDIA A100";
  const auto with_other = [&](const Results& results) {
    return cost_list(results, catalogue(), {}, {&elsewhere}).idioms.at(0).not_needed_from;
  };
  EXPECT_EQ(with_other(idiom_results(2)), "");
  EXPECT_EQ(with_other(idiom_results_with_second_build(2, 1)), "Kokkos 5.0.2");
  elsewhere = idiom_results_with_second_build(2, 2);
  elsewhere.device["name"] = "NVIDIA A100";
  EXPECT_EQ(with_other(idiom_results_with_second_build(2, 1)), "") << "it is needed there";
}

TEST(CostsPage, TheRemedySaysFromWhichReleaseItIsNotNeeded) {
  const CostList list = cost_list(idiom_results_with_second_build(2, 1), catalogue());
  EXPECT_THAT(write::as_text(costs_page(list)),
              HasSubstr("instead: if (team.team_rank() == 0); not needed from Kokkos 5.0.2 on\n"));
  EXPECT_EQ(Json::parse(write::costs_json(list))["idioms"][0]["not_needed_from"], "Kokkos 5.0.2");
}

TEST(CostsPage, BeginsWithASummary) {
  const std::string text = write::as_text(costs_page(cost_list(idiom_results(2), catalogue())));
  EXPECT_THAT(text, HasSubstr("\nCost of 1.1 or more: 1 of 1 idiom; the most expensive is "
                              "team_control/single, 2.0×.\n"));
  EXPECT_LE(text.find("\n  idiom "), 500U) << "no preamble";
}

TEST(CostsView, HaveAColumnForEachOtherFile) {
  const Results other = idiom_results(2.1);
  const CostList list = cost_list(idiom_results(2), catalogue(), {}, {&other});
  EXPECT_THAT(list.others, testing::ElementsAre("NVIDIA H200, Kokkos 4.7.01"));
  EXPECT_NEAR(list.idioms.at(0).elsewhere.at(0)->median, 2.1, 1e-12);
  EXPECT_FALSE(list.idioms.at(0).depends);
}

TEST(CostsView, HaveAColumnForDouble) {
  const CostList list = cost_list(idiom_results_in_reals(2, 3), catalogue());
  ASSERT_EQ(list.idioms.size(), 1U);
  EXPECT_NEAR(list.idioms[0].cost->median, 2, 1e-12);
  EXPECT_EQ(exact_costs.in_double(list.idioms[0]), "3.00 2.94–3.06");
  const Table table = costs_table(list);
  const auto& cells = table.groups.front().rows.at(0).cells;
  EXPECT_EQ(cells.at(1).text, "2.0");
  EXPECT_EQ(cells.at(table.column("in double")).text, "3.0 2.9–3.1");
  EXPECT_EQ(cells.at(table.column("depends")).text, "depends") << "1.5 times as much";
  EXPECT_EQ(cells.at(table.column("case")).text, "nx=256 ny=128 nz=128 real=float, cold");
}

TEST(CostsView, DependOnTheTypeOfNumbersByMoreThanAThirdOrByTheirSign) {
  const auto depends = [](double in_float, double in_double) {
    return cost_list(idiom_results_in_reals(in_float, in_double), catalogue()).idioms.at(0).depends;
  };
  EXPECT_FALSE(depends(2, 2.5));
  EXPECT_TRUE(depends(2.7, 2));
  EXPECT_TRUE(depends(0.9, 1.1)) << "a gain, and a cost";
  EXPECT_FALSE(depends(0.99, 1.01)) << "both intervals hold 1";
}

TEST(CostsView, OfDoublesDependWhateverAnotherFileHas) {
  const Results other = idiom_results_in_reals(2, 2);
  const CostList list = cost_list(idiom_results_in_reals(2, 3), catalogue(), {}, {&other});
  EXPECT_TRUE(list.idioms.at(0).depends);
  EXPECT_NEAR(list.idioms.at(0).elsewhere.at(0)->median, 2, 1e-12);
}

TEST(CostsView, NameTheCaseOfDoublesWhereItIsAnother) {
  Results results = idiom_results_in_reals(1.5, 1.2);
  Results small = idiom_results_in_reals(2, 2);
  for (CaseResult& c : small.cases) {
    c.parameters.set("nz", std::int64_t{16});
    if (!is_double(c.parameters)) results.cases.push_back(c);
  }
  const IdiomCost idiom = cost_list(results, catalogue()).idioms.at(0);
  EXPECT_NEAR(idiom.cost->median, 2, 1e-12);
  EXPECT_EQ(exact_costs.in_double(idiom),
            "1.20 1.18–1.22, float 1.50 at nx=256 ny=128 nz=128 real=float, cold");
  EXPECT_FALSE(idiom.depends) << "in the same case";
}

TEST(CostsView, WithoutResultsAllIdiomsAreListed) {
  std::size_t idioms = 0;
  for (const Experiment& e : catalogue())
    idioms += static_cast<std::size_t>(
        std::count_if(e.variants.begin(), e.variants.end(),
                      [](const Variant& v) { return v.idiom.has_value(); }));
  const CostList list = uncosted(catalogue());
  EXPECT_EQ(list.idioms.size(), idioms);
  for (const IdiomCost& idiom : list.idioms) {
    EXPECT_FALSE(idiom.written.empty()) << idiom.key;
    EXPECT_FALSE(idiom.matters.empty()) << idiom.key;
    EXPECT_FALSE(idiom.cost) << idiom.key;
  }
}

TEST(CostsView, OfAKernelAreItsIdiomsWithWhatTheyCostInIt) {
  const auto steps = judge::ablations(stepped_results(), catalogue());
  EXPECT_EQ(idioms_text(catalogue().experiment("transpose").variant("padded_tile"), steps),
            "scratch_use/load_store (1.50× here), team_control/vector_range (1.00× here), "
            "team_control/league_division (1.00× here), scratch_use/view (1.00× here)");
  const Experiment& dot = catalogue().experiment("dot");
  EXPECT_EQ(idioms_text(dot.variant("block_tree"), steps),
            "team_control/team_range, scratch_use/view");
  EXPECT_EQ(idioms_text(dot.variant("atomic"), steps), "");
}

TEST(CostsView, SlowKernelsHaveTheLaunchWhereItWasMeasured) {
  Results results = idiom_results_with_kernel(2);
  CaseResult& c = results.cases.back();
  c.kernels[native_code] = {Status::ok, "", valid(), timing(1e-3)};
  c.kernels[control] = c.kernels[control_in_usual_block] = c.kernels[native_code];
  c.comparisons.push_back({control, native_code, {0.6, 0.6, 0.6}, Verdict::slower});
  c.comparisons.push_back({control_in_usual_block, native_code, {0.75, 0.7, 0.8}, Verdict::slower});
  c.comparisons.push_back({control, control_in_usual_block, {0.8, 0.8, 0.8}, Verdict::slower});
  c.comparisons.push_back({kokkos_code, control, {0.83, 0.8, 0.9}, Verdict::slower});
  EXPECT_THAT(write::as_text(worst_blocks(results, catalogue())),
              HasSubstr("= 0.75 loop style × 0.80 launch × 0.83 library"));
  c.kernels[respelled_control] = c.kernels[control];
  c.comparisons.push_back({kokkos_code, respelled_control, {0.9, 0.8, 1}, Verdict::slower});
  EXPECT_THAT(write::as_text(worst_blocks(results, catalogue())), HasSubstr("× 0.83–0.90 library"));
}

TEST(CostsView, NameWhatHasNoCostAndWhy) {
  Results results = idiom_results(2);
  results.cases.front().sampling.waits_for_host = true;
  const CostList list = cost_list(results, catalogue());
  EXPECT_TRUE(list.idioms.empty());
  EXPECT_THAT(list.refused,
              testing::ElementsAre("team_control/single (repeats=64 blocks=1056, cold): one side "
                                   "waits for the host and was timed in another way"));
  EXPECT_THAT(write::as_text(costs_page(list)), HasSubstr("Measured, but without a cost:"));
}

std::string plain_code(const Experiment& e, const Variant& v) {
  return text(listing_of(e, v, {Model::kokkos, v.form}, Platform::cuda));
}

/// The most expensive idiom is named wherever a rewritten form leaves it behind.
TEST(CostsView, NamesSingleWhereTheRewrittenFormAvoidsIt) {
  const std::string key = "team_control/single";
  const std::string sign = "Kokkos::single(";
  int left_behind = 0;
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      const Variant* rewritten = e.find(rewritten_name(v.name));
      if (rewritten == nullptr || e.family == Family::idioms) continue;
      const bool leaves = plain_code(e, v).find(sign) != std::string::npos &&
                          plain_code(e, *rewritten).find(sign) == std::string::npos;
      if (!leaves) continue;
      EXPECT_THAT(v.idioms, testing::Contains(key)) << e.name << "/" << v.name;
      ++left_behind;
    }
  EXPECT_GT(left_behind, 0);
}

/// Only its own cost contains single(PerTeam), which would hide what else differs.
TEST(CostsView, NoOtherIdiomHasACostWithSingle) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      if (e.family != Family::idioms || v.name == "single") continue;
      EXPECT_THAT(plain_code(e, v), testing::Not(HasSubstr("single(Kokkos::PerTeam")))
          << e.name << "/" << v.name;
    }
}

TEST(CostsView, WhatToWriteInsteadSaysWhereItHolds) {
  const Experiment& control = catalogue().experiment("team_control");
  const IdiomCost single = uncosted(control, control.variant("single"));
  EXPECT_EQ(single.holds_if, "vector length 1");
  EXPECT_EQ(instead_text(single), "(vector length 1) if (team.team_rank() == 0)");
  EXPECT_EQ(
      single.code_before,
      "Kokkos::single(Kokkos::PerTeam(team), [&] { Kokkos::atomic_add(&out(tile), 1U); });\n");
  EXPECT_THAT(single.code_after, HasSubstr("if (team.team_rank() == 0)"));
  EXPECT_THAT(single.code_after, HasSubstr("Kokkos::single(Kokkos::PerThread(team)"));
}

/// Without directives, closing brackets and what says that something is left out.
std::size_t statements(const std::string& code) {
  std::size_t count = 0;
  for (const std::string_view line : sources::lines_of(code).text)
    count += line.starts_with('#') || line == "// …" ||
                     line.find_first_not_of(" });") == std::string_view::npos
                 ? 0
                 : 1;
  return count;
}

TEST(CostsView, WhatDoesNotHoldEverywhereIsShownAsCodeThatDoes) {
  for (const IdiomCost& idiom : uncosted(catalogue()).idioms) {
    SCOPED_TRACE(idiom.key);
    EXPECT_EQ(idiom.holds_if.empty(), idiom.instead.empty());
    EXPECT_EQ(idiom.code_before.empty(), idiom.code_after.empty());
    const bool is_conditional = !idiom.instead.empty() && idiom.holds_if != always;
    EXPECT_TRUE(!is_conditional || !idiom.code_after.empty());
    EXPECT_LE(statements(idiom.code_before), 6U) << idiom.code_before;
    EXPECT_LE(statements(idiom.code_after), 6U) << idiom.code_after;
  }
}

TEST(CostsView, CodeIsOfIdioms) {
  std::set<std::string> keys;
  for (const IdiomCost& idiom : uncosted(catalogue()).idioms) keys.insert(idiom.key);
  for (const sources::SourceFile& file : sources::idiom_sources())
    for (const sources::Section& section : sources::sections_of(sources::lines_of(file.text)))
      for (const std::string_view name : section.names)
        EXPECT_TRUE(keys.contains(std::string(name.substr(name.find(' ') + 1)))) << name;
}

TEST(CostsPage, AnotherKokkosHasAColumn) {
  const auto text_of_list = [](const Results& results) {
    return write::as_text(costs_page(cost_list(results, catalogue())), {.columns = 160});
  };
  const std::string text = text_of_list(idiom_results_with_second_build(2, 3));
  EXPECT_THAT(text, HasSubstr("Kokkos 5.0.2"));
  EXPECT_THAT(text, HasSubstr("3.0 2.9–3.1"));
  EXPECT_THAT(text_of_list(idiom_results(2)), testing::Not(HasSubstr("Kokkos 5.0.2")));
}

TEST(CostsPage, DoubleIsInEveryFormat) {
  const CostList list = cost_list(idiom_results_in_reals(2, 3), catalogue());
  expect_columns(write::as_text(costs_page(list)), 100);
  const std::string text = write::as_text(costs_page(list), {.columns = 160});
  EXPECT_THAT(text, testing::ContainsRegex("\n  idiom +cost +95% interval +in double +depends"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  policies/mdrange_tile +2.0 +2.0–2.0 +3.0 "
                                           "2.9–3.1 +depends"));
  EXPECT_THAT(write::as_markdown(costs_page(list)),
              HasSubstr("| cost | 95% interval | in double | depends |"));
  const Json json = Json::parse(write::costs_json(list));
  EXPECT_EQ(json["idioms"][0]["cost"], "2.00");
  EXPECT_EQ(json["idioms"][0]["in_double"], "3.00 2.94–3.06");
  EXPECT_EQ(json["idioms"][0]["depends"], true);
  const std::string of_words = write::as_text(costs_page(cost_list(idiom_results(2), catalogue())));
  EXPECT_THAT(of_words, testing::Not(testing::ContainsRegex("interval +in double")));
}

TEST(CostsPage, WhatToWriteInsteadIsBelowItsIdiom) {
  const std::string text = write::as_text(costs_page(cost_list(idiom_results(2), catalogue())));
  expect_columns(text, 100);
  EXPECT_THAT(text, testing::ContainsRegex("\n  team_control/single +2.0 +2.0–2.0\n"));
  EXPECT_THAT(text, HasSubstr("\n    instead: if (team.team_rank() == 0)\n"));
}

TEST(CostsPage, StepsHaveTheirGains) {
  const std::string text = write::as_text(costs_page(cost_list(stepped_results(), catalogue())));
  EXPECT_THAT(text, HasSubstr("\ntranspose/padded_tile, rows=1024 cols=1024, cold\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  padded_tile +0.50 +Kokkos in loops\n"));
  EXPECT_THAT(text, HasSubstr("a factor of 1.50"));
  expect_columns(text, 100);
}

/// docs/results/costs.json is what `scan` shows without a result file.
TEST(StoredCosts, AreThoseOfTheResultFileThatTheyName) {
  const Results results = read_results(TILEBRIDGE_RESULTS "/h200-models.json");
  const CostList measured = known_costs(results, catalogue());
  const CostList stored = stored_costs(catalogue());
  EXPECT_EQ(stored.device, measured.device);
  ASSERT_EQ(stored.idioms.size(), measured.idioms.size());
  const auto cost_of = [](const IdiomCost& idiom) {
    return idiom.cost ? two_digits(idiom.cost->median) : "";
  };
  for (std::size_t i = 0; i < stored.idioms.size(); ++i)
    EXPECT_EQ(cost_of(stored.idioms[i]), cost_of(measured.idioms[i])) << stored.idioms[i].key;
}

}  // namespace
}  // namespace tilebridge::pages
