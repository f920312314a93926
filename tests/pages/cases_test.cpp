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

CaseResult rewritten_form_of(const std::string& variant) {
  CaseResult c = case_of("uniform");
  c.variant = variant + "_rewritten";
  c.form = "rewritten";
  c.compared_with = variant;
  return c;
}

CaseResult in_loops(const std::string& variant) {
  CaseResult c = case_of("uniform");
  c.variant = c.compared_with = variant;
  c.form = "loops";
  return c;
}

TEST(Group, HasRewrittenCasesBehindTheirVariants) {
  const std::vector<CaseResult> cases = {rewritten_form_of("shared"), in_loops("global"),
                                         in_loops("shared"), rewritten_form_of("global")};
  const std::vector<Group> groups = group(cases);
  std::vector<std::string> order;
  for (const CaseResult* c : groups.front().cases) order.push_back(c->variant);
  EXPECT_THAT(order,
              testing::ElementsAre("shared", "shared_rewritten", "global", "global_rewritten"));
}

TEST(Cases, ARewrittenCaseIsShownAsItsVariant) {
  const CaseResult rewritten = rewritten_form_of("shared");
  EXPECT_EQ(shown_variant(rewritten), "shared");
  const Results results;
  const auto way = [&](const CaseResult& c, const ModelForm& kernel) {
    return shown_way({.in = &results, .of = &c, .kernel = kernel, .is_first_build = true});
  };
  EXPECT_EQ(way(rewritten, native_code), "CUDA indices");
  EXPECT_EQ(way(rewritten, {kokkos_code.model, Form::rewritten}), "Kokkos rewritten");
  EXPECT_EQ(way(in_loops("shared"), kokkos_code), "Kokkos loops");
  CaseResult builtin = in_loops("scatter_view");
  builtin.form = "builtin";
  builtin.compared_with = "global";
  EXPECT_EQ(shown_variant(builtin), "scatter_view");
  EXPECT_EQ(way(builtin, {kokkos_code.model, Form::builtin}), "Kokkos builtin");
}

TEST(Cases, AModelIsShownByItsLabelAndAFurtherBuildByItsReleaseToo) {
  Results results;
  results.builds["models"] = {{"sample@2", {{"label", "Sample"}, {"release", "2"}}}};
  const CaseResult c = in_loops("shared");
  const auto model = [&](std::string_view key, bool is_first) {
    return shown_model({.in = &results,
                        .of = &c,
                        .kernel = {Model(key), Form::loops},
                        .is_first_build = is_first});
  };
  EXPECT_EQ(model("sample@2", true), "Sample");
  EXPECT_EQ(model("sample@3", false), "Sample 3");
  EXPECT_EQ(model("raja@2", true), "RAJA");  // whose label the file lacks
  EXPECT_EQ(model("unknown", true), "unknown");
}

TEST(Cases, ASettingIsParametersAndCache) {
  EXPECT_EQ(setting_of(case_of("uniform")), "n=1024 data=uniform, cold");
  CaseResult bare = case_of("");
  bare.parameters = {};
  EXPECT_EQ(setting_of(bare), "cold");
}

}  // namespace
}  // namespace tilebridge::pages
