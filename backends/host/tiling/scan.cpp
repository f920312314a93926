// SPDX-License-Identifier: Apache-2.0
// Inclusive scans as on a GPU, in segments whose elements are those of an array.
#include "catalogue/tiling/scan.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "backends/host/native.hpp"

namespace tilebridge::host::scan_experiment {
namespace {

template <class T, std::size_t size>
using Segment = std::array<T, size>;

/// Elements beyond the last segment's end are zero.
template <class T, std::size_t size>
Segment<T, size> load(const Scan<T>& s, std::size_t first) {
  Segment<T, size> segment = {};
  std::copy_n(s.in + first, std::min(size, s.n - first), segment.begin());
  return segment;
}

template <class T, std::size_t size>
void store(const Scan<T>& s, std::size_t first, const Segment<T, size>& segment) {
  std::copy_n(segment.begin(), std::min(size, s.n - first), s.out + first);
}

/// In each step every element adds the element 1, 2, 4, … places below.
template <class T, std::size_t size>
void hillis_steele(Segment<T, size>& segment) {
  for (std::size_t distance = 1; distance < size; distance *= 2) {
    const Segment<T, size> before = segment;
    for (std::size_t i = distance; i < size; ++i) segment[i] = before[i] + before[i - distance];
  }
}

template <std::size_t size, class T, void (*scan)(Segment<T, size>&)>
void scan_segments(const Scan<T>& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < s.n; first += size) {
    Segment<T, size> segment = load<T, size>(s, first);
    scan(segment);
    store(s, first, segment);
  }
}

constexpr std::size_t elements = ScanBlocks::elements;

/// Adds pairs of elements up a tree of sums, and down again.
template <class T>
void blelloch(Segment<T, elements>& segment) {
  for (std::size_t distance = 1; distance < elements; distance *= 2)
    for (std::size_t left = distance - 1; left + distance < elements; left += 2 * distance)
      segment[left + distance] += segment[left];
  for (std::size_t distance = elements / 4; distance > 0; distance /= 2)
    for (std::size_t left = 2 * distance - 1; left + distance < elements; left += 2 * distance)
      segment[left + distance] += segment[left];
}

/// The blocks' sums, by level.
template <class T>
using Levels = std::vector<std::vector<T>>;

/// Scans the blocks, then their sums in the same way, and adds the scanned sums to the blocks.
template <class T>
void scan_array(const Scan<T>& s, Levels<T>& levels, std::size_t level, Threads threads) {
  T* const sums = level < levels.size() ? levels[level].data() : nullptr;
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < s.n; first += elements) {
    Segment<T, elements> segment = load<T, elements>(s, first);
    hillis_steele(segment);
    store(s, first, segment);
    if (sums != nullptr) sums[first / elements] = segment.back();
  }
  if (sums == nullptr) return;
  scan_array(Scan<T>{sums, sums, levels[level].size()}, levels, level + 1, threads);
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = elements; i < s.n; ++i) s.out[i] += sums[i / elements - 1];
}

template <class T>
auto two_pass(const Scan<T>& s, Threads threads) {
  Levels<T> levels;
  ScanBlocks::for_each_level(s.n, [&](std::size_t sums) { levels.emplace_back(sums); });
  return [s, threads, levels]() mutable { scan_array(s, levels, 0, threads); };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    constexpr std::size_t lanes = ScanBlocks::lanes;
    native.add("scan/warp", scan_segments<lanes, T, hillis_steele<T, lanes>>);
    native.add("scan/block_hillis_steele", scan_segments<elements, T, hillis_steele<T, elements>>);
    native.add("scan/block_blelloch", scan_segments<elements, T, blelloch<T>>);
    native.add_prepared("scan/two_pass", two_pass<T>);
  });
}

}  // namespace tilebridge::host::scan_experiment
