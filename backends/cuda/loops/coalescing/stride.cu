// SPDX-License-Identifier: Apache-2.0
// One element per index of a range, as Kokkos's RangePolicy has them.
#include <cstdint>
#include <limits>

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

/// With a 32-bit index where i · stride fits.
template <class T>
void wrapped_by_size(const WrappedCopy<T>& w, const LaunchShapes& followed, Stream stream) {
  const bool fits = w.n * w.stride <= std::numeric_limits<std::uint32_t>::max();
  flat(fits ? wrapped<std::uint32_t, T> : wrapped<std::uint64_t, T>)(w, followed, stream);
}

/// At stride 1.
template <class T>
__global__ void read(WrappedCopy<T> w) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(w.n)) w.out[i] = 2 * w.in[i];
}

template <class T>
void add_of(Controls controls) {
  controls.add("stride/add", flat(add<T>));
  controls.add("stride/copy", flat(copy<T>));
  controls.add("stride/wrapped", wrapped_by_size<T>);
  controls.add("stride/read", flat(read<T>));
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(Controls(native));
  add_of<double>(Controls(native));
}

}  // namespace tilebridge::cuda::loops::stride_experiment
