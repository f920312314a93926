// SPDX-License-Identifier: Apache-2.0
// A row per index of a range, or a row per thread of a team, whose entries are a range of its
// vector lanes.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/spmv.hpp"

namespace tilebridge::cuda::loops::spmv_experiment {
namespace {

template <class T>
__global__ void csr_thread(CsrProduct<T> a) {
  const std::int64_t row = index_in_range();
  if (row >= a.rows) return;
  T sum = 0;
  for (int k = a.offsets[row]; k < a.offsets[row + 1]; ++k) sum += a.values[k] * a.x[a.columns[k]];
  a.y[row] = sum;
}

constexpr unsigned all_lanes_of_mask = 32;  // CUDA's; HIP's shuffles take none

/// Returns the sum over a thread's lanes to all of them. Other lanes of the warp need not take
/// part.
template <class T>
__device__ T sum_of_lanes(T value) {
  const unsigned lanes = blockDim.x;
  const unsigned mask = lanes == all_lanes_of_mask
                            ? 0xffffffff
                            : ((1U << lanes) - 1)
                                  << (threadIdx.y % (all_lanes_of_mask / lanes) * lanes);
  for (unsigned distance = lanes / 2; distance > 0; distance /= 2)
    value += __shfl_down_sync(mask, value, distance, lanes);
  return __shfl_sync(mask, value, 0, lanes);
}

template <int lanes, class T>
__global__ void csr_lanes(CsrProduct<T> a) {
  constexpr int rows_per_team = CsrProduct<T>::block_size / lanes;
  const int first = blockIdx.x * rows_per_team;
  const int last = first + rows_per_team < a.rows ? first + rows_per_team : a.rows;
  for (int row = first + threadIdx.y; row < last; row += blockDim.y) {
    T sum = 0;
    for (int k = a.offsets[row] + threadIdx.x; k < a.offsets[row + 1]; k += blockDim.x)
      sum += a.values[k] * a.x[a.columns[k]];
    sum = sum_of_lanes(sum);
    if (threadIdx.x == 0) a.y[row] = sum;
  }
}

template <class T>
__global__ void sliced_ell(EllProduct<T> a) {
  constexpr int slice_rows = EllProduct<T>::slice_rows;
  const std::int64_t row = index_in_range();
  if (row >= a.rows) return;
  const std::int64_t slice = row / slice_rows;
  T sum = 0;
  for (std::int64_t k = a.slices[slice] + row % slice_rows; k < a.slices[slice + 1];
       k += slice_rows)
    sum += a.values[k] * a.x[a.columns[k]];
  a.y[row] = sum;
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("spmv/csr_thread", flat(csr_thread<T>));
    controls.add("spmv/csr_lanes_4", nested(csr_lanes<4, T>));
    controls.add("spmv/csr_lanes_8", nested(csr_lanes<8, T>));
    controls.add("spmv/csr_warp", nested(csr_lanes<32, T>));
    controls.add("spmv/sliced_ell", flat(sliced_ell<T>));
  });
}

}  // namespace tilebridge::cuda::loops::spmv_experiment
