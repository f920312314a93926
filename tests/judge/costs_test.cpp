// SPDX-License-Identifier: Apache-2.0
#include "judge/costs.hpp"

#include <gmock/gmock.h>

#include "tests/catalogue/sample_catalogue.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::judge {
namespace {

Variant named(const std::string& name, Form form = Form::loops) {
  Variant variant;
  variant.name = name;
  variant.form = form;
  variant.models = native_and_kokkos();
  variant.problem = sample_catalogue().experiment("scale").variants.front().problem;
  return variant;
}

Variant with_idiom(const std::string& name) {
  Variant variant = named(name);
  variant.idiom = Idiom{"short kernels", ""};
  return variant;
}

/// Idioms "loop" and "call", of which only "loop" has another way, and a kernel with both.
Catalogue idioms() {
  Variant kernel = named("kernel");
  Variant loop_rewritten = named("loop_rewritten", Form::rewritten);
  loop_rewritten.stands_for = "loop";
  Experiment writing;
  writing.name = "writing";
  writing.family = Family::idioms;
  writing.variants = {with_idiom("loop"), loop_rewritten, with_idiom("call"), kernel};
  return Catalogue({writing});
}

CaseResult measured(const std::string& variant, Interval performance, std::int64_t n = 1) {
  return slower_case("writing", variant, {{"n", n}}, performance);
}

Results idiom_run(std::vector<CaseResult> cases) {
  Results results = sample_results();
  results.cases = std::move(cases);
  return results;
}

TEST(Costs, AreTheTimesWithTheIdiomOverThoseWithout) {
  const Catalogue catalogue = idioms();
  const auto found = idiom_costs(
      idiom_run({measured("loop", {0.5, 0.4, 0.6}), measured("loop_rewritten", {0.9, 0.8, 1.0})}),
      catalogue);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].key(), "writing/loop");
  EXPECT_EQ(found[0].instead->name, "loop_rewritten");
  EXPECT_NEAR(found[0].cost.median, 1.8, 1e-12);
  EXPECT_NEAR(found[0].cost.low, 0.8 / 0.6, 1e-12);
  EXPECT_NEAR(found[0].cost.high, 1.0 / 0.4, 1e-12);
}

TEST(Costs, AreAgainstNativeWhereThereIsNoOtherWayAndTheDearestComesFirst) {
  const Catalogue catalogue = idioms();
  const auto found = idiom_costs(
      idiom_run({measured("loop", {0.9, 0.9, 0.9}), measured("loop_rewritten", {0.9, 0.9, 0.9}),
                 measured("call", {0.25, 0.2, 0.3})}),
      catalogue);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].key(), "writing/call");
  EXPECT_EQ(found[0].instead, nullptr);
  EXPECT_NEAR(found[0].cost.median, 4, 1e-12);
  EXPECT_NEAR(found[1].cost.median, 1, 1e-12);
}

TEST(Costs, AreNotThoseOfFormerKernels) {
  Variant idiom = with_idiom("call");
  idiom.idiom->since = "2026-11-20T10:00:00Z";
  Experiment writing;
  writing.name = "writing";
  writing.family = Family::idioms;
  writing.variants = {idiom};
  const Catalogue catalogue({writing});
  Results results = idiom_run({measured("call", {0.5, 0.4, 0.6})});
  results.program["started"] = "2026-11-20T09:59:59Z";
  EXPECT_TRUE(idiom_costs(results, catalogue).empty());
  results.program["started"] = "2026-11-20T10:00:00Z";
  EXPECT_EQ(idiom_costs(results, catalogue).size(), 1U);
}

TEST(Costs, AreThoseOfTheCaseInWhichItCostsMost) {
  const Catalogue catalogue = idioms();
  const auto found = idiom_costs(
      idiom_run({measured("call", {0.5, 0.5, 0.5}, 1), measured("call", {0.25, 0.2, 0.3}, 2)}),
      catalogue);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(to_string(found[0].parameters), "n=2");
}

TEST(Costs, NeedBothWaysInTheSameCase) {
  const Catalogue catalogue = idioms();
  EXPECT_TRUE(idiom_costs(idiom_run({measured("loop", {0.5, 0.4, 0.6}, 1),
                                     measured("loop_rewritten", {0.9, 0.8, 1.0}, 2)}),
                          catalogue)
                  .empty());
  EXPECT_TRUE(idiom_costs(idiom_run({}), catalogue).empty());
}

