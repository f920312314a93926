// SPDX-License-Identifier: Apache-2.0
// Compares the results of two kernels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "harness/numbers.hpp"
#include "harness/workspace.hpp"

namespace reproducer {

/// What two outputs have in common.
struct Comparison {
  std::size_t elements = 0, different = 0, wrong = 0, first_wrong = 0;
  double largest = 0, largest_difference = 0;  // of native values; between the two
};

/// The largest magnitude of the elements that are finite.
inline double largest_of(const Bytes& bytes, Element element) {
  double largest = 0;
  for (std::size_t at = 0; at < bytes.size(); at += size_of(element))
    if (const double value = std::abs(value_of(&bytes[at], element)); std::isfinite(value))
      largest = std::max(largest, value);
  return largest;
}

inline double difference_of(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b)) ? 0 : std::abs(a - b);
}

inline Comparison compared(const Bytes& native, const Bytes& kokkos, Element element,
                           double tolerance) {
  const std::size_t size = size_of(element);
  Comparison found = {.elements = native.size() / size, .largest = largest_of(native, element)};
  for (std::size_t at = 0; at < native.size(); at += size) {
    if (std::memcmp(&native[at], &kokkos[at], size) == 0) continue;
    const double difference =
        difference_of(value_of(&native[at], element), value_of(&kokkos[at], element));
    found.different += 1;
    found.largest_difference = std::max(found.largest_difference, difference);
    if (difference <= tolerance * found.largest) continue;  // NaN is not
    if (found.wrong++ == 0) found.first_wrong = at / size;
  }
  return found;
}

inline bool is_unset(const Bytes& bytes) {
  const auto written = [](unsigned char byte) { return byte != unset; };
  return !bytes.empty() && std::none_of(bytes.begin(), bytes.end(), written);
}

/// "kokkos loops: out: 4096 elements, 0 differ". Throws std::runtime_error where native code writes
/// nothing, or where elements differ by more than `tolerance`.
inline std::string comparison_text(const std::string& kernel, const Array& array,
                                   const Bytes& native, const Bytes& kokkos, double tolerance) {
  const std::string name = kernel + ": " + array.name;
  if (is_unset(native)) throw std::runtime_error(name + " is not written by native code");
  const Comparison found = compared(native, kokkos, array.element, tolerance);
  char text[200];
  if (found.wrong > 0) {
    const std::size_t at = found.first_wrong * size_of(array.element);
    std::snprintf(text, sizeof text,
                  " is wrong in %zu of %zu elements: element %zu is %.9g, in native code %.9g",
                  found.wrong, found.elements, found.first_wrong,
                  value_of(&kokkos[at], array.element), value_of(&native[at], array.element));
    throw std::runtime_error(name + text);
  }
  std::snprintf(text, sizeof text, ": %zu elements, %zu differ", found.elements, found.different);
  if (found.different == 0) return name + text;
  std::snprintf(text + std::strlen(text), 100, ", by at most %.2g of the largest (allowed: %.2g)",
                found.largest > 0 ? found.largest_difference / found.largest : 0, tolerance);
  return name + text;
}

}  // namespace reproducer
