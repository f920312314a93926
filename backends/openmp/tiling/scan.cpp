// SPDX-License-Identifier: Apache-2.0
// Inclusive scans of 1024 elements per team of 256 threads in shared memory, by index.
#include "catalogue/tiling/scan.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::scan_experiment {
namespace {

constexpr int threads = ScanBlocks::threads;
constexpr int elements = ScanBlocks::elements;
constexpr int per_thread = ScanBlocks::per_thread;

template <class T>
void hillis_steele_by_index(const Scan<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t n = s.n;
  const int teams = ceil_div(n, elements);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(threads) is_device_ptr(in, out)
#pragma omp parallel num_threads(threads)
  {
    [[clang::loader_uninitialized]] static T segment[2][elements];  // __shared__
#pragma omp allocate(segment) allocator(omp_pteam_mem_alloc)

    const int thread = omp_get_thread_num();
    const std::size_t first = omp_get_team_num() * std::size_t{elements};
    for (int k = 0; k < per_thread; ++k) {
      const int i = k * threads + thread;
      segment[0][i] = first + i < n ? in[first + i] : 0;
    }
#pragma omp barrier
    int from = 0;
    for (int distance = 1; distance < elements; distance *= 2) {
      for (int k = 0; k < per_thread; ++k) {
        const int i = k * threads + thread;
        const T below = i < distance ? 0 : segment[from][i - distance];
        segment[1 - from][i] = segment[from][i] + below;
      }
#pragma omp barrier
      from = 1 - from;
    }
    for (int k = 0; k < per_thread; ++k) {
      const int i = k * threads + thread;
      if (first + i < n) out[first + i] = segment[from][i];
    }
  }
}

/// If the loops over distances were not unrolled, every thread would divide in every step.
template <class T>
void blelloch_by_index(const Scan<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t n = s.n;
  const int teams = ceil_div(n, elements);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(threads) is_device_ptr(in, out)
#pragma omp parallel num_threads(threads)
  {
    [[clang::loader_uninitialized]] static T segment[ScanBlocks::spread_elements<T>];  // __shared__
#pragma omp allocate(segment) allocator(omp_pteam_mem_alloc)

    const int thread = omp_get_thread_num();
    const std::size_t first = omp_get_team_num() * std::size_t{elements};
    const auto at = [&](int i) -> T& { return segment[ScanBlocks::place<T>(i)]; };
    const auto add_pairs = [&](int distance, int ends) {
      const int pairs = ScanBlocks::pairs(distance, ends);
      for (int k = 0; k * threads < pairs; ++k) {
        const int pair = k * threads + thread;
        const int left = ScanBlocks::left(pair, distance, ends);
        if (pair < pairs) at(left + distance) += at(left);
      }
#pragma omp barrier
    };

    for (int k = 0; k < per_thread; ++k) {
      const int i = k * threads + thread;
      at(i) = first + i < n ? in[first + i] : 0;
    }
#pragma omp barrier
#pragma unroll
    for (int distance = 1; distance < elements; distance *= 2) add_pairs(distance, 1);
#pragma unroll
    for (int distance = elements / 4; distance > 0; distance /= 2) add_pairs(distance, 2);
    for (int k = 0; k < per_thread; ++k) {
      const int i = k * threads + thread;
      if (first + i < n) out[first + i] = at(i);
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  if (openmp.on_host()) return;
  const OpenmpKernels by_index = openmp.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    by_index.add("scan/block_hillis_steele", hillis_steele_by_index<T>);
    by_index.add("scan/block_blelloch", blelloch_by_index<T>);
  });
}

}  // namespace tilebridge::openmp::scan_experiment
