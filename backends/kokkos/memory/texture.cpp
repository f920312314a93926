// SPDX-License-Identifier: Apache-2.0
// One pixel per index pair of an MDRangePolicy. The variants differ in the View through which they
// read the pixels around it, or around the place from which it comes, and in the order and tile of
// the range. Rewritten kernels compute one pixel per thread, in teams.
#include "catalogue/memory/texture.hpp"

#include <cmath>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::texture_experiment {
namespace {

constexpr int columns = PixelBlock::columns;
constexpr int rows = PixelBlock::rows;
constexpr int radius = Neighbourhood::radius;

/// The mean of the pixels around row y, column x.
template <class Input>
KOKKOS_INLINE_FUNCTION float mean(const Input& in, int y, int x) {
  float sum = 0;
  for (int j = -radius; j <= radius; ++j)
    for (int i = -radius; i <= radius; ++i)
      sum += in(nearest(y + j, in.extent_int(0)), nearest(x + i, in.extent_int(1)));
  return sum * Neighbourhood::weight;
}

template <class Exec>
void global(const Neighbourhood& p, const Exec& exec) {
  const Matrix<const float, Exec> in(p.in, p.rows, p.cols);
  const Matrix<float, Exec> out(p.out, p.rows, p.cols);
  Kokkos::parallel_for(
      "texture/global", Range2D<Exec>(exec, {0, 0}, {p.cols, p.rows}, {columns, rows}),
      KOKKOS_LAMBDA(int x, int y) { out(y, x) = mean(in, y, x); });
}

template <class Exec>
void read_only(const Neighbourhood& p, const Exec& exec) {
  const ReadOnly<const float**, Exec> in(p.in, p.rows, p.cols);  // __ldg
  const Matrix<float, Exec> out(p.out, p.rows, p.cols);
  Kokkos::parallel_for(
      "texture/read_only", Range2D<Exec>(exec, {0, 0}, {p.cols, p.rows}, {columns, rows}),
      KOKKOS_LAMBDA(int x, int y) { out(y, x) = mean(in, y, x); });
}

/// Interpolates at column u, row v, both in units of 1 / Rotation::one pixel.
template <class Input>
KOKKOS_INLINE_FUNCTION float interpolated(const Input& in, int v, int u) {
  constexpr float pixels = 1.0F / Rotation::one;
  const float left = std::floor(pixels * static_cast<float>(u));
  const float top = std::floor(pixels * static_cast<float>(v));
  const int x[] = {nearest(static_cast<int>(left), in.extent_int(1)),
                   nearest(static_cast<int>(left) + 1, in.extent_int(1))};
  const int y[] = {nearest(static_cast<int>(top), in.extent_int(0)),
                   nearest(static_cast<int>(top) + 1, in.extent_int(0))};
  const float right = pixels * static_cast<float>(u) - left;
  const float down = pixels * static_cast<float>(v) - top;
  return between(between(in(y[0], x[0]), in(y[0], x[1]), right),
                 between(in(y[1], x[0]), in(y[1], x[1]), right), down);
}

template <class Exec>
void bilinear(const Rotation& p, const Exec& exec) {
  const Matrix<const float, Exec> in(p.in, p.rows, p.cols);
  const Matrix<float, Exec> out(p.out, p.rows, p.cols);
  const int middle_row = p.rows / 2, middle_col = p.cols / 2;
  Kokkos::parallel_for(
      "texture/bilinear", Range2D<Exec>(exec, {0, 0}, {p.cols, p.rows}, {columns, rows}),
      KOKKOS_LAMBDA(int x, int y) {
        const int right = x - middle_col, down = y - middle_row;
        const int u = Rotation::column(middle_col, right, down);
        const int v = Rotation::row(middle_row, right, down);
        out(y, x) = interpolated(in, v, u);
      });
}

/// Kokkos's own tile, with the usual (row, column) order.
template <class Exec>
void mdrange(const Neighbourhood& p, const Exec& exec) {
  const Matrix<const float, Exec> in(p.in, p.rows, p.cols);
  const Matrix<float, Exec> out(p.out, p.rows, p.cols);
  Kokkos::parallel_for(
      "texture/mdrange", Range2D<Exec>(exec, {0, 0}, {p.rows, p.cols}),
      KOKKOS_LAMBDA(int y, int x) { out(y, x) = mean(in, y, x); });
}

template <class Exec>
void mdrange_tile(const Neighbourhood& p, const Exec& exec) {
  const Matrix<const float, Exec> in(p.in, p.rows, p.cols);
  const Matrix<float, Exec> out(p.out, p.rows, p.cols);
  Kokkos::parallel_for(
      "texture/mdrange_tile", Range2D<Exec>(exec, {0, 0}, {p.rows, p.cols}, {rows, columns}),
      KOKKOS_LAMBDA(int y, int x) { out(y, x) = mean(in, y, x); });
}

using namespace techniques;

constexpr int block_size = columns * rows;
constexpr int blocks_wanted = 2048 / block_size;  // all 2048 threads of an SM

/// Clamps `i` to 0, …, count - 1. Written so that the compiler recognises a minimum and a maximum,
/// one instruction each; `from_zero < count ? from_zero : count - 1` takes two.
KOKKOS_FORCEINLINE_FUNCTION int clamped(int i, int count) {
  const int last = count - 1;
  const int from_zero = i < 0 ? 0 : i;
  return from_zero < last ? from_zero : last;
}

template <class Input, class Output>
struct Mean {
  Input in;
  Output out;
  int rows, cols;

