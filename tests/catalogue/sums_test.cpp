#include "catalogue/sums.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tilebridge {
namespace {

std::vector<float> terms(std::uint64_t seed, std::size_t n) {
  std::vector<float> values(n);
  fill_uniform<float>(values, Random(seed, 0));
  return values;
}

Sum reference(const std::vector<float>& values) {
  return sum_of(values.size(), [&](std::size_t i) { return double{values[i]}; });
}

float sum_in_turn(const std::vector<float>& values, std::size_t skipped) {
  float sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i != skipped) sum += values[i];
  return sum;
}

bool passes(float result, const std::vector<float>& values) {
  const std::vector<float> results = {result};
  return compare_sum(results, reference(values), static_cast<double>(values.size())).ok();
}

TEST(CompareSum, AcceptsSummingInTurnWhateverTheSeedAndSize) {
  for (const std::size_t n : {0U, 1U, 2U, 257U, 4096U, 100000U})
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const auto values = terms(seed, n);
      EXPECT_TRUE(passes(sum_in_turn(values, n), values)) << n << " terms, seed " << seed;
    }
}

TEST(CompareSum, FindsOneTermMissingOfAThousand) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto values = terms(seed, 1000);
    EXPECT_FALSE(passes(sum_in_turn(values, 500), values)) << "seed " << seed;
  }
}

TEST(CompareSum, FindsABlockMissingOfAMillion) {
  auto values = terms(1, 1 << 20);
  std::vector<float> without(values.begin() + 256, values.end());
  EXPECT_FALSE(passes(sum_in_turn(without, without.size()), values));
}

TEST(CompareSum, IsFarTighterThanTheWorstCase) {
  const auto values = terms(1, 1 << 20);
  const std::vector<float> result = {sum_in_turn(values, values.size())};
  const Validation v = compare_sum(result, reference(values), static_cast<double>(values.size()));
  const double n = static_cast<double>(values.size());
  EXPECT_LT(v.bound, n * unit_roundoff * n / 2 / 1000);  // n·u·Σ|t|, with a mean |t| of a half
}

}  // namespace
}  // namespace tilebridge
