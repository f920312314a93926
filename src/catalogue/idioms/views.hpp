// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>

namespace tilebridge {

/// Steps of one short kernel each, of n numbers. For each step in turn, counted from 0:
///
/// allocation: buffer[i] = in[i] + step, out[i] = buffer[i] · factor, in a buffer of its own
/// deep_copy: buffer[i] = 0; buffer[i] += in[i] + step, out[i] = buffer[i] · factor
/// view_copy: a[i] = in[i], b[i] = step, c[i] = a[i] + b[i], d[i] = c[i] · factor, out[i] = d[i],
/// where a to d are the rows of a matrix
/// mirror: out[i] = (in[i] + carried) · factor, then the host copies out and carries its last
/// number; 0 is carried to the first step
/// scalar_result: out[i] = (in[i] + carried) · factor, then Σ out[i] is carried; in words, mod 2³²,
/// since the sums grow by a factor of n in each step
template <class T>
struct ViewSteps {
  const T* in;
  T* out;
  std::size_t n;  // at least 1
  int steps;

  /// The factor is below 1, so that what is carried stays below 3; for words it is odd.
  static constexpr T factor = std::is_floating_point_v<T> ? T(0.75) : T(0x85ebca6b);
  static constexpr int rows = 4;  // of view_copy's matrix
};

}  // namespace tilebridge
