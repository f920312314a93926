// SPDX-License-Identifier: Apache-2.0
// The number type of an experiment that supports both float and double: the parameter `real`.
#pragma once

#include "catalogue/parameters.hpp"

namespace tilebridge {

/// Whether a case is in double precision. Result files from before the parameter existed are in
/// single precision, so a case without it is too.
bool is_double(const Parameters& parameters);

/// The size of one number, in bytes.
int real_bytes(const Parameters& parameters);

/// f(T()) with T = float or double, as the case says.
template <class Function>
decltype(auto) with_real(const Parameters& parameters, const Function& f) {
  if (is_double(parameters)) return f(double());
  return f(float());
}

/// The parameter of an experiment that supports both types.
Parameter real_parameter();

}  // namespace tilebridge
