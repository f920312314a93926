// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil by planes, rows and elements; in boxes, so that a box stays in a cache.
#include "catalogue/tiling/stencil3d.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::stencil3d_experiment {
namespace {

// [*]
template <class T>
void heat_row(const HeatStep<T>& h, int z, int y, int first, int last) {
  const std::size_t row = static_cast<std::size_t>(h.nx);
  const std::size_t plane = row * static_cast<std::size_t>(h.ny);
  const std::size_t start = static_cast<std::size_t>(z) * plane + static_cast<std::size_t>(y) * row;
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
    out[x] = in[x] + HeatStep<T>::rate * (sum - 6 * in[x]);
  }
}

// [direct]
template <class T>
void direct(const HeatStep<T>& h, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int z = 0; z < h.nz; ++z)
    for (int y = 0; y < h.ny; ++y) heat_row(h, z, y, 0, h.nx);
}

// [tile_halo]
constexpr int columns = 32;
constexpr int rows = 8;
constexpr int planes = 4;

template <class T>
void heat_boxes(const HeatStep<T>& h, Threads threads) {
#pragma omp parallel for collapse(3) num_threads(threads)
  for (int z0 = 0; z0 < h.nz; z0 += planes)
    for (int y0 = 0; y0 < h.ny; y0 += rows)
      for (int x0 = 0; x0 < h.nx; x0 += columns)
        for (int z = z0; z < std::min(z0 + planes, h.nz); ++z)
          for (int y = y0; y < std::min(y0 + rows, h.ny); ++y)
            heat_row(h, z, y, x0, std::min(x0 + columns, h.nx));
}

// [/]

template <class T>
void add_of(NativeKernels& native) {
  native.add("stencil3d/direct", direct<T>);
  native.add("stencil3d/tile_halo", heat_boxes<T>);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(native);
  add_of<double>(native);
}

}  // namespace tilebridge::host::stencil3d_experiment
