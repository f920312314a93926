// Vectors of elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "backends/kokkos/execution.hpp"

namespace tilebridge::kokkos {

/// Elements of a vector of 16 bytes, the most that a thread can load at once.
template <class T>
constexpr int pack_width = 16 / sizeof(T);

/// `width` elements that a thread can load at once, as float2, float4 and uint4 are.
template <int width, class T = float>
struct alignas(width * sizeof(T)) Pack {
  T values[width];
};

/// n elements from an aligned address on: the whole Packs of them, and those too few for one.
template <class T, int width, class Exec>
struct Packs {
  using Whole = std::conditional_t<std::is_const_v<T>, const Pack<width, std::remove_const_t<T>>,
                                   Pack<width, T>>;

  Vector<Whole, Exec> whole;
  Vector<T, Exec> rest;

  Packs(T* data, std::size_t n)
      : whole(reinterpret_cast<Whole*>(data), n / width),
        rest(data + n / width * width, n % width) {}

  /// The threads it takes, where thread i has Pack i and the i-th of the rest.
  std::size_t threads() const { return std::max(whole.extent(0), rest.extent(0)); }
};

}  // namespace tilebridge::kokkos
