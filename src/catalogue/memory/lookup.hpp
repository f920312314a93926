// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>

namespace tilebridge {

/// A table is continued beyond its ends by its first and its last entry, copies of the table,
/// copies of which every second is mirrored, or zeros.
enum class Beyond { clamp, wrap, mirror, border };

/// out[i] = the table at position[i], by linear interpolation between the two entries around it.
/// The table extends from 0 to 1, and the middle of entry k is at (k + 0.5) / size.
struct Lookup {
  const float* table;     // size entries
  const float* position;  // n elements, in [-2, 2)
  float* out;             // n elements
  std::size_t n;
  int size;  // at least 1
  Beyond beyond;
};

// [shown]
/// Index of the entry of a table with n entries at place i in a row of copies of the table.
constexpr int wrapped(int i, int n) {
  const int rest = i % n;
  return rest < 0 ? rest + n : rest;
}

// [hidden]
/// Calls body with `beyond` as a std::integral_constant.
template <class Body>
void with_constant(Beyond beyond, const Body& body) {
  if (beyond == Beyond::clamp) body(std::integral_constant<Beyond, Beyond::clamp>{});
  if (beyond == Beyond::wrap) body(std::integral_constant<Beyond, Beyond::wrap>{});
  if (beyond == Beyond::mirror) body(std::integral_constant<Beyond, Beyond::mirror>{});
  if (beyond == Beyond::border) body(std::integral_constant<Beyond, Beyond::border>{});
}

}  // namespace tilebridge
