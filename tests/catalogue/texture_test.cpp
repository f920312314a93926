// SPDX-License-Identifier: Apache-2.0
// These tests say what is right where a texture interpolates: weights with 8 bits of fraction, and
// no fewer; by hand, exact ones.
#include "catalogue/memory/texture.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include "catalogue/catalogue.hpp"

namespace tilebridge {
namespace {

constexpr int float_bits = 24;

/// `weight` in [0, 1), rounded down: the least exact that a fixed-point number can be.
double fixed(double weight, int bits) {
  return std::ldexp(std::floor(std::ldexp(weight, bits)), -bits);
}

/// Between element(i) and element(i + 1) at `place`, where whole numbers are elements.
template <class Element>
double filtered(const Element& element, double place, int bits) {
  const double left = std::floor(place);
  const auto first = static_cast<std::int64_t>(left);
  const double weight = fixed(place - left, bits);
  return (1 - weight) * element(first) + weight * element(first + 1);
}

/// Lets `result`(host, i) be the output of a case, and asks the variant's problem whether it is
/// right.
template <class Result>
bool is_right(const std::string& experiment, const std::string& variant, const Parameters& p,
              const Result& result) {
  const Problem& problem = *catalogue().experiment(experiment).variant(variant).problem;
  HostArrays host(problem.arrays(p), 3);
  const std::span<std::byte> bytes = host.bytes("out");
  const std::span<float> out(reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<float>(result(host, i));
  return problem.validate(host, p).ok();
}

bool is_right_rotation(const std::string& variant, int bits) {
  constexpr std::int64_t rows = 200;
  constexpr std::int64_t cols = 301;
  const auto turned = [bits](const HostArrays& host, std::size_t i) {
    constexpr std::int64_t middle_row = rows / 2;
    constexpr std::int64_t middle_col = cols / 2;
    const auto in = host.get<float>("in");
    const auto right = static_cast<std::int64_t>(i) % cols - middle_col;
    const auto down = static_cast<std::int64_t>(i) / cols - middle_row;
    const auto x_units = static_cast<double>(Rotation::cosine * right - Rotation::sine * down);
    const auto y_units = static_cast<double>(Rotation::sine * right + Rotation::cosine * down);
    const double x = middle_col + x_units / Rotation::one;
    const double y = middle_row + y_units / Rotation::one;
    const auto along_row = [&](std::int64_t row) {
      const std::int64_t first = std::clamp<std::int64_t>(row, 0, rows - 1) * cols;
      return filtered(
          [&](std::int64_t col) {
            return in[static_cast<std::size_t>(first + std::clamp<std::int64_t>(col, 0, cols - 1))];
          },
          x, bits);
    };
    return filtered(along_row, y, bits);
  };
  return is_right("texture", variant, {{"rows", rows}, {"cols", cols}}, turned);
}

/// CUDA's guide defines the addressing modes for normalised coordinates.
double entry(std::span<const float> table, const std::string& beyond, std::int64_t k) {
  const auto size = static_cast<double>(table.size());
  double x = (static_cast<double>(k) + 0.5) / size;
  const double before = std::floor(x);
  if (beyond == "border" && before != 0) return 0;
  if (beyond == "wrap") x -= before;
  if (beyond == "mirror") x = std::fmod(before, 2) == 0 ? x - before : 1 - (x - before);
  const double at = std::clamp(std::floor(x * size), 0.0, size - 1);
  return table[static_cast<std::size_t>(at)];
}

bool is_right_lookup(const std::string& variant, const std::string& beyond, int bits) {
  const auto looked_up = [&](const HostArrays& host, std::size_t i) {
    const auto table = host.get<float>("table");
    const double place =
        double{host.get<float>("position")[i]} * static_cast<double>(table.size()) - 0.5;
    return filtered([&](std::int64_t k) { return entry(table, beyond, k); }, place, bits);
  };
  return is_right("lookup", variant, {{"n", 20000}, {"table", 100}, {"beyond", beyond}}, looked_up);
}

TEST(Texture, InterpolatesAnImageWithWeightsOf8Bits) {
  EXPECT_TRUE(is_right_rotation("filtered", float_bits));
  EXPECT_TRUE(is_right_rotation("filtered", 8));
  EXPECT_FALSE(is_right_rotation("filtered", 7));
  EXPECT_FALSE(is_right_rotation("filtered", 0));  // of the first of four pixels
}

TEST(Texture, ExactWeightsAreAskedOfAnImageByHand) {
  EXPECT_TRUE(is_right_rotation("bilinear", float_bits));
  EXPECT_FALSE(is_right_rotation("bilinear", 8));
}

TEST(Texture, InterpolatesATableWithWeightsOf8BitsInEveryMode) {
  for (const char* beyond : {"clamp", "wrap", "mirror", "border"}) {
    SCOPED_TRACE(beyond);
    EXPECT_TRUE(is_right_lookup("by_hand", beyond, float_bits));
    EXPECT_FALSE(is_right_lookup("by_hand", beyond, 8));
    EXPECT_TRUE(is_right_lookup("texture_1d", beyond, 8));
    EXPECT_FALSE(is_right_lookup("texture_1d", beyond, 7));
  }
}

}  // namespace
}  // namespace tilebridge