  explicit Mean(const Neighbourhood& p)
      : in(p.in, p.rows, p.cols), out(p.out, p.rows, p.cols), rows(p.rows), cols(p.cols) {}

  KOKKOS_FUNCTION void operator()(int y, int x) const {
    float sum = 0;
    unrolled<2 * radius + 1>([&](int j) {
      unrolled<2 * radius + 1>(
          [&](int i) { sum += in(clamped(y + j - radius, rows), clamped(x + i - radius, cols)); });
    });
    out(y, x) = sum * Neighbourhood::weight;
  }
};

template <class Exec>
struct Turned {
  Rows<const float, Exec> in;
  Rows<float, Exec> out;
  int rows, cols;

  explicit Turned(const Rotation& p)
      : in(p.in, p.rows, p.cols), out(p.out, p.rows, p.cols), rows(p.rows), cols(p.cols) {}

  KOKKOS_FORCEINLINE_FUNCTION float interpolated(int v, int u) const {
    constexpr float pixels = 1.0F / Rotation::one;
    const float left = std::floor(pixels * static_cast<float>(u));
    const float top = std::floor(pixels * static_cast<float>(v));
    const int x = static_cast<int>(left);
    const int y = static_cast<int>(top);
    const auto along_row = [&](int row) {
      return between(in(clamped(row, rows), clamped(x, cols)),
                     in(clamped(row, rows), clamped(x + 1, cols)),
                     pixels * static_cast<float>(u) - left);
    };
    return between(along_row(y), along_row(y + 1), pixels * static_cast<float>(v) - top);
  }

  KOKKOS_FUNCTION void operator()(int y, int x) const {
    const int right = x - cols / 2;
    const int down = y - rows / 2;
    // This is written out because nvcc makes other instructions of Rotation::column() and row()
    // here.
    const int u = Rotation::one * (cols / 2) + Rotation::cosine * right - Rotation::sine * down;
    const int v = Rotation::one * (rows / 2) + Rotation::sine * right + Rotation::cosine * down;
    out(y, x) = interpolated(v, u);
  }
};

template <class Exec, class Pixel>
struct InTeams {
  Pixel pixel;
  Divisor across;  // teams per row of teams

  template <class Image>
  explicit InTeams(const Image& p) : pixel(p), across((p.cols + columns - 1) / columns) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const int down = across.quotient(team.league_rank());
    const int y0 = down * rows;
    const int x0 = across.remainder(team.league_rank(), down) * columns;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int y = y0 + thread / columns;
      const int x = x0 + thread % columns;
      if (y < pixel.rows && x < pixel.cols) pixel(y, x);
    });
  }
};

template <class Pixel, class Image, class Exec>
void launch_in_teams(const Image& p, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted>;
  if (p.rows == 0 || p.cols == 0) return;
  const std::size_t teams = ceil_div(static_cast<std::size_t>(p.rows), rows) *
                            ceil_div(static_cast<std::size_t>(p.cols), columns);
  Kokkos::parallel_for("texture", team_policy<Policy>(exec, teams, block_size),
                       InTeams<Exec, Pixel>(p));
}

template <class Input, class Exec>
void mean_rewritten(const Neighbourhood& p, const Exec& exec) {
  launch_in_teams<Mean<Input, Rows<float, Exec>>>(p, exec);
}

template <class Exec>
void bilinear_rewritten(const Rotation& p, const Exec& exec) {
  launch_in_teams<Turned<Exec>>(p, exec);
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("texture/global", global<Exec>);
  kokkos.add("texture/bilinear", bilinear<Exec>);
  kokkos.add("texture/mdrange", mdrange<Exec>);
  kokkos.add("texture/mdrange_tile", mdrange_tile<Exec>);
  kokkos.add("texture/global_rewritten", mean_rewritten<Rows<const float, Exec>, Exec>);
  kokkos.add("texture/bilinear_rewritten", bilinear_rewritten<Exec>);
  if constexpr (!is_host<Exec>) {  // a host has only one path to memory
    kokkos.add("texture/read_only", read_only<Exec>);
    kokkos.add("texture/read_only_rewritten",
               mean_rewritten<RowsOf<ReadOnly<const float*, Exec>>, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::texture_experiment
