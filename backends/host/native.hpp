// The list of experiments in plain C++ with OpenMP.
#pragma once

#include "measure/implementations.hpp"

namespace tilebridge::host {

/// Loops run on as many threads as Kokkos uses.
using Threads = int;
using Native = Registrar<Threads>;

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

}  // namespace tilebridge::host
