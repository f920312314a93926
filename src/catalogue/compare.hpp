// SPDX-License-Identifier: Apache-2.0
// Comparing a result with its double-precision reference, element by element; filling inputs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "catalogue/problem.hpp"

namespace tilebridge {

/// Half the distance from 1 to the next T: the relative error of one rounding.
template <class T>
constexpr double roundoff = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
constexpr double unit_roundoff = roundoff<float>;

/// γ of so many roundings: no term of a sum that passes through as many is off by more than γ times
/// its magnitude (Higham, Accuracy and Stability of Numerical Algorithms, §3.1).
template <class T = float>
constexpr double gamma_of(double roundings) {
  return roundings * roundoff<T> / (1 - roundings * roundoff<T>);
}

/// The type in which the reference of a result in T is computed: its own roundings must not show.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, double>, long double, double>;

/// An element must be this: within `bound` of `value`, or unchanged from its poison value.
struct Expected {
  double value = 0;
  double bound = 0;
  bool untouched = false;
};

constexpr Expected exactly(double value) { return {value, 0, false}; }
constexpr Expected within(double value, double bound) { return {value, bound, false}; }
constexpr Expected untouched() { return {0, 0, true}; }

namespace detail {

/// Whether `error` is larger than `largest` so far; NaN is larger than everything.
inline bool is_larger(double error, double largest) {
  return !std::isnan(largest) && !(error <= largest);
}

template <class T>
bool is_poisoned(const T& element) {
  const auto bytes = std::bit_cast<std::array<unsigned char, sizeof(T)>>(element);
  return std::all_of(bytes.begin(), bytes.end(), [](unsigned char byte) { return byte == poison; });
}

/// These are rare, and not compiled into each of the many loops that compare.
void add_error(Validation& sum, double error, double bound);
void add_wrong(Validation& sum, std::size_t i, double got, const Expected& expected);

template <class T>
void add_element(Validation& sum, std::size_t i, const T& element, const Expected& expected) {
  const auto got = static_cast<double>(element);
  const bool still_poisoned = expected.untouched && is_poisoned(element);
  const double error = still_poisoned ? 0.0 : std::abs(got - expected.value);
  if (is_larger(error, sum.max_error)) add_error(sum, error, expected.bound);
  if (still_poisoned || (!expected.untouched && error <= expected.bound)) return;
  add_wrong(sum, i, got, expected);
}

void merge(Validation& sum, const Validation& part);

}  // namespace detail

/// A sum of two numbers, rounded once: it is exact, or nearly so, in the wider type.
template <class T>
Expected sum_of_two(T a, T b) {
  const auto sum = static_cast<double>(Wide<T>{a} + Wide<T>{b});
  return within(sum, roundoff<T> * std::abs(sum));
}

/// Two outputs of one case: right where both are. The elements of `second` are numbered from
/// `first` on.
Validation both(Validation first, const Validation& second);

/// Compares every element of `got` (numbers of a type that doubles hold exactly) with
/// `expected_at(i)`, in parallel.
template <class T, class ExpectedAt>
Validation compare_elements(std::span<const T> got, const ExpectedAt& expected_at) {
  Validation sum;
#pragma omp parallel if (got.size() >= worth_threads)
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

/// Compares every element, or the only one, with the same.
template <class T>
Validation compare_all(std::span<const T> got, const Expected& expected) {
  return compare_elements(got, [&](std::size_t) { return expected; });
}

/// Compares every element of "out" with what is expected of the same element of "in".
template <class T, class ExpectedOf>
Validation compare_each(const HostArrays& host, const ExpectedOf& expected_of) {
  const auto in = host.get<T>("in");
  return compare_elements(host.get<T>("out"), [&](std::size_t i) { return expected_of(in[i]); });
}

/// Whether "out" has become "in".
template <class T>
Validation compare_copy(const HostArrays& host) {
  return compare_each<T>(host, [](T in) { return exactly(static_cast<double>(in)); });
}

/// A sum that is off by no more than some multiple of its terms' magnitudes.
struct BoundedSum {
  double value = 0;
  double magnitudes = 0;

  void add(double term) {
    value += term;
    magnitudes += std::abs(term);
  }
  Expected within_share(double share) const { return within(value, share * magnitudes); }
};

/// An input of n values: value i is value_of(i, random).
template <class T, class ValueOf>
ArraySpec filled(std::string name, std::size_t n, const ValueOf& value_of) {
  return {std::move(name), n * sizeof(T), Role::input,
          [=](std::span<std::byte> bytes, const Random& random) {
            auto* const values = reinterpret_cast<T*>(bytes.data());
#pragma omp parallel for if (n >= worth_threads)
            for (std::size_t i = 0; i < n; ++i) values[i] = value_of(i, random);
          }};
}

}  // namespace tilebridge
