// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// Steps of one short kernel each, of n words (mod 2³²). For each step in turn, counted from 0:
///
/// allocation: buffer[i] = in[i] + step, out[i] = buffer[i] · factor, in a buffer of its own
/// deep_copy: buffer[i] = 0; buffer[i] += in[i] + step, out[i] = buffer[i] · factor
/// view_copy: a[i] = in[i], b[i] = step, c[i] = a[i] + b[i], d[i] = c[i] · factor, out[i] = d[i],
/// where a to d are the rows of a matrix
/// mirror: out[i] = (in[i] + carried) · factor, then the host copies out and carries its last word;
/// 0 is carried to the first step
/// scalar_result: out[i] = (in[i] + carried) · factor, then Σ out[i] is carried
struct ViewSteps {
  const std::uint32_t* in;
  std::uint32_t* out;
  std::size_t n;  // at least 1
  int steps;

  static constexpr std::uint32_t factor = 0x85ebca6b;
  static constexpr int rows = 4;  // of view_copy's matrix
};

}  // namespace tilebridge
