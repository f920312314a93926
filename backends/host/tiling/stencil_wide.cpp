// SPDX-License-Identifier: Apache-2.0
// A stencil of 25 elements by planes, rows and elements, or in columns of planes, so that elements
// stay in a cache until they are needed again.
#include "catalogue/tiling/stencil_wide.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::stencil_wide_experiment {
namespace {

template <class T>
void weigh_row(const WideStencil<T>& s, int z, int y, int first, int last) {
  const std::ptrdiff_t row = s.nx, plane = row * s.ny;
  const std::ptrdiff_t start = z * plane + y * row;
  const bool in_middle = s.is_inside(z, s.nz) && s.is_inside(y, s.ny);
  for (int x = first; x < last; ++x) {
    const T* in = s.in + start + x;
    T result = *in;
    if (in_middle && s.is_inside(x, s.nx)) {
      result *= s.weights[0];
      for (int k = 1; k <= s.radius; ++k)
        result += s.weights[k] *
                  (in[-k] + in[k] + in[-k * row] + in[k * row] + in[-k * plane] + in[k * plane]);
    }
    s.out[start + x] = result;
  }
}

template <class T>
void direct(const WideStencil<T>& s, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int z = 0; z < s.nz; ++z)
    for (int y = 0; y < s.ny; ++y) weigh_row(s, z, y, 0, s.nx);
}

template <class T>
void stream(const WideStencil<T>& s, Threads threads) {
#pragma omp parallel for collapse(3) num_threads(threads)
  for (int z0 = 0; z0 < s.nz; z0 += s.walked)
    for (int y0 = 0; y0 < s.ny; y0 += s.rows)
      for (int x0 = 0; x0 < s.nx; x0 += s.columns)
        for (int z = z0; z < std::min(z0 + s.walked, s.nz); ++z)
          for (int y = y0; y < std::min(y0 + s.rows, s.ny); ++y)
            weigh_row(s, z, y, x0, std::min(x0 + s.columns, s.nx));
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("stencil_wide/direct", direct<T>);
    native.add("stencil_wide/stream", stream<T>);
  });
}

}  // namespace tilebridge::host::stencil_wide_experiment
