// SPDX-License-Identifier: Apache-2.0
#include "catalogue/validation.hpp"

#include <fmt/format.h>

namespace tilebridge {

std::string describe(const Validation& v) {
  if (v.ok()) return fmt::format("all {} elements right", v.elements);
  return fmt::format("element {} of {} is {:.9g}, expected {:.9g} (bound {:.3g}); {} wrong in all",
                     v.first_wrong, v.elements, v.got, v.expected, v.bound, v.wrong);
}

}  // namespace tilebridge
