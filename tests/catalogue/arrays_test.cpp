// SPDX-License-Identifier: Apache-2.0
#include "catalogue/arrays.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/error.hpp"

namespace tilebridge {
namespace {

std::vector<float> uniform(std::uint64_t seed, std::uint64_t stream, std::size_t n) {
  std::vector<float> values(n);
  fill_uniform<float>(values, Random(seed, stream));
  return values;
}

TEST(Random, SameSeedAndStreamGiveTheSameValues) {
  EXPECT_EQ(uniform(7, 0, 1000), uniform(7, 0, 1000));
}

TEST(Random, SeedsAndStreamsDiffer) {
  EXPECT_NE(uniform(7, 0, 1000), uniform(8, 0, 1000));
  EXPECT_NE(uniform(7, 0, 1000), uniform(7, 1, 1000));
}

TEST(Random, UniformHasTheMomentsOfMinusOneToOne) {
  const auto values = uniform(1, 0, 1 << 20);
  const double n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  const double square = std::inner_product(values.begin(), values.end(), values.begin(), 0.0) / n;
  EXPECT_NEAR(mean, 0, 5 / std::sqrt(3 * n));                 // five standard errors
  EXPECT_NEAR(square, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / n));  // likewise
  EXPECT_GE(*std::min_element(values.begin(), values.end()), -1);
  EXPECT_LT(*std::max_element(values.begin(), values.end()), 1);
}

TEST(Random, SignsAreMinusOneAndOneAlike) {
  std::vector<double> signs(1 << 16);
  fill_uniform<double>(signs, Random(1, 0, Draw::signs));
  EXPECT_THAT(signs, testing::Each(testing::AnyOf(-1, 1)));
  const double n = static_cast<double>(signs.size());
  EXPECT_NEAR(std::accumulate(signs.begin(), signs.end(), 0.0) / n, 0, 5 / std::sqrt(n));
}

/// Every value in [-1, 1) that the type holds in as many digits as it has: the smallest step is
/// 2⁻¹⁰ in a Half, 2⁻⁷ in a BFloat16.
template <class Short>
void expect_every_short_number(float step) {
  std::vector<Short> values(1 << 16);
  fill_uniform<Short>(values, Random(1, 0));
  std::set<float> seen;
  for (const Short& v : values) {
    const auto value = static_cast<float>(v);
    EXPECT_EQ(value / step, std::floor(value / step));
    EXPECT_EQ(Short::of(value).bits, v.bits);
    seen.insert(value);
  }
  EXPECT_EQ(static_cast<float>(seen.size()), 2 / step);
  EXPECT_EQ(*seen.begin(), -1);
  EXPECT_EQ(*seen.rbegin(), 1 - step);
}

TEST(Random, ShortNumbersAreHeldExactly) {
  expect_every_short_number<Half>(0x1p-10F);
  expect_every_short_number<BFloat16>(0x1p-7F);
}

TEST(Half, IsBinary16) {
  EXPECT_EQ(Half::of(1).bits, 0x3c00);
  EXPECT_EQ(Half::of(-2).bits, 0xc000);
  EXPECT_EQ(Half::of(0.333251953125F).bits, 0x3555);
  EXPECT_TRUE(std::isnan(static_cast<float>(Half{0xffff})));
  EXPECT_EQ(BFloat16::of(1).bits, 0x3f80);
  EXPECT_TRUE(std::isnan(static_cast<float>(BFloat16{0xffff})));
}

TEST(HostArrays, FillsInputsAndKeepsSizes) {
  const std::vector<ArraySpec> specs = {uniform_input("in", 100), output<float>("out", 7)};
  const HostArrays arrays(specs, 3);
  EXPECT_EQ(arrays.get<float>("in").size(), 100U);
  EXPECT_EQ(arrays.get<float>("out").size(), 7U);
  EXPECT_THAT(arrays.get<float>("in"), testing::Each(testing::Not(testing::FloatEq(0))));
  EXPECT_EQ(total_bytes(specs), 107 * sizeof(float));
  EXPECT_THROW(arrays.get<float>("inn"), std::out_of_range);
}

/// The numbers are those of the stream of the array, whatever their number and limit.
TEST(RandomWords, AreOfTheArraysStreamAndBelowTheLimit) {
  constexpr std::size_t many = 1 << 14;  // worth several threads
  const std::vector<ArraySpec> specs = {random_words("all", many), random_words("few", 100, 10)};
  const HostArrays arrays(specs, 3);
  const auto all = arrays.get<std::uint32_t>("all");
  const auto few = arrays.get<std::uint32_t>("few");
  ASSERT_EQ(all.size(), many);
  ASSERT_EQ(few.size(), 100U);
  for (std::size_t i = 0; i < all.size(); ++i)
    ASSERT_EQ(all[i], static_cast<std::uint32_t>(Random(3, 0).bits(i))) << i;
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i], Random(3, 1).bits(i) % 10) << i;
}

TEST(HostArrays, MadeOnRequestAreTheSameAndNeedNoMemoryBefore) {
  const std::vector<ArraySpec> specs = {uniform_input("in", 100),
                                        random_words("huge", std::size_t{1} << 40U),
                                        uniform_input("more", 100)};
  const std::vector<ArraySpec> small = {specs[0], uniform_input("huge", 1), specs[2]};
  const HostArrays made(small, 3);
  const HostArrays arrays = HostArrays::made_on_request(specs, 3, 400);
  for (const char* name : {"in", "more"})
    EXPECT_TRUE(std::ranges::equal(arrays.get<float>(name), made.get<float>(name))) << name;
  EXPECT_EQ(arrays.get<float>("in").data(), arrays.get<float>("in").data());
  EXPECT_THAT([&] { arrays.get<float>("huge"); },
              testing::ThrowsMessage<UsageError>(testing::HasSubstr("the input 'huge' of")));
}

}  // namespace
}  // namespace tilebridge
