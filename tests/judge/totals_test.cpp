// SPDX-License-Identifier: Apache-2.0
#include "judge/totals.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/judge/sample_runs.hpp"

namespace tilebridge::judge {
namespace {

/// The case of run_of() at a second size too.
Results two_sizes(double kokkos, double kokkos_of_second) {
  Results results = run_of(1e-3, kokkos);
  results.cases.push_back(run_of(1e-3, kokkos_of_second).cases[0]);
  results.cases.back().parameters = {{"rows", 64}, {"cols", 64}};
  return results;
}

TEST(GateTotals, AVariantCountsOnceHoweverManySizes) {
  const Results base = two_sizes(1e-3, 1e-3);
  const Results current = two_sizes(2e-3, 0.5e-3);
  const GateReport report = compare_results(base, current, {});
  const auto variants = by_variant(report);
  ASSERT_EQ(variants.size(), 2U);  // native and Kokkos
  const VariantChange& kokkos = variants[1];
  EXPECT_EQ(kokkos.kernel(), kokkos_code);
  EXPECT_EQ(kokkos.cases.size(), 2U);
  EXPECT_NEAR(kokkos.performance(), 1, 1e-9);
  EXPECT_EQ(kokkos.count(Judgement::slower), 1U);
  EXPECT_EQ(kokkos.count(Judgement::faster), 1U);
}

TEST(GateTotals, NativeCodeAndKokkosAreKindsOfTheirOwn) {
  const Results base = run_of(1e-3, 1e-3);
  const Results current = run_of(1e-3, 2e-3);
  const GateReport report = compare_results(base, current, {});
  const auto found = totals(by_variant(report), catalogue());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(name_of(found[0].kind), "native code");
  EXPECT_NEAR(found[0].performance.value, 1, 1e-9);
  EXPECT_EQ(found[0].slower, 0U);
  EXPECT_EQ(name_of(found[1].kind), "Kokkos in loops");
  EXPECT_NEAR(found[1].performance.value, 0.5, 1e-9);
  EXPECT_EQ(found[1].slower, 1U);
}

TEST(GateTotals, ControlsAreApartInWhateverBlocks) {
  Results base = run_of(1e-3, 1e-3);
  CaseResult& c = base.cases[0];
  for (const ModelForm& kernel : {control, control_in_usual_block})
    c.kernels[kernel] = c.kernels.at(native_code);
  const GateReport report = compare_results(base, base, {});
  const auto found = totals(by_variant(report), catalogue());
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[1].kind, Kind::controls);
  EXPECT_EQ(found[1].variants, 2U);
}

TEST(GateTotals, OfOneVariantHaveItsOwnInterval) {
  const Results base = run_of(1e-3, 1e-3);
  const GateReport report = compare_results(base, base, {});
  const auto variants = by_variant(report);
  const auto found = totals({variants[0]}, catalogue());
  ASSERT_EQ(found.size(), 1U);
  const Interval& own = report.changes[0].performance;
  EXPECT_NEAR(found[0].performance.high, std::sqrt(own.high / own.low), 1e-4);
}

TEST(GateTotals, WhatWaitsForTheHostIsCountedApart) {
  Results base = run_of(1e-3, 1e-3);
  Results current = run_of(1e-3, 2e-3);
  for (Results* run : {&base, &current}) run->cases[0].sampling.waits_for_host = true;
  const GateReport report = compare_results(base, current, {});
  const auto found = totals(by_variant(report), catalogue());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Kind::host_bound);
  EXPECT_EQ(found[0].variants, 2U);
}

TEST(GateTotals, NativeCodeAndOtherModelsOfYourOwnAreApart) {
  Results base = run_of(1e-3, 1e-3);
  Results current = run_of(1e-3, 2e-3);
  for (Results* run : {&base, &current}) run->cases[0].experiment = "heat_flux";
  const GateReport report = compare_results(base, current, {});
  const auto found = totals(by_variant(report), catalogue());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(name_of(found[0].kind), "your native code");
  EXPECT_NEAR(found[0].performance.value, 1, 1e-9);
  EXPECT_EQ(name_of(found[1].kind), "your other models");
  EXPECT_NEAR(found[1].performance.value, 0.5, 1e-9);
}

}  // namespace
}  // namespace tilebridge::judge
