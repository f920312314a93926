// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil by planes, rows and elements; in boxes or in columns of planes, so that
// elements which are needed again stay in a cache; and two steps at once for a box.
#include "catalogue/tiling/stencil3d.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::stencil3d_experiment {
namespace {

template <class T>
void heat_row(const HeatStep<T>& h, int z, int y, int first, int last) {
  const std::size_t row = static_cast<std::size_t>(h.nx);
  const std::size_t plane = row * static_cast<std::size_t>(h.ny);
  const std::size_t start = at(h, z, y, 0);
  const bool on_side = z == 0 || z == h.nz - 1 || y == 0 || y == h.ny - 1;
  const T* in = h.in + start;
  T* out = h.out + start;
  for (int x = first; x < last; ++x) {
    const bool is_copied = on_side || x == 0 || x == h.nx - 1;
    const std::size_t i = start + static_cast<std::size_t>(x);
    if (is_copied) {
      out[x] = in[x];
      continue;
    }
    const T sum =
        in[x - 1] + in[x + 1] + h.in[i - row] + h.in[i + row] + h.in[i - plane] + h.in[i + plane];
    out[x] = heated(in[x], sum);
  }
}

template <class T>
void direct(const HeatStep<T>& h, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int z = 0; z < h.nz; ++z)
    for (int y = 0; y < h.ny; ++y) heat_row(h, z, y, 0, h.nx);
}

constexpr int columns = HeatStep<float>::columns, rows = HeatStep<float>::rows;
constexpr int planes = HeatStep<float>::planes, walked = HeatStep<float>::walked;

template <class T, int planes>
void heat_boxes(const HeatStep<T>& h, Threads threads) {
#pragma omp parallel for collapse(3) num_threads(threads)
  for (int z0 = 0; z0 < h.nz; z0 += planes)
    for (int y0 = 0; y0 < h.ny; y0 += rows)
      for (int x0 = 0; x0 < h.nx; x0 += columns)
        for (int z = z0; z < std::min(z0 + planes, h.nz); ++z)
          for (int y = y0; y < std::min(y0 + rows, h.ny); ++y)
            heat_row(h, z, y, x0, std::min(x0 + columns, h.nx));
}

/// Element i of `from` after a step; in the grid it is element (z, y, x).
template <class T>
T stepped(const HeatStep<T>& h, int z, int y, int x, const T* from, std::size_t i, std::size_t row,
          std::size_t plane) {
  const T centre = from[i];
  if (!is_inside(h, z, y, x)) return centre;
  const T sum =
      from[i - 1] + from[i + 1] + from[i - row] + from[i + row] + from[i - plane] + from[i + plane];
  return heated(centre, sum);
}

/// Takes the first step for a box and its halo, and the second one for the box.
template <class T>
void heat_box_twice(const HeatStep<T>& h, int z0, int y0, int x0) {
  T once[planes + 2][rows + 2][columns + 2];
  const auto row = static_cast<std::size_t>(h.nx);
  const std::size_t plane = row * static_cast<std::size_t>(h.ny);
  for (int z = std::max(0, z0 - 1); z < std::min(z0 + planes + 1, h.nz); ++z)
    for (int y = std::max(0, y0 - 1); y < std::min(y0 + rows + 1, h.ny); ++y)
      for (int x = std::max(0, x0 - 1); x < std::min(x0 + columns + 1, h.nx); ++x)
        once[z - z0 + 1][y - y0 + 1][x - x0 + 1] =
            stepped(h, z, y, x, h.in, at(h, z, y, x), row, plane);
  for (int z = z0; z < std::min(z0 + planes, h.nz); ++z)
    for (int y = y0; y < std::min(y0 + rows, h.ny); ++y)
      for (int x = x0; x < std::min(x0 + columns, h.nx); ++x) {
        const T* own = &once[z - z0 + 1][y - y0 + 1][x - x0 + 1];
        const std::size_t from_first = static_cast<std::size_t>(own - &once[0][0][0]);
        h.out[at(h, z, y, x)] = stepped(h, z, y, x, &once[0][0][0], from_first, columns + 2,
                                        (rows + 2) * (columns + 2));
      }
}

template <class T>
void two_steps(const HeatStep<T>& h, Threads threads) {
#pragma omp parallel for collapse(3) num_threads(threads)
  for (int z0 = 0; z0 < h.nz; z0 += planes)
    for (int y0 = 0; y0 < h.ny; y0 += rows)
      for (int x0 = 0; x0 < h.nx; x0 += columns) heat_box_twice(h, z0, y0, x0);
}

template <class T>
void two_launches(const TwoHeatSteps<T>& h, Threads threads) {
  direct(h.first, threads);
  direct(h.second, threads);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("stencil3d/direct", direct<T>);
    native.add("stencil3d/tile_halo", heat_boxes<T, planes>);
    native.add("stencil3d/stream", heat_boxes<T, walked>);
    native.add("stencil3d/two_launches", two_launches<T>);
    native.add("stencil3d/two_steps", two_steps<T>);
  });
}

}  // namespace tilebridge::host::stencil3d_experiment
