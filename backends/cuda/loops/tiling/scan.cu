// SPDX-License-Identifier: Apache-2.0
// Inclusive scans in nested ranges: of 32 vector lanes by shuffles, and of a team's 1024 elements
// in scratch memory; then their sums, which a flat range adds.
#include <cstdint>
#include <memory>
#include <vector>

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/scan.hpp"

namespace tilebridge::cuda::loops::scan_experiment {
namespace {

constexpr int lanes = ScanBlocks::lanes;
constexpr int warps = ScanBlocks::threads / lanes;  // per block

/// A warp's segment begins at element `first`.
template <class T, class Index>
struct Segment {
  const T* in;
  T* out;
  Index first, n;
};

/// The control counts in 64 bits from the array's first element; the respelled control counts in 32
/// bits from the segment's first.
template <class T>
__device__ Segment<T, std::int64_t> segment_of(const Scan<T>& s, std::int64_t first, std::int64_t) {
  return {s.in, s.out, first, static_cast<std::int64_t>(s.n)};
}
template <class T>
__device__ Segment<T, int> segment_of(const Scan<T>& s, std::int64_t first, int) {
  const std::int64_t left = static_cast<std::int64_t>(s.n) - first;
  return {s.in + first, s.out + first, 0, left < lanes ? static_cast<int>(left) : lanes};
}

/// The functor is called twice, as Kokkos's scan over vector lanes does: for the element of the
/// lane below, whose sums are shuffled, and for the lane's own.
template <class T, class Index>
__global__ void warp(Scan<T> s) {
  for (int w = threadIdx.y; w < warps; w += blockDim.y) {
    const auto [in, out, first, n] =
        segment_of(s, (std::int64_t{blockIdx.x} * warps + w) * lanes, Index());
    T before = 0;  // the range's part
    for (int lane = threadIdx.x; lane < lanes; lane += blockDim.x) {
      const Index i = first + lane;
      T sum = threadIdx.x > 0 && i - 1 < n ? in[i - 1] : 0;
      for (int distance = 1; distance < static_cast<int>(blockDim.x); distance *= 2) {
        const T below = __shfl_up_sync(0xffffffff, sum, distance, blockDim.x);
        if (static_cast<int>(threadIdx.x) >= distance) sum += below;
      }
      sum += before;
      if (i < n) out[i] = sum += in[i];
      before = __shfl_sync(0xffffffff, sum, blockDim.x - 1, blockDim.x);
    }
  }
}

constexpr int elements = ScanBlocks::elements;

/// The blocks' sums go to `sums`, unless that is null.
template <class T>
__global__ void hillis_steele(Scan<T> s, T* sums) {
  T* const segment = scratch<T>();  // [2][elements]
  const auto n = static_cast<std::int64_t>(s.n);
  const std::int64_t first = std::int64_t{blockIdx.x} * elements;
  for (int i = threadIdx.x; i < elements; i += blockDim.x)
    segment[i] = first + i < n ? s.in[first + i] : 0;
  __syncthreads();
  int from = 0;
  for (int distance = 1; distance < elements; distance *= 2) {
    for (int i = threadIdx.x; i < elements; i += blockDim.x) {
      const T below = i < distance ? 0 : segment[from * elements + i - distance];
      segment[(1 - from) * elements + i] = segment[from * elements + i] + below;
    }
    __syncthreads();
    from = 1 - from;
  }
  for (int i = threadIdx.x; i < elements; i += blockDim.x)
    if (first + i < n) s.out[first + i] = segment[from * elements + i];
  if (sums != nullptr && threadIdx.x == 0)
    sums[blockIdx.x] = segment[from * elements + elements - 1];
}

template <class T>
void launch_hillis_steele(const Scan<T>& s, const LaunchShapes& followed, Stream stream) {
  T* const no_sums = nullptr;
  for (const LaunchShape& shape : followed)
    launch(hillis_steele<T>, flat(shape), stream, s, no_sums);
}

template <class T>
__global__ void blelloch(Scan<T> s) {
  T* const segment = scratch<T>();  // [spread_elements]
  const auto at = [&](int i) -> T& { return segment[ScanBlocks::place<T>(i)]; };
  const auto add_pairs = [&](int distance, int ends) {
    const int pairs = ScanBlocks::pairs(distance, ends);
    for (int pair = threadIdx.x; pair < pairs; pair += blockDim.x) {
      const int left = ScanBlocks::left(pair, distance, ends);
      at(left + distance) += at(left);
    }
    __syncthreads();
  };
  const auto n = static_cast<std::int64_t>(s.n);
  const std::int64_t first = std::int64_t{blockIdx.x} * elements;
  for (int i = threadIdx.x; i < elements; i += blockDim.x)
    at(i) = first + i < n ? s.in[first + i] : 0;
  __syncthreads();
#pragma unroll
  for (int distance = 1; distance < elements; distance *= 2) add_pairs(distance, 1);
#pragma unroll
  for (int distance = elements / 4; distance > 0; distance /= 2) add_pairs(distance, 2);
  for (int i = threadIdx.x; i < elements; i += blockDim.x)
    if (first + i < n) s.out[first + i] = at(i);
}

template <class T>
__global__ void add_sums(T* out, std::int64_t n, const T* sums) {
  const std::int64_t i = elements + index_in_range();
  if (i < n) out[i] += sums[i / elements - 1];
}

/// The blocks' sums, by level.
template <class T>
using Levels = std::vector<std::shared_ptr<T>>;

/// Kokkos launches a scan for each level from the first to the last, then adds the sums level by
/// level in reverse order.
template <class T>
void scan_array(const Scan<T>& s, const Levels<T>& levels, std::size_t level,
                const LaunchShapes& followed, Stream stream) {
  T* const sums = level < levels.size() ? levels[level].get() : nullptr;
  launch(hillis_steele<T>, flat(followed[level]), stream, s, sums);
  if (sums == nullptr) return;
  scan_array(Scan<T>{sums, sums, ScanBlocks::count(s.n)}, levels, level + 1, followed, stream);
  const LaunchShape& shape = followed[followed.size() - 1 - level];
  launch(add_sums<T>, flat(shape), stream, s.out, static_cast<std::int64_t>(s.n),
         static_cast<const T*>(sums));
}

template <class T>
auto two_pass(const Scan<T>& s, const LaunchShapes& followed, Stream stream) {
  Levels<T> levels;
  ScanBlocks::for_each_level(s.n,
                             [&](std::size_t sums) { levels.push_back(device_memory<T>(sums)); });
  return [=] {
    if (s.n > 0 && followed.size() == 2 * levels.size() + 1)
      scan_array(s, levels, 0, followed, stream);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("scan/warp", nested(warp<T, std::int64_t>));
    controls.add_respelled("scan/warp", nested(warp<T, int>));
    controls.add("scan/block_hillis_steele", launch_hillis_steele<T>);
    controls.add("scan/block_blelloch", flat(blelloch<T>));
    controls.add_prepared("scan/two_pass", two_pass<T>);
  });
}

}  // namespace tilebridge::cuda::loops::scan_experiment
