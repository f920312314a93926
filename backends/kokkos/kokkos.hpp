// The list of experiments in Kokkos.
#pragma once

#include "measure/implementations.hpp"

namespace tilebridge::kokkos {

/// `Exec` is an execution space; its instance is what launches go to.
template <class Exec>
void add_stride(Registrar<Exec>& kokkos);
template <class Exec>
void add_offset(Registrar<Exec>& kokkos);
template <class Exec>
void add_element_size(Registrar<Exec>& kokkos);
template <class Exec>
void add_vector_load(Registrar<Exec>& kokkos);
template <class Exec>
void add_cache_policy(Registrar<Exec>& kokkos);
template <class Exec>
void add_dot(Registrar<Exec>& kokkos);
template <class Exec>
void add_transpose(Registrar<Exec>& kokkos);

template <class Exec>
void add_all(Registrar<Exec>& kokkos) {
  add_stride(kokkos);
  add_offset(kokkos);
  add_element_size(kokkos);
  add_vector_load(kokkos);
  add_cache_policy(kokkos);
  add_dot(kokkos);
  add_transpose(kokkos);
}

}  // namespace tilebridge::kokkos
