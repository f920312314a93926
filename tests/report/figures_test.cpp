#include "report/figures.hpp"

#include <gtest/gtest.h>

#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

CaseResult doing(const Work& work) {
  CaseResult c = sample_case("tile");
  c.work = work;
  return c;
}

TEST(Figures, ACaseIsJudgedByWhatHoldsItBack) {
  const Ceilings ceilings = sample_results().ceilings;
  EXPECT_EQ(measure_of(doing({1e9, 1e9, 1e9}), ceilings), Measure::bandwidth);
  EXPECT_EQ(measure_of(doing({1e9, 1e9, 1e15}), ceilings), Measure::arithmetic);
  EXPECT_EQ(measure_of(doing({.bytes_read = 1e9, .steps = 1e6}), ceilings), Measure::step);
  EXPECT_EQ(measure_of(doing({}), ceilings), Measure::time);
}

TEST(Figures, RatesHaveTheUnitOfTheirMeasure) {
  const Ceilings ceilings = sample_results().ceilings;
  EXPECT_EQ(rate_text(doing({1e9, 1e9, 0}), 1e-3, ceilings), "2000 GB/s");
  EXPECT_EQ(rate_text(doing({1e6, 1e6, 0}), 1e-3, ceilings), "2.00 GB/s");
  EXPECT_EQ(rate_text(doing({1e6, 0, 1e10}), 1e-3, ceilings), "10.00 TFLOP/s");
  EXPECT_EQ(rate_text(doing({.bytes_read = 1e6, .steps = 1e3}), 1e-3, ceilings), "1000.00 ns/step");
  EXPECT_EQ(rate_text(doing({}), 1e-3, ceilings), "");
  EXPECT_DOUBLE_EQ(value_of(Measure::time, {}, 1e-3), 1000);
}

}  // namespace
}  // namespace tilebridge
