// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// *result = Σ in[i] for i < n, or for the variants of a maximum the largest in[i], the lowest T
/// where there is none
template <class T>
struct Reduce {
  const T* in;  // n elements
  T* result;    // one element
  std::size_t n;
};

}  // namespace tilebridge
