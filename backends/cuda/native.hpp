// The list of native experiments.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

void add_ceiling(Native& native);
void add_stride(Native& native);
void add_dot(Native& native);
void add_transpose(Native& native);

inline void add_all(Native& native) {
  add_ceiling(native);
  add_stride(native);
  add_dot(native);
  add_transpose(native);
}

}  // namespace tilebridge::cuda
