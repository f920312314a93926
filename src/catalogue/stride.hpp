// What does a stride between neighbouring threads' elements cost?
// D1 §2.2 (add), D2 §5.2 (copy), D3 §3 (wrapped).
#pragma once

#include <cstddef>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// c[i·stride] = a[i·stride] + b[i·stride] for i < count
struct StridedAdd {
  const float* a;  // (count - 1) · stride + 1 elements each
  const float* b;
  float* c;
  std::size_t count;
  std::size_t stride;  // elements
};

/// out[i] = in[i·stride] for i < count
struct StridedCopy {
  const float* in;  // (count - 1) · stride + 1 elements
  float* out;       // count elements
  std::size_t count;
  std::size_t stride;  // elements
};

/// out[i] = 2 · in[(i·stride) mod n] for i < n
struct WrappedCopy {
  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;
  std::size_t stride;  // elements
};

Experiment stride();

}  // namespace tilebridge
