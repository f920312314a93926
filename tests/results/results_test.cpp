// SPDX-License-Identifier: Apache-2.0
#include "results/results.hpp"

#include <gmock/gmock.h>

#include <random>
#include <stdexcept>

#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

TEST(Ceilings, EveryRateIsOneOfThem) {
  Ceilings ceilings;
  double value = 0;
  for (const Rate rate :
       {Rate::read, Rate::write, Rate::copy, Rate::fma, Rate::to_device, Rate::to_host, Rate::l2})
    ceilings.of(rate) = ++value;
  EXPECT_EQ(ceilings.read_bytes_per_s, 1);
  EXPECT_EQ(ceilings.write_bytes_per_s, 2);
  EXPECT_EQ(ceilings.copy_bytes_per_s, 3);
  EXPECT_EQ(ceilings.flops, 4);
  EXPECT_EQ(ceilings.to_device_bytes_per_s, 5);
  EXPECT_EQ(ceilings.to_host_bytes_per_s, 6);
  EXPECT_EQ(ceilings.l2_bytes_per_s, 7);
  EXPECT_THROW(ceilings.of(static_cast<Rate>(99)), std::logic_error);
}

class LeastSeconds : public testing::Test {
 protected:
  double seconds(const Work& work) const { return ceilings_.least_seconds(work); }

  Ceilings ceilings_{.read_bytes_per_s = 8,
                     .write_bytes_per_s = 4,
                     .copy_bytes_per_s = 2,
                     .flops = 100,
                     .to_device_bytes_per_s = 1,
                     .to_host_bytes_per_s = 0.5};
};

TEST_F(LeastSeconds, AreAtTheRateOfWhatMoves) {
  EXPECT_EQ(seconds({.bytes_read = 16}), 2);
  EXPECT_EQ(seconds({.bytes_written = 16}), 4);
  EXPECT_EQ(seconds({.bytes_read = 8, .bytes_written = 8}), 8);
  EXPECT_EQ(seconds({.bytes_read = 16, .bytes_written = 8}), 9);
  EXPECT_EQ(seconds({.bytes_read = 8, .bytes_written = 16}), 10);
  EXPECT_EQ(seconds({.to_device = 16}), 16);
  EXPECT_EQ(seconds({.to_host = 16}), 32);
}

TEST_F(LeastSeconds, ArePlausibleWithoutWhatTheCacheKeeps) {
  const Work work = {.bytes_read = 16, .bytes_written = 8};
  EXPECT_EQ(ceilings_.least_plausible_seconds(work, 4), 8 / 2.0 + 12 / 8.0);
  EXPECT_EQ(ceilings_.least_plausible_seconds(work, 100), 2);
}

TEST_F(LeastSeconds, AreOfTheLongestPart) {
  EXPECT_EQ(seconds({.bytes_read = 16, .to_device = 3, .to_host = 1}), 3);
  EXPECT_EQ(seconds({.bytes_read = 16, .flops = 100}), 2);
  EXPECT_EQ(seconds({.bytes_read = 16, .flops = 300}), 3);
}

TEST_F(LeastSeconds, AreUnknownForArithmeticOnDoubles) {
  EXPECT_EQ(seconds({.bytes_read = 16, .flops = 300, .no_ceiling = true}), 0);
  EXPECT_EQ(seconds({.bytes_read = 16, .flops = 100, .no_ceiling = true}), 2);
}

TEST_F(LeastSeconds, AreNoneOnChipAndOfNoWork) {
  EXPECT_EQ(seconds({.bytes_read = 16, .on_chip = true}), 0);
  EXPECT_EQ(seconds({}), 0);
}

TEST_F(LeastSeconds, NameTheUnitThatTakesThem) {
  const auto unit = [&](const Work& work) { return ceilings_.least_time(work).unit; };
  EXPECT_EQ(unit({.bytes_read = 16, .flops = 100}), Unit::memory);
  EXPECT_EQ(unit({.bytes_read = 16, .flops = 300}), Unit::arithmetic);
  EXPECT_EQ(unit({.bytes_read = 16, .flops = 300, .no_ceiling = true}), Unit::arithmetic);
  EXPECT_EQ(unit({.bytes_read = 16, .flops = 100, .no_ceiling = true}), Unit::memory);
  EXPECT_EQ(unit({.bytes_read = 16, .to_device = 3, .to_host = 1}), Unit::link);
  EXPECT_EQ(unit({.bytes_read = 16, .on_chip = true}), Unit::on_chip);
  EXPECT_EQ(unit({}), Unit::none);
}

TEST_F(LeastSeconds, AnUnknownRateSetsNoBound) {
  ceilings_.read_bytes_per_s = 0;
  EXPECT_EQ(seconds({.bytes_read = 16}), 0);
  EXPECT_EQ(seconds({.bytes_read = 16, .flops = 300}), 3);
}

SelfComparison compared(double seconds, double half_width, Verdict verdict) {
  SelfComparison c;
  c.seconds = seconds;
  c.ratio = {1, 1 - half_width, 1 + half_width};
  c.verdict = verdict;
  return c;
}

