// SPDX-License-Identifier: Apache-2.0
#include "catalogue/compare.hpp"

namespace tilebridge {

void detail::add_error(Validation& sum, double error, double bound) {
  sum.max_error = error;
  sum.bound = bound;
}

void detail::add_wrong(Validation& sum, std::size_t i, double got, const Expected& expected) {
  if (i < sum.first_wrong) {
    sum.first_wrong = i;
    sum.expected = expected.untouched ? std::numeric_limits<double>::quiet_NaN() : expected.value;
    sum.allowed = expected.bound;
    sum.got = got;
  }
  ++sum.wrong;
}

void detail::merge(Validation& sum, const Validation& part) {
  if (is_larger(part.max_error, sum.max_error)) {
    sum.max_error = part.max_error;
    sum.bound = part.bound;
  }
  sum.wrong += part.wrong;
  if (part.first_wrong < sum.first_wrong) {
    sum.first_wrong = part.first_wrong;
    sum.expected = part.expected;
    sum.allowed = part.allowed;
    sum.got = part.got;
  }
}

Validation both(Validation first, const Validation& second) {
  Validation moved = second;
  if (!moved.ok()) moved.first_wrong += first.elements;
  detail::merge(first, moved);
  first.elements += second.elements;
  return first;
}

}  // namespace tilebridge
