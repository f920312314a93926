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

/// The elements of a scan, from the first of a warp's segment on.
template <class T, class Index>
struct Segment {
  const T* in;
  T* out;
  Index first, n;
};

/// Counts in 64 bits from the array's first element on. The respelled control counts in 32 bits
/// from the segment's.
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

/// The place of element i in shared memory: those a power of two apart are spread over the banks.
template <class T>
__device__ unsigned place(unsigned i) {
  return i + i / ScanBlocks::spare_after<T>;
}

template <class T>
__global__ void blelloch(Scan<T> s) {
  T* const segment = scratch<T>();  // [spread_elements]
  const auto at = [&](int i) -> T& { return segment[place<T>(i)]; };
  const auto n = static_cast<std::int64_t>(s.n);
  const std::int64_t first = std::int64_t{blockIdx.x} * elements;
  for (int i = threadIdx.x; i < elements; i += blockDim.x)
    at(i) = first + i < n ? s.in[first + i] : 0;
  __syncthreads();
#pragma unroll
  for (int distance = 1; distance < elements; distance *= 2) {
    for (int pair = threadIdx.x; pair < elements / (2 * distance); pair += blockDim.x) {
      const int left = (2 * pair + 1) * distance - 1;
      at(left + distance) += at(left);
    }
    __syncthreads();
  }
#pragma unroll
  for (int distance = elements / 4; distance > 0; distance /= 2) {
    for (int pair = threadIdx.x; pair < elements / (2 * distance) - 1; pair += blockDim.x) {
      const int left = (2 * pair + 2) * distance - 1;
      at(left + distance) += at(left);
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < elements; i += blockDim.x)
    if (first + i < n) s.out[first + i] = at(i);
}

template <class T>
__global__ void add_sums(T* out, std::int64_t n, const T* sums) {
  const std::int64_t i = elements + index_in_range();
  if (i < n) out[i] += sums[i / elements - 1];
}

/// The sums of one level's blocks, after those of the level before.
template <class T>
using Levels = std::vector<std::shared_ptr<T>>;

/// Kokkos scans the levels from the first on, and adds their sums from the last but one on.
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
  for (const std::size_t count : ScanBlocks::sums(s.n)) levels.push_back(device_memory<T>(count));
  return [=] {
    if (s.n > 0 && followed.size() == 2 * levels.size() + 1)
      scan_array(s, levels, 0, followed, stream);
  };
}

template <class T>
void add_of(Controls controls) {
  controls.add("scan/warp", nested(warp<T, std::int64_t>));
  controls.add_respelled("scan/warp", nested(warp<T, int>));
  controls.add("scan/block_hillis_steele", launch_hillis_steele<T>);
  controls.add("scan/block_blelloch", flat(blelloch<T>));
  controls.add_prepared("scan/two_pass", two_pass<T>);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(Controls(native));
  add_of<double>(Controls(native));
}

}  // namespace tilebridge::cuda::loops::scan_experiment
