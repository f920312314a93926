// SPDX-License-Identifier: Apache-2.0
// Boxes of an array in global memory that the copy engine of an SM fetches by one instruction
// (TMA, since sm_90): a tensor map says how the array lies there, a thread says which box it wants,
// and what lies beyond the array arrives as zeros.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include "backends/cuda/async_copies.hpp"
#include "base/error.hpp"

#if CUDART_VERSION >= 12000
#include <cuda.h>
#endif

namespace tilebridge::cuda {

// [shown]
/// A box lies in shared memory row by row, or swizzled: its rows are of 128 bytes, and a vector of
/// 16 bytes is exchanged with that of its number xor the row's number mod 8, from a multiple of
/// swizzle_alignment on.
enum class Arrangement { rows, swizzled };
constexpr int swizzled_bytes = 128;  // in a row
constexpr int swizzle_alignment = 8 * swizzled_bytes;

constexpr int box_alignment = 128;  // of a box by rows, in bytes

#if CUDART_VERSION >= 12000
using TensorMap = CUtensorMap;
#else
/// Lets the kernels compile without bulk copies, where they are never launched.
struct TensorMap {};
#endif

/// A map is read where it is among a kernel's arguments. clang 19 copies it to the thread's memory,
/// where the copy engine may not read.
#if CUDART_VERSION >= 12000 && (defined(__NVCC__) || !defined(__clang__))
#define GRID_CONSTANT __grid_constant__
constexpr bool has_grid_constants = true;
#else
#define GRID_CONSTANT
constexpr bool has_grid_constants = false;
#endif

namespace detail {
/// Throws as tensor_map() does.
TensorMap tensor_map(const void* array, bool of_doubles, std::span<const int> size,
                     std::span<const int> box, Arrangement arrangement);
}  // namespace detail

/// A map of an array of `size` elements, the contiguous dimension first, of which boxes of `box`
/// elements are fetched. Their rows begin and end at multiples of 16 bytes, counted from the
/// array's; throws Unavailable if the array's rows do not. That of an array without elements must
/// not be used.
template <class T, std::size_t rank>
TensorMap tensor_map(const T* array, const int (&size)[rank], const int (&box)[rank],
                     Arrangement arrangement = Arrangement::rows) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
  if (!has_grid_constants) throw Unavailable("its compiler copies the arguments of kernels");
  return detail::tensor_map(array, std::is_same_v<T, double>, size, box, arrangement);
}

/// One thread calls it, once the arrival expects the bytes of the box, also of what lies beyond the
/// array: it starts the copy of the box whose first element is at x and y.
__device__ inline void start_box([[maybe_unused]] void* to, [[maybe_unused]] const TensorMap& map,
                                 [[maybe_unused]] int x, [[maybe_unused]] int y,
                                 [[maybe_unused]] Arrivals& arrivals) {
#ifdef TILEBRIDGE_BULK_COPIES
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3}], [%4];" ::"r"(Arrivals::shared(to)),
      "l"(&map), "r"(x), "r"(y), "r"(arrivals.address())
      : "memory");
#endif
}

/// Does so in three dimensions.
__device__ inline void start_box([[maybe_unused]] void* to, [[maybe_unused]] const TensorMap& map,
                                 [[maybe_unused]] int x, [[maybe_unused]] int y,
                                 [[maybe_unused]] int z, [[maybe_unused]] Arrivals& arrivals) {
#ifdef TILEBRIDGE_BULK_COPIES
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3, %4}], [%5];" ::"r"(Arrivals::shared(to)),
      "l"(&map), "r"(x), "r"(y), "r"(z), "r"(arrivals.address())
      : "memory");
#endif
}

}  // namespace tilebridge::cuda
