// SPDX-License-Identifier: Apache-2.0
// Numbers of 16 bits in Kokkos.
#pragma once

#include <Kokkos_Core.hpp>

#include "backends/kokkos/execution.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::kokkos {

// [shown]
/// A number of 16 bits on a host, where Kokkos's half_t may be a float: added in float.
template <class Short>
struct AddedInFloat {
  Short number;

#ifdef __NVCC__
#pragma nv_exec_check_disable  // no GPU calls it
#endif
  KOKKOS_FUNCTION AddedInFloat operator+(const AddedInFloat& other) const {
    return {Short::of(static_cast<float>(number) + static_cast<float>(other.number))};
  }
};

template <class T, class Exec>
struct ArithmeticOf {
  using type = T;
};
#ifdef TILEBRIDGE_KOKKOS_GPU
template <>
struct ArithmeticOf<Half, GpuExecution> {
  using type = Kokkos::Experimental::half_t;
};
template <>
struct ArithmeticOf<BFloat16, GpuExecution> {
  using type = Kokkos::Experimental::bhalf_t;
};
#endif
template <>
struct ArithmeticOf<Half, HostExecution> {
  using type = AddedInFloat<Half>;
};
template <>
struct ArithmeticOf<BFloat16, HostExecution> {
  using type = AddedInFloat<BFloat16>;
};

/// The type in which Kokkos computes with T; of the same size and bits.
template <class T, class Exec>
using Arithmetic = typename ArithmeticOf<T, Exec>::type;

}  // namespace tilebridge::kokkos
