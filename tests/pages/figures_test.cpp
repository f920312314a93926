// SPDX-License-Identifier: Apache-2.0
#include "pages/figures.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
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

TEST(Figures, CostsHaveTwoDigits) {
  EXPECT_EQ(two_figures(20.72), "21");
  EXPECT_EQ(two_figures(9.96), "10");
  EXPECT_EQ(two_figures(4.47), "4.5");
  EXPECT_EQ(two_figures(0.997), "1.0");
  EXPECT_EQ(two_figures(0.983), "0.98");
}

TEST(Figures, RatesHaveTheUnitOfTheirMeasure) {
  const Ceilings ceilings = sample_results().ceilings;
  EXPECT_EQ(rate_text(doing({1e9, 1e9, 0}), 1e-3, ceilings), "2000 GB/s");
  EXPECT_EQ(rate_text(doing({1e6, 1e6, 0}), 1e-3, ceilings), "2.00 GB/s");
  EXPECT_EQ(rate_text(doing({1e6, 0, 1e10}), 1e-3, ceilings), "10.00 TFLOP/s");
  EXPECT_EQ(rate_text(doing({.bytes_read = 1e6, .steps = 1e3}), 1e-4, ceilings), "100.0 ns/step");
  EXPECT_EQ(rate_text(doing({}), 1e-3, ceilings), "");
  EXPECT_DOUBLE_EQ(value_of(Measure::time, {}, 1e-3), 1000);
}

TEST(Figures, TheUnitFitsTheRate) {
  EXPECT_EQ(bandwidth_text(4.676e12), "4676 GB/s");
  EXPECT_EQ(bandwidth_text(55.5e9), "55.5 GB/s");
  EXPECT_EQ(bandwidth_text(5e8), "500 MB/s");
  EXPECT_EQ(bandwidth_text(2.5e6), "2.50 MB/s");
  EXPECT_EQ(bandwidth_text(12.34e3), "12.3 kB/s");
  EXPECT_EQ(bandwidth_text(10), "0.01 kB/s");
  EXPECT_EQ(flops_text(65.51e12), "65.51 TFLOP/s");
  EXPECT_EQ(flops_text(3.2e9), "3.20 GFLOP/s");
  EXPECT_EQ(flops_text(966.4e9), "966 GFLOP/s");
  EXPECT_EQ(flops_text(5e5), "0.50 MFLOP/s");
  EXPECT_EQ(flops_text(0), "0.00 MFLOP/s");
}

TEST(Figures, RatesFitTheirColumn) {
  const Ceilings ceilings = sample_results().ceilings;
  for (double seconds = 1e-6; seconds < 100; seconds *= 1.7)
    for (const Work& work :
         {Work{1e6, 1e6, 0}, Work{1e3, 0, 1e10}, Work{.bytes_read = 1e6, .steps = 1e3}})
      EXPECT_LE(columns(rate_text(doing(work), seconds, ceilings)), 13U) << seconds;
}

TEST(Figures, CeilingsShareAUnit) {
  Ceilings host;
  host.read_bytes_per_s = 2.04e9;
  host.write_bytes_per_s = 5e8;
  host.copy_bytes_per_s = 1.5e9;
  host.flops = 4.2e9;
  EXPECT_EQ(ceilings_text(host), "read 2.04, write 0.50, copy 1.50 GB/s; fp32 4.20 GFLOP/s");
}

TEST(Figures, SharesAndRatiosHaveTheirDigits) {
  EXPECT_EQ(percent_text(0.84), "84.0%");
  EXPECT_EQ(percent_text(1.0016), "100.2%");
  EXPECT_EQ(ratio_text(0.9576), "0.958");
}

TEST(Figures, BytesAreExact) {
  EXPECT_EQ(bytes_text(402653184), "384 MiB");
  EXPECT_EQ(bytes_text(16896 << 10), "16.5 MiB");
  EXPECT_EQ(bytes_text(1LL << 30), "1 GiB");
  EXPECT_EQ(bytes_text(4096), "4 KiB");
  EXPECT_EQ(bytes_text(4220), "4220 bytes");
  EXPECT_EQ(bytes_text((1LL << 30) + 1), "1073741825 bytes");
  EXPECT_EQ(bytes_text(0), "0 bytes");
}

}  // namespace
}  // namespace tilebridge::pages
