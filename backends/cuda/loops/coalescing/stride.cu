// SPDX-License-Identifier: Apache-2.0
// One element per index of a range, as Kokkos's RangePolicy has them.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/stride.hpp"

namespace tilebridge::cuda::loops::stride_experiment {
namespace {

template <class T>
__global__ void add(StridedAdd<T> s) {
  const std::int64_t i = index_in_range(), stride = s.stride;
  if (i < static_cast<std::int64_t>(s.count)) s.c[i * stride] = s.a[i * stride] + s.b[i * stride];
}

template <class T>
__global__ void copy(StridedCopy<T> s) {
  const std::int64_t i = index_in_range(), stride = s.stride;
  if (i < static_cast<std::int64_t>(s.count)) s.out[i] = s.in[i * stride];
}

template <class Index, class T>
__global__ void wrapped(WrappedCopy<T> w) {
  const auto i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  const auto n = static_cast<Index>(w.n), stride = static_cast<Index>(w.stride);
  if (i < n) w.out[i] = 2 * w.in[i * stride % n];
}

template <class T>
void wrapped_by_size(const WrappedCopy<T>& w, const LaunchShapes& followed, Stream stream) {
  flat(w.fits_in_32_bits() ? wrapped<std::uint32_t, T> : wrapped<std::uint64_t, T>)(w, followed,
                                                                                    stream);
}

template <class T>
__global__ void read(WrappedCopy<T> w) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(w.n)) w.out[i] = 2 * w.in[i];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("stride/add", flat(add<T>));
    controls.add("stride/copy", flat(copy<T>));
    controls.add("stride/wrapped", wrapped_by_size<T>);
    controls.add("stride/read", flat(read<T>));
  });
}

}  // namespace tilebridge::cuda::loops::stride_experiment
