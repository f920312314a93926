// SPDX-License-Identifier: Apache-2.0
// The outcome of comparing a result with its double-precision reference.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

namespace tilebridge {

/// The outcome for one output of one model.
struct Validation {
  double max_error = 0;  // largest |got - expected|; NaN where an element was not a number
  double bound = 0;      // the bound of the element with the largest error
  std::size_t elements = 0;
  std::size_t wrong = 0;
  std::size_t first_wrong = std::numeric_limits<std::size_t>::max();  // index, where wrong > 0
  // At first_wrong. NaN is expected of an element that must not be written.
  double expected = 0;
  double allowed = 0;
  double got = 0;

  bool ok() const { return wrong == 0; }
};

/// "off by 0.25, 1e-07 allowed: element 17 of 64 is 0.5, expected 0.25; 3 wrong in all".
std::string describe(const Validation& validation);

}  // namespace tilebridge
