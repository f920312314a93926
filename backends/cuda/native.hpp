// The list of native experiments.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

void add_ceiling(Native& native);
void add_stride(Native& native);
void add_gather(Native& native);
void add_layout(Native& native);
void add_dot(Native& native);
void add_transpose(Native& native);
void add_reorder(Native& native);
void add_bank_conflict(Native& native);

inline void add_all(Native& native) {
  add_ceiling(native);
  add_stride(native);
  add_gather(native);
  add_layout(native);
  add_dot(native);
  add_transpose(native);
  add_reorder(native);
  add_bank_conflict(native);
}

}  // namespace tilebridge::cuda
