// The list of experiments in plain C++ with OpenMP.
#pragma once

#include "measure/implementations.hpp"

namespace tilebridge::host {

/// Loops run on as many threads as Kokkos uses.
using Threads = int;
using Native = Registrar<Threads>;

void add_ceiling(Native& native);
void add_stride(Native& native);
void add_offset(Native& native);
void add_element_size(Native& native);
void add_vector_load(Native& native);
void add_cache_policy(Native& native);
void add_dot(Native& native);
void add_transpose(Native& native);

inline void add_all(Native& native) {
  add_ceiling(native);
  add_stride(native);
  add_offset(native);
  add_element_size(native);
  add_vector_load(native);
  add_cache_policy(native);
  add_dot(native);
  add_transpose(native);
}

}  // namespace tilebridge::host
