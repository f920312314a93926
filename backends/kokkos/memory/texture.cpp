// SPDX-License-Identifier: Apache-2.0
// One pixel per index pair of an MDRangePolicy; the variants differ in the View used to read its
// neighbours, or those of the place that it comes from, and in the order and tile of the range.
#include "catalogue/memory/texture.hpp"

#include <cmath>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
/// Clamps `i` to 0, …, count - 1.
KOKKOS_INLINE_FUNCTION int nearest(int i, int count) {
  return i < 0 ? 0 : i < count ? i : count - 1;
}

// [global, read_only, mdrange, mdrange_tile]
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

// [global]
template <class Exec>
void global(const Neighbourhood& p, const Exec& exec) {
  const Matrix<const float, Exec> in(p.in, p.rows, p.cols);
  const Matrix<float, Exec> out(p.out, p.rows, p.cols);
  Kokkos::parallel_for(
      "texture/global", Range2D<Exec>(exec, {0, 0}, {p.cols, p.rows}, {32, 8}),
      KOKKOS_LAMBDA(int x, int y) { out(y, x) = mean(in, y, x); });
}

// [read_only]
template <class Exec>
void read_only(const Neighbourhood& p, const Exec& exec) {
  const ReadOnly<const float**, Exec> in(p.in, p.rows, p.cols);  // __ldg
  const Matrix<float, Exec> out(p.out, p.rows, p.cols);
  Kokkos::parallel_for(
      "texture/read_only", Range2D<Exec>(exec, {0, 0}, {p.cols, p.rows}, {32, 8}),
      KOKKOS_LAMBDA(int x, int y) { out(y, x) = mean(in, y, x); });
}

// [bilinear]
KOKKOS_INLINE_FUNCTION float between(float a, float b, float weight) {
  return a + weight * (b - a);
}

/// (u, v): in units of 1 / Rotation::one pixel.
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
  const int middle_row = p.rows / 2;
  const int middle_col = p.cols / 2;
  Kokkos::parallel_for(
      "texture/bilinear", Range2D<Exec>(exec, {0, 0}, {p.cols, p.rows}, {32, 8}),
      KOKKOS_LAMBDA(int x, int y) {
        const int right = x - middle_col;
        const int down = y - middle_row;
        const int u = Rotation::one * middle_col + Rotation::cosine * right - Rotation::sine * down;
        const int v = Rotation::one * middle_row + Rotation::sine * right + Rotation::cosine * down;
        out(y, x) = interpolated(in, v, u);
      });
}

// [mdrange]
/// Kokkos's own tile, with the usual (row, column) order.
template <class Exec>
void mdrange(const Neighbourhood& p, const Exec& exec) {
  const Matrix<const float, Exec> in(p.in, p.rows, p.cols);
  const Matrix<float, Exec> out(p.out, p.rows, p.cols);
  Kokkos::parallel_for(
      "texture/mdrange", Range2D<Exec>(exec, {0, 0}, {p.rows, p.cols}),
      KOKKOS_LAMBDA(int y, int x) { out(y, x) = mean(in, y, x); });
}

// [mdrange_tile]
/// The same with an explicit tile.
template <class Exec>
void mdrange_tile(const Neighbourhood& p, const Exec& exec) {
  const Matrix<const float, Exec> in(p.in, p.rows, p.cols);
  const Matrix<float, Exec> out(p.out, p.rows, p.cols);
  Kokkos::parallel_for(
      "texture/mdrange_tile", Range2D<Exec>(exec, {0, 0}, {p.rows, p.cols}, {8, 32}),
      KOKKOS_LAMBDA(int y, int x) { out(y, x) = mean(in, y, x); });
}

// [/]

}  // namespace

template <class Exec>
void add_texture(KokkosKernels<Exec>& kokkos) {
  kokkos.add("texture/global", global<Exec>);
  if constexpr (!is_host<Exec>)  // a host has only one path to memory
    kokkos.add("texture/read_only", read_only<Exec>);
  kokkos.add("texture/bilinear", bilinear<Exec>);
  kokkos.add("texture/mdrange", mdrange<Exec>);
  kokkos.add("texture/mdrange_tile", mdrange_tile<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_texture);

}  // namespace tilebridge::kokkos
