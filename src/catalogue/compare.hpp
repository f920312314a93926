// Comparing a result with its double-precision reference, element by element.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "catalogue/arrays.hpp"
#include "catalogue/validation.hpp"

namespace tilebridge {

/// Half the distance from 1 to the next float: the relative error of one rounding.
constexpr double unit_roundoff = 0x1p-24;

/// What an element must be: within `bound` of `value`, or left as it was poisoned.
struct Expected {
  double value = 0;
  double bound = 0;
  bool untouched = false;
};

constexpr Expected exactly(double value) { return {value, 0, false}; }
constexpr Expected within(double value, double bound) { return {value, bound, false}; }
constexpr Expected untouched() { return {0, 0, true}; }

namespace detail {

/// Whether `error` is larger than `largest` so far; not a number is larger than everything.
inline bool is_larger(double error, double largest) {
  return !std::isnan(largest) && !(error <= largest);
}

inline void add_element(Validation& sum, std::size_t i, float got, const Expected& expected) {
  constexpr std::uint32_t poisoned = 0x01010101U * poison;
  const bool still_poisoned = std::bit_cast<std::uint32_t>(got) == poisoned;
  const double error = expected.untouched ? (still_poisoned ? 0.0 : std::abs(double{got}))
                                          : std::abs(double{got} - expected.value);
  const bool right = expected.untouched ? still_poisoned : error <= expected.bound;
  if (is_larger(error, sum.max_error)) {
    sum.max_error = error;
    sum.bound = expected.bound;
  }
  if (right) return;
  if (i < sum.first_wrong) {
    sum.first_wrong = i;
    sum.expected = expected.value;
    sum.got = got;
  }
  ++sum.wrong;
}

void merge(Validation& sum, const Validation& part);

}  // namespace detail

/// Compares every element of `got` with `expected_at(i)`, in parallel.
template <class ExpectedAt>
Validation compare_elements(std::span<const float> got, const ExpectedAt& expected_at) {
  Validation sum;
#pragma omp parallel
  {
    Validation part;
#pragma omp for nowait
    for (std::size_t i = 0; i < got.size(); ++i)
      detail::add_element(part, i, got[i], expected_at(i));
#pragma omp critical
    detail::merge(sum, part);
  }
  sum.elements = got.size();
  return sum;
}

}  // namespace tilebridge
