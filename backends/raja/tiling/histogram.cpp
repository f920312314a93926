// SPDX-License-Identifier: Apache-2.0
// One atomic per byte; the variants differ in where the bins are stored.
#include "catalogue/tiling/histogram.hpp"

#include <omp.h>

#include <algorithm>

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::histogram_experiment {
namespace {

constexpr int bins = Histogram::bins;
constexpr int word_size = Histogram::word_size;
constexpr int block_size = Histogram::block_size;

/// Calls count_byte(byte) for each byte of a word.
template <class CountByte>
RAJA_HOST_DEVICE void for_each_byte(std::uint32_t word, const CountByte& count_byte) {
  for (int k = 0; k < word_size; ++k) count_byte((word >> 8 * k) % bins);
}

/// The bytes as words, and those that do not fill one.
struct Words {
  RAJA::Index_type count, rest_count;
  Vector<const std::uint32_t> in;
  Vector<const unsigned char> rest;

  explicit Words(const Histogram& h)
      : count(h.n / word_size),
        rest_count(h.n % word_size),
        in(reinterpret_cast<const std::uint32_t*>(h.in), count),
        rest(h.in + count * word_size, rest_count) {}
};

template <class Resource>
void global_atomic(const Histogram& h, Resource resource) {
  const Words words(h);
  const Vector<std::uint32_t> counts(h.counts, bins);
  resource.memset(h.counts, 0, bins * sizeof(std::uint32_t));
  RAJA::forall<Forall<Resource>>(resource,
                                 RAJA::RangeSegment(0, std::max(words.count, words.rest_count)),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
                                   const auto add_one = [&](std::uint32_t byte) {
                                     RAJA::atomicAdd<RAJA::auto_atomic>(&counts(byte), 1U);
                                   };
                                   if (i < words.count) for_each_byte(words.in(i), add_one);
                                   if (i < words.rest_count) add_one(words.rest(i));
                                 });
}

/// Returns as many teams as run at a time, and no more than have a word per thread.
template <class Resource>
int teams_for(std::size_t bytes) {
  std::size_t resident = omp_get_max_threads();
#ifdef RAJA_ENABLE_CUDA
  const cudaDeviceProp& gpu = RAJA::cuda::device_prop();
  if (!is_host<Resource>)
    resident = gpu.multiProcessorCount * (gpu.maxThreadsPerMultiProcessor / block_size);
#endif
  return std::min<std::size_t>(ceil_div(bytes, block_size * word_size), resident);
}

/// Each team has a contiguous share of the words.
template <class Resource>
void block_private(const Histogram& h, Resource resource) {
  const Words words(h);
  const Vector<std::uint32_t> counts(h.counts, bins);
  const Range teams(0, teams_for<Resource>(h.n));
  const RAJA::Index_type share = h.n > 0 ? (words.count + teams.size() - 1) / teams.size() : 0;
  resource.memset(h.counts, 0, bins * sizeof(std::uint32_t));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(teams.size(), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Teams>(ctx, teams, [&](int team) {
          RAJA_TEAM_SHARED std::uint32_t team_counts[bins];
          const auto add_one = [&](std::uint32_t byte) {
            RAJA::atomicAdd<RAJA::auto_atomic>(&team_counts[byte], 1U);
          };
          const RAJA::Index_type first = team * share < words.count ? team * share : words.count;
          const RAJA::Index_type last = first + share < words.count ? first + share : words.count;
          const RAJA::RangeSegment rest(0, team == 0 ? words.rest_count : 0);

          RAJA::loop<ThreadsXLoop<block_size>>(ctx, Range(0, bins),
                                               [&](int bin) { team_counts[bin] = 0; });
          ctx.teamSync();  // __syncthreads()
          RAJA::loop<ThreadsXLoop<block_size>>(
              ctx, RAJA::RangeSegment(first, last),
              [&](RAJA::Index_type i) { for_each_byte(words.in(i), add_one); });
          RAJA::loop<ThreadsX<block_size>>(ctx, rest,
                                           [&](RAJA::Index_type i) { add_one(words.rest(i)); });
          ctx.teamSync();
          RAJA::loop<ThreadsXLoop<block_size>>(ctx, Range(0, bins), [&](int bin) {
            RAJA::atomicAdd<RAJA::auto_atomic>(&counts(bin), team_counts[bin]);
          });
        });
      });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  raja.add("histogram/global_atomic", global_atomic<Resource>);
  raja.add("histogram/block_private", block_private<Resource>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::histogram_experiment
