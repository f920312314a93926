// SPDX-License-Identifier: Apache-2.0
// A thread for each element of a grid, in tiles of 32 × 8; each variant has one idiom of writing.
// The rewritten kernels differ from those in loops in that idiom alone.
#include "catalogue/idioms/indexing.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::indexing_experiment {
namespace {

using Word = std::uint32_t;

template <class Grid, class Exec>
Range2D<Exec> threads_of(const Grid& g, const Exec& exec) {
  return Range2D<Exec>(exec, {0, 0}, {g.cols, g.rows},
                       {IndexedGrid::block_cols, IndexedGrid::block_rows});
}

constexpr Word factor = IndexedGrid::factor;
constexpr int column = IndexedGrid::column;

/// Clamps `i` to 0, …, count - 1.
KOKKOS_INLINE_FUNCTION int nearest(int i, int count) {
  return i < 0 ? 0 : i < count ? i : count - 1;
}

template <class Exec>
void neighbours(const char* label, const IndexedGrid& g, const Exec& exec) {
  const int rows = g.rows, cols = g.cols;
  const Matrix<const Word, Exec> in(g.in, rows, cols);
  const Matrix<Word, Exec> out(g.out, rows, cols);
  Kokkos::parallel_for(
      label, threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        Word v = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            v = v * factor + in(nearest(y + dy, rows), nearest(x + dx, cols));
        out(y, x) = v;
      });
}

template <class Exec>
void matrix_view(const IndexedGrid& g, const Exec& exec) {
  neighbours("indexing/matrix_view", g, exec);
}

template <class Exec>
void in_matrix_view(const IndexedGrid& g, const Exec& exec) {
  neighbours("indexing/in_matrix_view", g, exec);
}

template <class Exec>
void subview(const IndexedGrid& g, const Exec& exec) {
  const int rows = g.rows, cols = g.cols;
  const Matrix<const Word, Exec> in(g.in, rows, cols);
  const Matrix<Word, Exec> out(g.out, rows, cols);
  Kokkos::parallel_for(
      "indexing/subview", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        Word v = 0;
        for (int dy = -1; dy <= 1; ++dy) {
          const auto row = Kokkos::subview(in, nearest(y + dy, rows), Kokkos::ALL);
          for (int dx = -1; dx <= 1; ++dx) v = v * factor + row(nearest(x + dx, cols));
        }
        out(y, x) = v;
      });
}

template <class Exec>
void index_64(const IndexedGrid& g, const Exec& exec) {
  const int rows = g.rows, cols = g.cols;
  const auto row_length = static_cast<std::size_t>(cols);
  const auto count = static_cast<std::size_t>(rows) * row_length;
  const Vector<const Word, Exec> in(g.in, count);
  const Vector<Word, Exec> out(g.out, count);
  Kokkos::parallel_for(
      "indexing/index_64", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        Word v = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            const auto row = static_cast<std::size_t>(nearest(y + dy, rows));
            const auto col = static_cast<std::size_t>(nearest(x + dx, cols));
            v = v * factor + in(row * row_length + col);
          }
        out(static_cast<std::size_t>(y) * row_length + static_cast<std::size_t>(x)) = v;
      });
}

template <class Exec>
void neighbour_loop(const IndexedGrid& g, const Exec& exec) {
  const int rows = g.rows, cols = g.cols;
  const Matrix<const Word, Exec> in(g.in, rows, cols);
  const Matrix<Word, Exec> out(g.out, rows, cols);
  Kokkos::parallel_for(
      "indexing/neighbour_loop", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        Word v = 0;
        for (int j = y - 1; j <= y + 1; ++j)
          for (int i = x - 1; i <= x + 1; ++i)
            v = v * factor + in(nearest(j, rows), nearest(i, cols));
        out(y, x) = v;
      });
}

constexpr int reach = WeightedGrid::reach;
constexpr int width = WeightedGrid::width;

template <class Exec>
void plain_loop(const WeightedGrid& g, const Exec& exec) {
  const int rows = g.rows, cols = g.cols;
  const Matrix<const Word, Exec> in(g.in, rows, cols);
  const Matrix<const Word, Exec> weights(g.weights, width, width);
  const Matrix<Word, Exec> out(g.out, rows, cols);
  Kokkos::parallel_for(
      "indexing/plain_loop", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        Word sum = 0;
        for (int dy = -reach; dy <= reach; ++dy)
          for (int dx = -reach; dx <= reach; ++dx) {
            const int row = y + dy, col = x + dx;
            const bool is_inside = row >= 0 && row < rows && col >= 0 && col < cols;
            sum += weights(dy + reach, dx + reach) * (is_inside ? in(row, col) : 0);
          }
        out(y, x) = sum;
      });
}

