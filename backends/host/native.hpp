// The list of experiments in plain C++ with OpenMP.
#pragma once

#include "measure/implementations.hpp"

namespace tilebridge::host {

/// Loops run on as many threads as Kokkos uses.
using Threads = int;
using Native = Registrar<Threads>;

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

}  // namespace tilebridge::host
