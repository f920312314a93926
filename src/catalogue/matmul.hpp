// What does a tile on chip save where every element is used many times? D5 §2.
#pragma once

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// c[y][x] = Σ a[y][i] · b[i][x] for i < k
struct Matmul {
  const float* a;  // m × k, row-major
  const float* b;  // k × n, row-major
  float* c;        // m × n, row-major
  int m, n, k;     // elements
};

Experiment matmul();

}  // namespace tilebridge