TEST(Costs, OfTheSameIdiomInNativeCodeAreThoseOfTheControl) {
  const Catalogue catalogue = idioms();
  CaseResult with = measured("loop", {0.4, 0.4, 0.4});
  with.kernels[control] = with.kernels[native_code];
  with.comparisons.push_back({control, native_code, {0.5, 0.4, 0.625}, Verdict::slower});
  with.comparisons.push_back({kokkos_code, control, {0.8, 0.8, 0.8}, Verdict::slower});
  const CaseResult without = measured("loop_rewritten", {0.9, 0.9, 0.9});
  const auto found = idiom_costs(idiom_run({with, without}), catalogue);
  ASSERT_TRUE(found.at(0).in_native);
  EXPECT_DOUBLE_EQ(found[0].in_native->median, 2);
  EXPECT_DOUBLE_EQ(found[0].in_native->low, 1.6);
  EXPECT_DOUBLE_EQ(found[0].in_native->high, 2.5);
}

/// The idiom's control in the usual kernel's blocks tells the launch's part.
TEST(Costs, OfTheSameIdiomInNativeCodeNameTheLaunchsPart) {
  const Catalogue catalogue = idioms();
  CaseResult c = measured("call", {0.4, 0.4, 0.4});
  for (const ModelForm& kernel : {control, control_in_usual_block})
    c.kernels[kernel] = c.kernels[native_code];
  c.comparisons.push_back({control, native_code, {0.5, 0.5, 0.5}, Verdict::slower});
  c.comparisons.push_back({kokkos_code, control, {0.8, 0.8, 0.8}, Verdict::slower});
  c.comparisons.push_back({control_in_usual_block, native_code, {0.8, 0.8, 0.8}, Verdict::slower});
  c.comparisons.push_back(
      {control, control_in_usual_block, {0.625, 0.625, 0.625}, Verdict::slower});
  const auto found = idiom_costs(idiom_run({c}), catalogue);
  ASSERT_TRUE(found.at(0).in_native);
  EXPECT_DOUBLE_EQ(found[0].in_native->median, 2) << "as it is launched";
  ASSERT_TRUE(found[0].launch_in_native);
  EXPECT_DOUBLE_EQ(found[0].launch_in_native->median, 1.6);
}

/// Kokkos's kernel of a case, timed in `seconds`, by each launch alone or back to back as well.
CaseResult that_waits(CaseResult c, bool waits, std::optional<double> back_to_back) {
  c.kernels[kokkos_code] = {Status::ok, "", valid(), timing(1e-3)};
  Timing& of_kernel = *c.kernels[kokkos_code].timing;
  of_kernel.waits_for_host = waits;
  if (back_to_back)
    of_kernel.back_to_back = Interval{*back_to_back, 0.9 * *back_to_back, 1.1 * *back_to_back};
  return c;
}

TEST(Costs, OfTwoModesAreRefused) {
  const Catalogue catalogue = idioms();
  const auto results = [](bool with, bool without, std::optional<double> of_with,
                          std::optional<double> of_without) {
    return idiom_run({that_waits(measured("loop", {0.5, 0.5, 0.5}), with, of_with),
                      that_waits(measured("loop_rewritten", {1, 1, 1}), without, of_without)});
  };
  for (const Results& mixed : {results(true, false, {}, {}), results(false, true, {}, {}),
                               results(true, false, 4e-3, {})}) {
    EXPECT_TRUE(idiom_costs(mixed, catalogue).empty());
    const auto refused = refused_costs(mixed, catalogue);
    ASSERT_EQ(refused.size(), 1U);
    EXPECT_EQ(refused[0].key(), "writing/loop");
    EXPECT_EQ(refused[0].setting, "n=1, cold");
    EXPECT_EQ(refused[0].reason, "one side waits for the host and was timed in another way");
  }
  const auto both = idiom_costs(results(true, false, 4e-3, 1e-3), catalogue);
  ASSERT_EQ(both.size(), 1U) << "both have a time back to back";
  EXPECT_DOUBLE_EQ(both[0].cost.median, 4);
  EXPECT_DOUBLE_EQ(both[0].cost.low, 4 * 0.9 / 1.1);
  EXPECT_DOUBLE_EQ(both[0].cost.high, 4 * 1.1 / 0.9);
  EXPECT_DOUBLE_EQ(idiom_costs(results(true, true, {}, {}), catalogue).at(0).cost.median, 2)
      << "one mode";
  EXPECT_DOUBLE_EQ(idiom_costs(results(false, false, 4e-3, 1e-3), catalogue).at(0).cost.median, 2);
}

