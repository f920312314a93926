// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/reducers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "catalogue/catalogue.hpp"

namespace tilebridge {
namespace {

/// The smallest of 100003 floats, many of them equal.
class SmallestOfMany : public testing::Test {
 protected:
  static constexpr std::int32_t n = 100003;

  Validation validate(const Smallest<float>& result) {
    std::memcpy(host_.bytes("smallest").data(), &result, sizeof(result));
    return problem_.validate(host_, parameters_);
  }
  std::span<const float> in() const { return host_.get<float>("coarse"); }
  float smallest() const { return std::ranges::min(in()); }
  /// The index of the last element for which `accept` is true.
  template <class Accept>
  std::int32_t last(const Accept& accept) const {
    std::int32_t i = n - 1;
    while (!accept(in()[static_cast<std::size_t>(i)])) --i;
    return i;
  }

 private:
  const Problem& problem_ = *catalogue().experiment("reducers").variant("min_location").problem;
  Parameters parameters_ = {{"n", n}, {"real", "float"}};
  HostArrays host_{problem_.arrays(parameters_), 3};
};

TEST_F(SmallestOfMany, MayBeAnyOfThoseThatAreEqual) {
  EXPECT_GT(std::ranges::count(in(), smallest()), 10);
  const auto first = static_cast<std::int32_t>(std::ranges::min_element(in()) - in().begin());
  EXPECT_TRUE(validate({smallest(), first}).ok());
  EXPECT_TRUE(validate({smallest(), last([&](float x) { return x == smallest(); })}).ok());
}

TEST_F(SmallestOfMany, IsNotAtALargerElementNorOutsideTheArray) {
  const auto larger = last([&](float x) { return x > smallest(); });
  for (const std::int32_t index : {larger, -1, n}) {
    const Validation validation = validate({smallest(), index});
    EXPECT_EQ(validation.wrong, 1U) << index;
    EXPECT_EQ(validation.first_wrong, 1U) << index;
  }
}

TEST_F(SmallestOfMany, HasItsValue) {
  const auto larger = last([&](float x) { return x > smallest(); });
  EXPECT_EQ(validate({in()[static_cast<std::size_t>(larger)], larger}).wrong, 2U);
}

}  // namespace
}  // namespace tilebridge