/// Kokkos does not define the macro for HIP, nor where the compiler may not know the pragma, as on
/// a host.
template <class Exec>
void unrolled_loops(const char* label, const WeightedGrid& g, const Exec& exec) {
  const int rows = g.rows, cols = g.cols;
  const Matrix<const Word, Exec> in(g.in, rows, cols);
  const Matrix<const Word, Exec> weights(g.weights, width, width);
  const Matrix<Word, Exec> out(g.out, rows, cols);
  Kokkos::parallel_for(
      label, threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        Word sum = 0;
#ifdef KOKKOS_ENABLE_PRAGMA_UNROLL
#pragma unroll
#endif
        for (int dy = -reach; dy <= reach; ++dy)
#ifdef KOKKOS_ENABLE_PRAGMA_UNROLL
#pragma unroll
#endif
          for (int dx = -reach; dx <= reach; ++dx) {
            const int row = y + dy, col = x + dx;
            const bool is_inside = row >= 0 && row < rows && col >= 0 && col < cols;
            sum += weights(dy + reach, dx + reach) * (is_inside ? in(row, col) : 0);
          }
        out(y, x) = sum;
      });
}

template <class Exec>
void pragma_unroll(const WeightedGrid& g, const Exec& exec) {
  unrolled_loops("indexing/pragma_unroll", g, exec);
}

template <class Exec>
void plain_loop_rewritten(const WeightedGrid& g, const Exec& exec) {
  unrolled_loops("indexing/with_pragma", g, exec);
}

template <class Exec>
void row_by_row(const IndexedGrid& g, const Exec& exec) {
  const Matrix<const Word, Exec> in(g.in, g.rows + column - 1, g.cols);
  const Matrix<Word, Exec> out(g.out, g.rows, g.cols);
  Kokkos::parallel_for(
      "indexing/row_by_row", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        Word v = 0;
        for (int k = 0; k < column; ++k) v = v * factor + in(y + k, x);
        out(y, x) = v;
      });
}

template <class In, class Exec>
void random_access(const IndexedGrid& g, const Exec& exec) {
  const In in(g.in, column * g.rows, g.cols);
  const Matrix<Word, Exec> out(g.out, column * g.rows, g.cols);
  Kokkos::parallel_for(
      "indexing/random_access", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        for (int k = 0; k < column; ++k) out(y * column + k, x) = in(y * column + k, x) * factor;
      });
}

template <class Exec>
void member_by_member(const StructureGrid& g, const Exec& exec) {
  const Matrix<const FourWords, Exec> in(g.in, g.rows, g.cols);
  const Unmanaged<Word***, Kokkos::LayoutRight, Exec> out(g.out, StructureGrid::planes, g.rows,
                                                          g.cols);
  Kokkos::parallel_for(
      "indexing/member_by_member", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        out(0, y, x) = in(y, x).x + in(y, x).y;
        out(1, y, x) = in(y, x).y + in(y, x).z;
        out(2, y, x) = in(y, x).z + in(y, x).w;
        out(3, y, x) = in(y, x).w + in(y, x).x;
      });
}

using namespace techniques;

template <class Exec>
void by_int(const IndexedGrid& g, const Exec& exec) {
  const int rows = g.rows, cols = g.cols;
  const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
  const Vector<const Word, Exec> in(g.in, count);
  const Vector<Word, Exec> out(g.out, count);
  Kokkos::parallel_for(
      "indexing/by_int", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        Word v = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            const int row = nearest(y + dy, rows);
            const int col = nearest(x + dx, cols);
            v = v * factor + in(row * cols + col);
          }
        out(y * cols + x) = v;
      });
}

#ifdef KOKKOS_ENABLE_IMPL_MDSPAN
constexpr kernels::Feature has_mdspan = {};

template <class T>
using IntMatrix = Kokkos::mdspan<T, Kokkos::dextents<int, 2>>;

