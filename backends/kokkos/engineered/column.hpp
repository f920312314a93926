// Down a column of a matrix.
#pragma once

#include <cstddef>

#include "backends/kokkos/execution.hpp"

namespace tilebridge::kokkos {

/// Every `apart`-th element of a column of a row-major matrix, from a row and column on that may
/// lie outside: next() is where the next one lies. Outside the array a pointer may not point by the
/// letter of the language; nobody follows it there. A step is one addition, where a View's stride
/// of 64 bits takes three multiplications for every element.
template <class T>
class Column {
 public:
  template <class Matrix>
  KOKKOS_FORCEINLINE_FUNCTION Column(const Matrix& matrix, int row, int column, int apart = 1)
      : next_(matrix.data() + row * stride(matrix) + column), step_(apart * stride(matrix)) {}

  KOKKOS_FORCEINLINE_FUNCTION T* next() {
    T* here = next_;
    next_ += step_;
    return here;
  }

 private:
  template <class Matrix>
  KOKKOS_FORCEINLINE_FUNCTION static std::ptrdiff_t stride(const Matrix& matrix) {
    return static_cast<std::ptrdiff_t>(matrix.stride(0));
  }

  T* next_;
  std::ptrdiff_t step_;
};

}  // namespace tilebridge::kokkos
