// SPDX-License-Identifier: Apache-2.0
#include "kernels/problem.hpp"

#include <gmock/gmock.h>
#include <tilebridge/pair.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>

#include "catalogue/problem.hpp"

namespace tilebridge::kernels {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t two_to_60 = std::int64_t{1} << 60;

/// A pair with four outputs of one type; the reference is `expected`.
class PairProblemTest : public testing::Test {
 protected:
  PairProblemTest() {
    pair_.name = "four";
    pair_.array_count = 1;
    pair_.arrays = [](const std::int64_t*, tilebridge_array* arrays) {
      arrays[0] = {"out", type, TILEBRIDGE_OUTPUT, 4, 1};
    };
    pair_.work = [](const std::int64_t*, tilebridge_work*) {};
    pair_.reference = [](const std::int64_t*, const void* const*, double* const* outputs) {
      for (int i = 0; i < 4; ++i) outputs[0][i] = expected.at(i);
    };
  }

  void write(const auto& values) {
    using T = std::remove_cvref_t<decltype(values[0])>;
    std::memcpy(host_->bytes("out").data(), values.data(), 4 * sizeof(T));
  }
  Validation validate() { return problem_->validate(*host_, {}); }

  void begin(std::int32_t of_type) {
    type = of_type;
    problem_ = problem_of_pair(pair_);
    host_ = std::make_unique<HostArrays>(problem_->arrays({}), 1);
  }

  inline static std::int32_t type;
  inline static std::array<double, 4> expected;
  tilebridge_pair pair_ = {};
  ProblemPointer problem_;
  std::unique_ptr<HostArrays> host_;
};

TEST_F(PairProblemTest, EqualInfinitiesAreRightAndNothingElseNextToOne) {
  pair_.tolerance = 0.5;
  expected = {infinity, -infinity, 1, 1};
  begin(TILEBRIDGE_DOUBLE);
  write(std::array{infinity, -infinity, 1.0, 1.0});
  EXPECT_TRUE(validate().ok());
  EXPECT_EQ(validate().max_error, 0);
  for (const double wrong : {42.0, -infinity, std::nan(""), 1e308}) {
    write(std::array{wrong, -infinity, 1.0, 1.0});
    EXPECT_EQ(validate().wrong, 1U) << wrong;
    EXPECT_EQ(validate().first_wrong, 0U);
  }
  write(std::array{infinity, -infinity, infinity, 1.0});
  EXPECT_EQ(validate().first_wrong, 2U);
}

TEST_F(PairProblemTest, AWrongElementHasAPlaceIfItsValueIsExpectedOnce) {
  expected = {1, 2, 3, 3};
  begin(TILEBRIDGE_DOUBLE);
  write(std::array{2.0, 1.0, 3.0, 3.0});
  EXPECT_EQ(validate().misplaced, (Misplaced{0, 1}));
  write(std::array{3.0, 2.0, 3.0, 3.0});
  EXPECT_FALSE(validate().misplaced) << "two elements are expected to be 3";
  write(std::array{std::nan(""), 7.0, 2.0, 3.0});
  EXPECT_FALSE(validate().misplaced) << "one in three may be by chance";
  write(std::array{1.0, 2.0, 3.0, 3.0});
  EXPECT_FALSE(validate().misplaced);
}

TEST_F(PairProblemTest, ModelsThatValidateEachOtherAreComparedAsIntegers) {
  pair_.reference = nullptr;
  begin(TILEBRIDGE_INT64);
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  write(std::array{two_to_60, two_to_60 + 1, least, std::int64_t{-5}});
  EXPECT_TRUE(validate().ok());
  write(std::array{two_to_60, two_to_60 + 2, least, std::int64_t{-5}});
  EXPECT_EQ(validate().wrong, 1U);
  EXPECT_THAT(describe(validate()), testing::StartsWith("off by 1, 0 allowed: element 1 of 4 is "));
  write(std::array{two_to_60, two_to_60 + 1, std::numeric_limits<std::int64_t>::max(),
                   std::int64_t{-5}});
  EXPECT_EQ(validate().first_wrong, 2U);
}

TEST_F(PairProblemTest, AReferenceIsExactUpTo2To53) {
  constexpr std::int64_t two_to_53 = std::int64_t{1} << 53;
  expected = {static_cast<double>(two_to_53), -7, static_cast<double>(two_to_60), 0.5};
  pair_.tolerance = 0;
  begin(TILEBRIDGE_INT64);
  write(std::array{two_to_53, std::int64_t{-7}, two_to_60 + 17, std::int64_t{0}});
  EXPECT_EQ(validate().wrong, 1U) << "2^60 stands for all that round to it; 0.5 is no integer";
  EXPECT_EQ(validate().first_wrong, 3U);
  write(std::array{two_to_53 + 1, std::int64_t{-7}, two_to_60, std::int64_t{0}});
  EXPECT_EQ(validate().wrong, 2U);
  EXPECT_EQ(validate().first_wrong, 0U);
}

TEST_F(PairProblemTest, PinnedArraysCrossTheLink) {
  pair_.array_count = 3;
  pair_.arrays = [](const std::int64_t*, tilebridge_array* arrays) {
    arrays[0] = {"x", TILEBRIDGE_FLOAT, TILEBRIDGE_PINNED_INPUT, 5, 1};
    arrays[1] = {"y", TILEBRIDGE_DOUBLE, TILEBRIDGE_PINNED_OUTPUT, 3, 1};
    arrays[2] = {"z", TILEBRIDGE_DOUBLE, TILEBRIDGE_OUTPUT, 7, 1};
  };
  problem_ = problem_of_pair(pair_);
  const std::vector<ArraySpec> arrays = problem_->arrays({});
  ASSERT_EQ(arrays.size(), 3U);
  EXPECT_EQ(arrays[0].role, Role::input);
  EXPECT_EQ(arrays[1].role, Role::output);
  EXPECT_EQ(arrays[0].space, Space::pinned);
  EXPECT_EQ(arrays[1].space, Space::pinned);
  EXPECT_EQ(arrays[2].space, Space::device);
  EXPECT_EQ(problem_->work({}).to_device, 5 * sizeof(float));
  EXPECT_EQ(problem_->work({}).to_host, 3 * sizeof(double));
}

}  // namespace
}  // namespace tilebridge::kernels
