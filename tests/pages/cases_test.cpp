// SPDX-License-Identifier: Apache-2.0
#include "pages/cases.hpp"

#include <gmock/gmock.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

CaseResult case_of(const std::string& data) {
  CaseResult c;
  c.experiment = "histogram";
  c.variant = "shared";
  c.parameters = {{"n", std::int64_t{1024}}, {"data", data}};
  c.cache = "cold";
  return c;
}

std::vector<std::size_t> sizes(const std::vector<CaseResult>& cases) {
  std::vector<std::size_t> all;
  for (const Group& g : group(cases)) all.push_back(g.cases.size());
  return all;
}

TEST(Group, HoldsVariantsOfOneExperimentParametersAndCache) {
  std::vector<CaseResult> cases(5, case_of("uniform"));
  cases[1].variant = "global";
  cases[2].experiment = "reduce";
  cases[3].parameters.set("n", std::int64_t{2048});
  cases[4].cache = "hot";
  EXPECT_THAT(sizes(cases), testing::ElementsAre(2, 1, 1, 1));
}

TEST(Group, TellsApartWhatDiffersBeyondTheEndOfItsTitle) {
  const std::string word(500, 'x');
  const std::vector<CaseResult> cases = {case_of(word + "a"), case_of(word + "b"),
                                         case_of(word + "a")};
  EXPECT_THAT(sizes(cases), testing::ElementsAre(2, 1));
  EXPECT_LE(group(cases)[0].title.size(), 400U);
}

CaseResult matched_to(const std::string& variant) {
  CaseResult c = case_of("uniform");
  c.variant = variant + "_matched";
  c.form = "matched";
  c.compared_with = variant;
  return c;
}

CaseResult in_ranges(const std::string& variant) {
  CaseResult c = case_of("uniform");
  c.variant = c.compared_with = variant;
  c.form = "ranges";
  return c;
}

TEST(Group, HasMatchedCasesBehindTheirVariants) {
  const std::vector<CaseResult> cases = {matched_to("shared"), in_ranges("global"),
                                         in_ranges("shared"), matched_to("global")};
  const std::vector<Group> groups = group(cases);
  std::vector<std::string> order;
  for (const CaseResult* c : groups.front().cases) order.push_back(c->variant);
  EXPECT_THAT(order, testing::ElementsAre("shared", "shared_matched", "global", "global_matched"));
}

TEST(Cases, AMatchedCaseIsShownAsItsVariant) {
  const CaseResult matched = matched_to("shared");
  EXPECT_EQ(shown_variant(matched), "shared");
  const auto way = [](const CaseResult& c, const ModelForm& kernel) {
    return shown_way({&c, kernel, nullptr});
  };
  EXPECT_EQ(way(matched, native_code), "native indices");
  EXPECT_EQ(way(matched, {kokkos_code.model, Form::matched}), "kokkos matched");
  EXPECT_EQ(way(in_ranges("shared"), kokkos_code), "kokkos ranges");
  CaseResult construct = in_ranges("scatter_view");
  construct.form = "construct";
  construct.compared_with = "global";
  EXPECT_EQ(shown_variant(construct), "scatter_view");
  EXPECT_EQ(way(construct, {kokkos_code.model, Form::construct}), "kokkos construct");
}

TEST(Cases, NativeCodeOfAnotherVariantIsNotShown) {
  CaseResult construct = in_ranges("scatter_view");
  construct.kernels[native_code] = {};
  construct.kernels[kokkos_code] = {};
  EXPECT_EQ(shown_results(construct).size(), 2U);
  construct.compared_with = "global";
  const std::vector<CaseResult> cases = {construct, in_ranges("global")};
  const auto shown = shown_in(cases, shown_results);
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].kernel, kokkos_code);
  EXPECT_EQ(shown[0].of->variant, "scatter_view");
}

TEST(Cases, AComparisonIsOfItsModel) {
  CaseResult c = in_ranges("shared");
  c.kernels[native_code] = {};
  c.kernels[kokkos_code] = {};
  c.comparisons = {{kokkos_code, native_code, {0.5, 0.4, 0.6}, Verdict::slower}};
  const auto shown = shown_results(c);
  EXPECT_FALSE(against_native(shown[0]));
  ASSERT_TRUE(against_native(shown[1]));
  EXPECT_EQ(against_native(shown[1])->ratio.median, 0.5);
}

TEST(Cases, ASettingIsParametersAndCache) {
  EXPECT_EQ(setting_of(case_of("uniform")), "n=1024 data=uniform, cold");
  CaseResult bare = case_of("");
  bare.parameters = {};
  EXPECT_EQ(setting_of(bare), "cold");
}

}  // namespace
}  // namespace tilebridge::pages