/// A case as a whole was timed in one mode.
TEST(Costs, OfTwoModesAreRefusedInOlderFilesToo) {
  const Catalogue catalogue = idioms();
  CaseResult with = measured("loop", {0.5, 0.5, 0.5});
  with.sampling.waits_for_host = true;
  CaseResult without = measured("loop_rewritten", {1, 1, 1});
  EXPECT_TRUE(idiom_costs(idiom_run({with, without}), catalogue).empty());
  EXPECT_EQ(refused_costs(idiom_run({with, without}), catalogue).size(), 1U);
  without.sampling.waits_for_host = true;
  EXPECT_EQ(idiom_costs(idiom_run({with, without}), catalogue).size(), 1U);
}

CaseResult measured_in(const std::string& real, const std::string& variant, double performance,
                       std::int64_t n = 1) {
  CaseResult c = measured(variant, {performance, performance, performance}, n);
  c.parameters.set(real_parameter, real);
  return c;
}

TEST(Costs, AreThoseOfFloatsAndHaveThoseOfDoublesNextToThem) {
  const Catalogue catalogue = idioms();
  const auto found = idiom_costs(
      idiom_run({measured_in("float", "call", 0.5), measured_in("double", "call", 0.2)}),
      catalogue);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].setting(), "n=1 real=float, cold") << "although doubles cost more";
  EXPECT_DOUBLE_EQ(found[0].cost.median, 2);
  ASSERT_TRUE(found[0].in_reals);
  EXPECT_DOUBLE_EQ(found[0].in_reals->in_float.median, 2);
  EXPECT_DOUBLE_EQ(found[0].in_reals->in_double.median, 5);
  EXPECT_EQ(found[0].in_reals->elsewhere, "");
}

TEST(Costs, OfDoublesAreComparedInACaseOfBothTypes) {
  const Catalogue catalogue = idioms();
  const auto found = idiom_costs(
      idiom_run({measured_in("float", "call", 0.25, 1), measured_in("float", "call", 0.5, 2),
                 measured_in("double", "call", 0.4, 2), measured_in("double", "call", 0.1, 3)}),
      catalogue);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].cost.median, 4);
  ASSERT_TRUE(found[0].in_reals);
  EXPECT_EQ(found[0].in_reals->elsewhere, "n=2 real=float, cold");
  EXPECT_DOUBLE_EQ(found[0].in_reals->in_float.median, 2);
  EXPECT_DOUBLE_EQ(found[0].in_reals->in_double.median, 2.5);
}

TEST(Costs, OfOneTypeHaveNoOtherNextToThem) {
  const Catalogue catalogue = idioms();
  const auto of = [&](const std::string& real) {
    return idiom_costs(idiom_run({measured_in(real, "call", 0.5)}), catalogue).at(0);
  };
  EXPECT_FALSE(of("float").in_reals);
  EXPECT_FALSE(of("double").in_reals);
  EXPECT_DOUBLE_EQ(of("double").cost.median, 2) << "double was all";
}

TEST(Costs, DependWhereTheyDifferMuchOrChangeTheirSign) {
  EXPECT_FALSE(depend({}));
  EXPECT_FALSE(depend({{1.5, 1.4, 1.6}, {1.9, 1.8, 2.0}}));
  EXPECT_TRUE(depend({{1.5, 1.4, 1.6}, {1.2, 1.1, 1.3}, {2.0, 1.9, 2.1}}));
  EXPECT_TRUE(depend({{0.95, 0.94, 0.96}, {1.05, 1.04, 1.06}}));
  EXPECT_FALSE(depend({{0.95, 0.90, 1.01}, {1.05, 1.04, 1.06}})) << "an interval holds 1";
}

TEST(Costs, WhatWasCountedIsWithTheIdiomAgainstWithout) {
  const Catalogue catalogue = idioms();
  const auto profiled = [](const std::string& variant, double instructions, double registers) {
    CaseResult c = measured(variant, {1, 1, 1});
    Counters counters;
    counters.values = {{Counter::instructions, instructions},
                       {Counter::registers_per_thread, registers}};
    c.kernels[kokkos_code].counters = counters;
    return c;
  };
  const auto found = idiom_costs(
      idiom_run({measured("loop", {0.5, 0.4, 0.6}), measured("loop_rewritten", {0.9, 0.8, 1.0})}),
      catalogue);
  const Results one_way = idiom_run({profiled("loop", 300, 24)});
  const Results both_ways =
      idiom_run({profiled("loop", 200, 20), profiled("loop_rewritten", 100, 16)});
  const auto both = counted(found.at(0), {&one_way, &both_ways});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->with.of(Counter::instructions), 200);
  EXPECT_EQ(both->with.of(Counter::registers_per_thread), 20);
  EXPECT_EQ(both->without.of(Counter::instructions), 100);
  EXPECT_FALSE(counted(found.at(0), {&one_way}));
  EXPECT_FALSE(counted(found.at(0), {}));
}

}  // namespace
}  // namespace tilebridge::judge
