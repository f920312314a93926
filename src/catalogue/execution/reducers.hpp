// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "catalogue/tiling/reduce.hpp"

namespace tilebridge {

// [shown]
/// *result is reduced from all in[i], i < n. A result begins as none(), takes element i in by
/// add(in[i], i), and the elements of another result by join().
template <class T, class Result>
struct ReduceTo {
  const T* in;     // n elements
  Result* result;  // one
  std::size_t n;   // at least 1, fewer than 2³¹
};

/// An integer as large as a T, so that a structure of both has no padding.
template <class T>
using IntegerBeside = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

template <class T>
struct Extremes {
  T smallest, largest;

  static constexpr Extremes none() { return {-Maximum<T>::none, Maximum<T>::none}; }
  constexpr void add(T x, std::int64_t) { join({x, x}); }
  constexpr void join(const Extremes& other) {
    if (other.smallest < smallest) smallest = other.smallest;
    if (other.largest > largest) largest = other.largest;
  }
};

/// The smallest element and its index. Of several that are equal, any will do.
template <class T>
struct Smallest {
  T value;
  IntegerBeside<T> index;

  static constexpr Smallest none() { return {-Maximum<T>::none, -1}; }
  constexpr void add(T x, std::int64_t i) { join({x, static_cast<IntegerBeside<T>>(i)}); }
  constexpr void join(const Smallest& other) {
    if (other.value < value) *this = other;
  }
};

/// The sum of all elements, and how many are negative.
template <class T>
struct SumAndCount {
  T sum;
  IntegerBeside<T> negatives;

  static constexpr SumAndCount none() { return {0, 0}; }
  constexpr void add(T x, std::int64_t) {
    sum += x;
    negatives += x < 0;
  }
  constexpr void join(const SumAndCount& other) {
    sum += other.sum;
    negatives += other.negatives;
  }
};

}  // namespace tilebridge
