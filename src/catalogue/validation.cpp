// SPDX-License-Identifier: Apache-2.0
#include "catalogue/validation.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tilebridge {

std::string describe(const Validation& v) {
  if (v.ok()) return fmt::format("all {} elements right", v.elements);
  if (std::isnan(v.expected))
    return fmt::format("element {} of {} must not be written, and is {:.9g}; {} wrong in all",
                       v.first_wrong, v.elements, v.got, v.wrong);
  return fmt::format(
      "off by {:.3g}, {:.3g} allowed: element {} of {} is {:.9g}, expected {:.9g}; {} wrong in all",
      std::abs(v.got - v.expected), v.allowed, v.first_wrong, v.elements, v.got, v.expected,
      v.wrong);
}

}  // namespace tilebridge
