// SPDX-License-Identifier: Apache-2.0
// Inclusive scans of 1024 elements per team of 256 threads in shared memory. OpenMP has no scan
// over teams.
#include "catalogue/tiling/scan.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::scan_experiment {
namespace {

constexpr int threads = ScanBlocks::threads;
constexpr int elements = ScanBlocks::elements;

template <class T>
void hillis_steele(const Scan<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t n = s.n;
#pragma omp target teams distribute thread_limit(threads) is_device_ptr(in, out)
  for (std::size_t first = 0; first < n; first += elements) {
    T segment[2][elements];  // __shared__
#pragma omp allocate(segment) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for
    for (int i = 0; i < elements; ++i) segment[0][i] = first + i < n ? in[first + i] : 0;
    int from = 0;
    for (int distance = 1; distance < elements; distance *= 2) {
#pragma omp parallel for firstprivate(from, distance)
      for (int i = 0; i < elements; ++i) {
        const T below = i < distance ? 0 : segment[from][i - distance];
        segment[1 - from][i] = segment[from][i] + below;
      }
      from = 1 - from;
    }
#pragma omp parallel for firstprivate(from)
    for (int i = 0; i < elements; ++i)
      if (first + i < n) out[first + i] = segment[from][i];
  }
}

/// Adds pairs of elements up a tree of sums, and down again.
template <class T>
void blelloch(const Scan<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t n = s.n;
#pragma omp target teams distribute thread_limit(threads) is_device_ptr(in, out)
  for (std::size_t first = 0; first < n; first += elements) {
    T segment[ScanBlocks::spread_elements<T>];  // __shared__
#pragma omp allocate(segment) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for
    for (int i = 0; i < elements; ++i)
      segment[ScanBlocks::place<T>(i)] = first + i < n ? in[first + i] : 0;
    for (int distance = 1; distance < elements; distance *= 2) {
#pragma omp parallel for firstprivate(distance)
      for (int pair = 0; pair < ScanBlocks::pairs(distance, 1); ++pair) {
        const int left = ScanBlocks::left(pair, distance, 1);
        segment[ScanBlocks::place<T>(left + distance)] += segment[ScanBlocks::place<T>(left)];
      }
    }
    for (int distance = elements / 4; distance > 0; distance /= 2) {
#pragma omp parallel for firstprivate(distance)
      for (int pair = 0; pair < ScanBlocks::pairs(distance, 2); ++pair) {
        const int left = ScanBlocks::left(pair, distance, 2);
        segment[ScanBlocks::place<T>(left + distance)] += segment[ScanBlocks::place<T>(left)];
      }
    }
#pragma omp parallel for
    for (int i = 0; i < elements; ++i)
      if (first + i < n) out[first + i] = segment[ScanBlocks::place<T>(i)];
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("scan/block_hillis_steele", hillis_steele<T>);
    openmp.add("scan/block_blelloch", blelloch<T>);
  });
}

}  // namespace tilebridge::openmp::teams::scan_experiment
