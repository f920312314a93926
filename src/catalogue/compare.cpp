// SPDX-License-Identifier: Apache-2.0
#include "catalogue/compare.hpp"

namespace tilebridge {

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
