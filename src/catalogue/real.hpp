// SPDX-License-Identifier: Apache-2.0
// The type of an experiment's numbers, where it may be asked of either: the parameter `real`.
#pragma once

#include "catalogue/parameters.hpp"

namespace tilebridge {

/// Whether a case is one of doubles. Result files from before there was the parameter are of
/// floats, so a case without it is.
bool is_double(const Parameters& parameters);

/// Of one number, in bytes.
int real_bytes(const Parameters& parameters);

/// f(T()) with T = float or double, whichever the case is of.
template <class Function>
decltype(auto) with_real(const Parameters& parameters, const Function& f) {
  if (is_double(parameters)) return f(double());
  return f(float());
}

/// The parameter of an experiment that may be asked of either.
Parameter real_parameter();

}  // namespace tilebridge