TEST(SelfCheck, CountsVerdictsAndThoseThatAreFalse) {
  const SelfCheck check = {
      0.05,
      {compared(1, 0.001, Verdict::parity), compared(1, 0.001, Verdict::parity),
       compared(1, 0.1, Verdict::undecided), compared(1, 0.001, Verdict::slower)}};
  EXPECT_EQ(check.count(Verdict::parity), 2);
  EXPECT_EQ(check.count(Verdict::slower), 1);
  EXPECT_EQ(check.count(Verdict::faster), 0);
  EXPECT_EQ(check.count(Verdict::undecided), 1);
  EXPECT_EQ(check.false_verdict_rate(), 0.25);
}

SelfComparison off_by(double error, double half_width) {
  SelfComparison c = compared(1, half_width, Verdict::parity);
  for (double* end : {&c.ratio.median, &c.ratio.low, &c.ratio.high}) *end += error;
  return c;
}

/// 300 of intervals as wide as they should be, and the same with a bias of their half-width.
TEST(SelfCheck, ABiasThatTheIntervalsDoNotCoverFails) {
  std::mt19937_64 random(1);
  SelfCheck sound;
  SelfCheck biased;
  for (int i = 0; i < 300; ++i) {
    const double error = std::normal_distribution<double>(0, 0.001)(random);
    sound.comparisons.push_back(off_by(error, 1.96e-3));
    biased.comparisons.push_back(off_by(error + 1e-3, 1.96e-3));
  }
  EXPECT_GT(sound.coverage(), 0.93);
  EXPECT_LT(sound.coverage(), 0.97);
  EXPECT_FALSE(sound.fails());
  EXPECT_LT(biased.coverage(), 0.9);
  EXPECT_TRUE(biased.fails());
  EXPECT_NEAR(sound.usual_error(), 2.58e-3, 5e-4);
}

TEST(SelfCheck, FalseVerdictsFail) {
  SelfCheck check;
  check.comparisons.assign(300, compared(1, 0.001, Verdict::parity));
  EXPECT_FALSE(check.fails());
  for (int i = 0; i < 20; ++i)
    check.comparisons[static_cast<std::size_t>(i)].verdict = Verdict::slower;
  EXPECT_TRUE(check.fails());
}

TEST(SelfCheck, ShortComparisonsMayBeWide) {
  const SelfCheck check = {
      0.05,
      {compared(19e-6, 0.1, Verdict::parity), compared(20e-6, 0.0049, Verdict::parity),
       compared(1, 0.0051, Verdict::parity)}};
  EXPECT_EQ(check.narrow_share(), 0.5);
}

TEST(SelfCheck, OfNothingHasNoRates) {
  EXPECT_EQ(SelfCheck().false_verdict_rate(), 0);
  EXPECT_EQ(SelfCheck().narrow_share(), std::nullopt);
  const SelfCheck of_short_ones = {0.05, {compared(1e-6, 0.001, Verdict::parity)}};
  EXPECT_EQ(of_short_ones.narrow_share(), std::nullopt);
}

TEST(TextAt, IsEmptyForWhateverElseAFileHolds) {
  EXPECT_EQ(text_at({{"name", "H200"}}, "name"), "H200");
  EXPECT_EQ(text_at({{"name", 7}}, "name"), "");
  EXPECT_EQ(text_at({{"other", "H200"}}, "name"), "");
  EXPECT_EQ(text_at(Json::array({"name"}), "name"), "");
  EXPECT_EQ(text_at(nullptr, "name"), "");
}

TEST(Results, AProfileHasCounters) {
  EXPECT_TRUE(is_profile(sample_profile()));
  EXPECT_FALSE(is_profile(sample_results()));
}

TEST(Results, NativeCodeBelongsToTheVariantItIsOf) {
  CaseResult c = sample_case("mdrange");
  EXPECT_TRUE(is_own_result(c, native_code));
  c.compared_with = "tile";
  EXPECT_FALSE(is_own_result(c, native_code));
  EXPECT_TRUE(is_own_result(c, kokkos_code));
  c.form = name_of(Form::vendor);
  EXPECT_TRUE(is_own_result(c, library_code));
}

TEST(Results, TheReferenceIsTheUsualNativeCodeWhateverComesFirst) {
  CaseResult c = sample_case("mdrange");
  const KernelResult of_reference = c.kernels.at(native_code);
  c.kernels = {};
  c.kernels[kokkos_code];
  EXPECT_EQ(reference_of(c), nullptr);
  c.kernels[control];
  EXPECT_EQ(reference_of(c), nullptr);
  c.kernels[native_code] = of_reference;
  EXPECT_EQ(reference_of(c), c.kernels.find(native_code));
  CaseResult vendor = sample_case("library");
  vendor.kernels = {};
  vendor.form = name_of(Form::vendor);
  vendor.compared_with = "tile";
  vendor.kernels[library_code];
  EXPECT_EQ(reference_of(vendor), nullptr);
  vendor.kernels[{Model::native, Form::tuned}];
  EXPECT_EQ(reference_of(vendor), vendor.kernels.find({Model::native, Form::tuned}));
}

TEST(Results, ACaseHasANameForMessages) {
  CaseResult c = sample_case("tile");
  EXPECT_EQ(case_text(c), "transpose/tile  rows=16Ki cols=16Ki  cold");
  c.variant = "\033" + std::string(300, 'v');
  EXPECT_EQ(case_text(c).size(), 200U);
  EXPECT_EQ(case_text(c).find('\033'), std::string::npos);
}

}  // namespace
}  // namespace tilebridge
