// SPDX-License-Identifier: Apache-2.0
// A row at a time, its entries one by one or by vector lanes; or a slice of 32 rows at a time,
// whose rows are the lanes.
#include "catalogue/coalescing/spmv.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::spmv_experiment {
namespace {

template <class T>
void csr_thread(const CsrProduct<T>& a, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (int row = 0; row < a.rows; ++row) {
    T sum = 0;
    for (int k = a.offsets[row]; k < a.offsets[row + 1]; ++k)
      sum += a.values[k] * a.x[a.columns[k]];
    a.y[row] = sum;
  }
}

template <int lanes, class T>
void csr_lanes(const CsrProduct<T>& a, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (int row = 0; row < a.rows; ++row) {
    T sum = 0;
#pragma omp simd reduction(+ : sum) simdlen(lanes)
    for (int k = a.offsets[row]; k < a.offsets[row + 1]; ++k)
      sum += a.values[k] * a.x[a.columns[k]];
    a.y[row] = sum;
  }
}

template <class T>
void sliced_ell(const EllProduct<T>& a, Threads threads) {
  constexpr int slice_rows = EllProduct<T>::slice_rows;
#pragma omp parallel for num_threads(threads)
  for (int first = 0; first < a.rows; first += slice_rows) {
    const int slice = first / slice_rows;
    std::array<T, slice_rows> sums = {};
    for (std::int64_t k = a.slices[slice]; k < a.slices[slice + 1]; k += slice_rows)
      for (int lane = 0; lane < slice_rows; ++lane)
        sums[lane] += a.values[k + lane] * a.x[a.columns[k + lane]];
    std::copy_n(sums.begin(), std::min(slice_rows, a.rows - first), a.y + first);
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("spmv/csr_thread", csr_thread<T>);
    native.add("spmv/csr_lanes_4", csr_lanes<4, T>);
    native.add("spmv/csr_lanes_8", csr_lanes<8, T>);
    native.add("spmv/csr_warp", csr_lanes<32, T>);
    native.add("spmv/sliced_ell", sliced_ell<T>);
  });
}

}  // namespace tilebridge::host::spmv_experiment
