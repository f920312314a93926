// SPDX-License-Identifier: Apache-2.0
#include "catalogue/real.hpp"

#include <algorithm>

namespace tilebridge {
namespace {

constexpr const char* name = "real";

}  // namespace

bool is_double(const Parameters& parameters) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const auto& p) { return p.first == name && p.second == Value("double"); });
}

int real_bytes(const Parameters& parameters) {
  return with_real(parameters, [](auto real) { return int{sizeof(real)}; });
}

Parameter real_parameter() {
  return one_of(name, {"float", "double"}, "float", "the type of the numbers, 4 or 8 bytes");
}

}  // namespace tilebridge
