// A matrix by its rows.
#pragma once

#include <cstddef>

#include "backends/kokkos/execution.hpp"

namespace tilebridge::kokkos {

/// A row-major matrix in a View of one dimension. Its rows are 32 bits long, as native: the strides
/// of a View of two dimensions are 64, and its index takes three multiplications in the place of
/// one.
template <class View>
class RowsOf {
 public:
  using value_type = typename View::value_type;

  RowsOf(typename View::pointer_type data, int rows, int cols)
      : elements_(data, static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols)),
        cols_(cols) {}

  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) operator()(int y, int x) const {
    return elements_(static_cast<std::size_t>(y) * cols_ + x);
  }

 private:
  View elements_;
  int cols_;
};

template <class T, class Exec>
using Rows = RowsOf<Vector<T, Exec>>;

}  // namespace tilebridge::kokkos
