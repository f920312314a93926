// The list of native experiments.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

void add_ceiling(Native& native);
void add_stride(Native& native);
void add_dot(Native& native);
void add_transpose(Native& native);
void add_reduce(Native& native);
void add_smooth(Native& native);
void add_reuse(Native& native);
void add_histogram(Native& native);

inline void add_all(Native& native) {
  add_ceiling(native);
  add_stride(native);
  add_dot(native);
  add_transpose(native);
  add_reduce(native);
  add_smooth(native);
  add_reuse(native);
  add_histogram(native);
}

}  // namespace tilebridge::cuda