/// The mdspans are made in the kernel: nvcc 13.0 lays out captured ones differently from the host,
/// since members without data are [[no_unique_address]].
template <class Exec>
void mdspan_rewritten(const IndexedGrid& g, const Exec& exec) {
  Kokkos::parallel_for(
      "indexing/in_mdspan", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        const int rows = g.rows, cols = g.cols;
        const IntMatrix<const Word> in(g.in, rows, cols);
        const IntMatrix<Word> out(g.out, rows, cols);
        Word v = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            v = v * factor + in(nearest(y + dy, rows), nearest(x + dx, cols));
        out(y, x) = v;
      });
}
#else
constexpr kernels::Feature has_mdspan = {false, "this Kokkos has no mdspan"};

template <class Exec>
void mdspan_rewritten(const IndexedGrid&, const Exec&) {}
#endif

template <class Exec>
void pragma_unroll_rewritten(const WeightedGrid& g, const Exec& exec) {
  const int rows = g.rows, cols = g.cols;
  const Matrix<const Word, Exec> in(g.in, rows, cols);
  const Matrix<const Word, Exec> weights(g.weights, width, width);
  const Matrix<Word, Exec> out(g.out, rows, cols);
  Kokkos::parallel_for(
      "indexing/by_expansion", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        Word sum = 0;
        unrolled<width>([&](int j) {
          unrolled<width>([&](int i) {
            const int row = y + j - reach, col = x + i - reach;
            const bool is_inside = row >= 0 && row < rows && col >= 0 && col < cols;
            sum += weights(j, i) * (is_inside ? in(row, col) : 0);
          });
        });
        out(y, x) = sum;
      });
}

template <class Exec>
void row_by_row_rewritten(const IndexedGrid& g, const Exec& exec) {
  const Matrix<const Word, Exec> in(g.in, g.rows + column - 1, g.cols);
  const Matrix<Word, Exec> out(g.out, g.rows, g.cols);
  Kokkos::parallel_for(
      "indexing/row_by_row", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        ColumnWalk<const Word> from(in, y, x);
        Word v = 0;
        for (int k = 0; k < column; ++k) v = v * factor + *from.next();
        out(y, x) = v;
      });
}

template <class Exec>
void member_by_member_rewritten(const StructureGrid& g, const Exec& exec) {
  const Matrix<const FourWords, Exec> in(g.in, g.rows, g.cols);
  const Unmanaged<Word***, Kokkos::LayoutRight, Exec> out(g.out, StructureGrid::planes, g.rows,
                                                          g.cols);
  Kokkos::parallel_for(
      "indexing/member_by_member", threads_of(g, exec), KOKKOS_LAMBDA(int x, int y) {
        const FourWords v = in(y, x);
        out(0, y, x) = v.x + v.y;
        out(1, y, x) = v.y + v.z;
        out(2, y, x) = v.z + v.w;
        out(3, y, x) = v.w + v.x;
      });
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("indexing/matrix_view", matrix_view<Exec>);
    kokkos.add("indexing/mdspan", matrix_view<Exec>);
    kokkos.add("indexing/subview", subview<Exec>);
    kokkos.add("indexing/index_64", index_64<Exec>);
    kokkos.add("indexing/neighbour_loop", neighbour_loop<Exec>);
    kokkos.add("indexing/plain_loop", plain_loop<Exec>);
    kokkos.add("indexing/pragma_unroll", pragma_unroll<Exec>);
    kokkos.add("indexing/row_by_row", row_by_row<Exec>);
    kokkos.add("indexing/random_access", random_access<Matrix<const Word, Exec>, Exec>);
    kokkos.add("indexing/member_by_member", member_by_member<Exec>);
    kokkos.add("indexing/matrix_view_rewritten", by_int<Exec>);
    kokkos.add("indexing/mdspan_rewritten", mdspan_rewritten<Exec>, has_mdspan);
    kokkos.add("indexing/subview_rewritten", in_matrix_view<Exec>);
    kokkos.add("indexing/index_64_rewritten", by_int<Exec>);
    kokkos.add("indexing/neighbour_loop_rewritten", in_matrix_view<Exec>);
    kokkos.add("indexing/plain_loop_rewritten", plain_loop_rewritten<Exec>);
    kokkos.add("indexing/pragma_unroll_rewritten", pragma_unroll_rewritten<Exec>);
    kokkos.add("indexing/row_by_row_rewritten", row_by_row_rewritten<Exec>);
    kokkos.add("indexing/random_access_rewritten",
               random_access<ReadOnly<const Word**, Exec>, Exec>);
    kokkos.add("indexing/member_by_member_rewritten", member_by_member_rewritten<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::indexing_experiment
