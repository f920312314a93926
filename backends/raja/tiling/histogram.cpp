// SPDX-License-Identifier: Apache-2.0
// One atomic per byte; the variants differ in where the bins are stored. By index, threads count
// one byte at a time, one grid size apart.
#include "catalogue/tiling/histogram.hpp"

#include <omp.h>

#include <algorithm>

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::histogram_experiment {
namespace {

// [*]
constexpr int bins = Histogram::bins;

// [global_atomic]
template <class Resource>
void global_atomic(const Histogram& h, Resource resource) {
  const Vector<const unsigned char> in(h.in, h.n);
  const Vector<std::uint32_t> counts(h.counts, bins);
  resource.memset(h.counts, 0, bins * sizeof(std::uint32_t));
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, h.n),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
                                   RAJA::atomicAdd<RAJA::auto_atomic>(&counts(in(i)), 1U);
                                 });
}

// [block_private, global_atomic by index, block_private by index]
constexpr int block_size = 256;

/// Returns as many teams as run at a time, and no more than have a byte per thread.
template <class Resource>
int teams_for(std::size_t bytes) {
  std::size_t resident = omp_get_max_threads();
#ifdef RAJA_ENABLE_CUDA
  const cudaDeviceProp& gpu = RAJA::cuda::device_prop();
  if (!is_host<Resource>)
    resident = gpu.multiProcessorCount * (gpu.maxThreadsPerMultiProcessor / block_size);
#endif
  return std::min<std::size_t>(ceil_div(bytes, block_size), resident);
}

// [block_private]
/// Each team has a contiguous share.
template <class Resource>
void block_private(const Histogram& h, Resource resource) {
  const Vector<const unsigned char> in(h.in, h.n);
  const Vector<std::uint32_t> counts(h.counts, bins);
  const Range teams(0, teams_for<Resource>(h.n));
  const RAJA::Index_type n = h.n;
  const RAJA::Index_type share = n > 0 ? (n + teams.size() - 1) / teams.size() : 0;
  resource.memset(h.counts, 0, bins * sizeof(std::uint32_t));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(teams.size(), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Teams>(ctx, teams, [&](int team) {
          RAJA_TEAM_SHARED std::uint32_t team_counts[bins];
          const RAJA::Index_type first = team * share < n ? team * share : n;
          const RAJA::Index_type last = first + share < n ? first + share : n;

          RAJA::loop<ThreadsXLoop<block_size>>(ctx, Range(0, bins),
                                               [&](int bin) { team_counts[bin] = 0; });
          ctx.teamSync();  // __syncthreads()
          RAJA::loop<ThreadsXLoop<block_size>>(
              ctx, RAJA::RangeSegment(first, last), [&](RAJA::Index_type i) {
                RAJA::atomicAdd<RAJA::auto_atomic>(&team_counts[in(i)], 1U);
              });
          ctx.teamSync();
          RAJA::loop<ThreadsXLoop<block_size>>(ctx, Range(0, bins), [&](int bin) {
            RAJA::atomicAdd<RAJA::auto_atomic>(&counts(bin), team_counts[bin]);
          });
        });
      });
}

// [/]

}  // namespace

// Kernels by block and thread index. Their names hide those in ranges above.
namespace by_index {
namespace {

// [global_atomic by index]
template <class Resource>
void global_atomic(const Histogram& h, Resource resource) {
  const Range blocks(0, teams_for<Resource>(h.n));
  resource.memset(h.counts, 0, bins * sizeof(std::uint32_t));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(blocks.size(), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        const std::size_t grid_size = blocks.size() * std::size_t{block_size};
        RAJA::loop<Block>(ctx, blocks, [&](int block) {
          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            for (std::size_t i = block * std::size_t{block_size} + thread; i < h.n; i += grid_size)
              RAJA::atomicAdd<RAJA::auto_atomic>(&h.counts[h.in[i]], 1U);
          });
        });
      });
}

// [block_private by index]
template <class Resource>
void block_private(const Histogram& h, Resource resource) {
  static_assert(block_size == bins, "a thread clears and adds up one bin");
  const Range blocks(0, teams_for<Resource>(h.n));
  resource.memset(h.counts, 0, bins * sizeof(std::uint32_t));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(blocks.size(), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        const std::size_t grid_size = blocks.size() * std::size_t{block_size};
        RAJA::loop<Block>(ctx, blocks, [&](int block) {
          RAJA_TEAM_SHARED std::uint32_t counts[bins];

          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size),
                                          [&](int thread) { counts[thread] = 0; });
          ctx.teamSync();
          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            for (std::size_t i = block * std::size_t{block_size} + thread; i < h.n; i += grid_size)
              RAJA::atomicAdd<RAJA::auto_atomic>(&counts[h.in[i]], 1U);
          });
          ctx.teamSync();
          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            RAJA::atomicAdd<RAJA::auto_atomic>(&h.counts[thread], counts[thread]);
          });
        });
      });
}

// [/]

template <class Resource>
void add_kernels(RajaKernels<Resource>& raja) {
  auto by_index = raja.in(Form::indices);
  by_index.add("histogram/global_atomic", global_atomic<Resource>);
  by_index.add("histogram/block_private", block_private<Resource>);
}

}  // namespace
}  // namespace by_index

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  raja.add("histogram/global_atomic", global_atomic<Resource>);
  raja.add("histogram/block_private", block_private<Resource>);
  by_index::add_kernels(raja);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::histogram_experiment
