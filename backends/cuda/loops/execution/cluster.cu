// SPDX-License-Identifier: Apache-2.0
// A sum, a histogram and an exchange by independent blocks, in loops of their threads.
#include <cstdint>

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/loops/loops.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/execution/cluster.hpp"

namespace tilebridge::cuda::loops::cluster_experiment {
namespace {

using Word = std::uint32_t;

void clear(Word* words, std::size_t count, Stream stream) {
  check(cudaMemsetAsync(words, 0, count * sizeof(Word), stream), "clearing the result");
}

constexpr int block_size = ClusterSum::block_size;

/// A thread's part of the sum of a block's words, whose indices have 64 bits and begin at the
/// array.
struct In64Bits {
  static __device__ Word part(const ClusterSum& s, std::int64_t first) {
    const std::int64_t n = s.n;
    Word sum = 0;
    for (int t = threadIdx.x; t < block_size; t += blockDim.x)
      if (first + t < n) sum += s.in[first + t];
    return sum;
  }
};

/// The respelled control's indices have 32 bits and begin at the block's first word.
struct In32Bits {
  static __device__ Word part(const ClusterSum& s, std::int64_t first) {
    const Word* words = s.in + first;
    const std::int64_t left = static_cast<std::int64_t>(s.n) - first;
    const int count = left < block_size ? static_cast<int>(left) : block_size;
    Word sum = 0;
    for (int t = threadIdx.x; t < count; t += blockDim.x) sum += words[t];
    return sum;
  }
};

template <class Counted>
__global__ void reduce_blocks(ClusterSum s) {
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * block_size;
  const Word sum = block_sum<block_size>(Counted::part(s, first));
  if (threadIdx.x == 0) atomicAdd(s.result, sum);
}

// The launches that controls follow may begin with a kernel that clears the result.

template <class Counted>
void launch_reduce_blocks(const ClusterSum& s, const LaunchShapes& followed, Stream stream) {
  clear(s.result, 1, stream);
  if (s.n > 0 && !followed.empty())
    launch(reduce_blocks<Counted>, flat(followed.back()), stream, s);
}

/// A block counts `share` words.
__global__ void histogram_blocks(ClusterHistogram h, std::int64_t share) {
  Word* counts = scratch<Word>();  // [bins]
  const std::int64_t first = static_cast<int>(blockIdx.x) * share, n = h.n;
  const std::int64_t last = first + share < n ? first + share : n;
  for (int bin = threadIdx.x; bin < h.bins; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();
  for (std::int64_t i = first + threadIdx.x; i < last; i += blockDim.x)
    atomicAdd(&counts[h.in[i]], 1U);
  __syncthreads();
  for (int bin = threadIdx.x; bin < h.bins; bin += blockDim.x)
    atomicAdd(&h.counts[bin], counts[bin]);
}

void launch_histogram_blocks(const ClusterHistogram& h, const LaunchShapes& followed,
                             Stream stream) {
  clear(h.counts, h.bins, stream);
  if (h.n == 0 || followed.empty()) return;
  const LaunchShape shape = flat(followed.back());
  const std::int64_t n = h.n, blocks = shape.grid[0];
  launch(histogram_blocks, shape, stream, h, (n + blocks - 1) / blocks);
}

/// `from` holds `sent` words, `to` as many as are stored.
__global__ void exchange_once(ClusterExchange e, const Word* from, std::size_t sent, Word* to,
                              std::int64_t stored) {
  const std::int64_t thread = index_in_range();
  if (thread >= stored) return;
  const auto i = static_cast<std::size_t>(thread);
  const std::size_t sender = ClusterExchange::sender(i);
  const Word received = sender < sent ? from[sender] : 0;
  to[i] = received + (i < e.n ? e.in[i] : 0);
}

auto prepare_exchange_blocks(const ClusterExchange& e, const LaunchShapes& followed,
                             Stream stream) {
  const std::size_t padded = e.padded();
  return [e, followed, stream, padded, even = device_memory<Word>(padded),
          odd = device_memory<Word>(padded)] {
    const Word* from = e.in;
    std::size_t sent = e.n;
    for (std::size_t round = 0; round < followed.size(); ++round) {
      const bool is_last = round + 1 == followed.size();
      Word* const to = is_last ? e.out : (round % 2 == 0 ? even : odd).get();
      const std::int64_t stored = is_last ? e.n : padded;
      launch(exchange_once, flat(followed[round]), stream, e, from, sent, to, stored);
      from = to;
      sent = padded;
    }
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("cluster/reduce_blocks", launch_reduce_blocks<In64Bits>);
  controls.add("cluster/histogram_blocks", launch_histogram_blocks);
  controls.add_prepared("cluster/exchange_blocks", prepare_exchange_blocks);
  controls.add_respelled("cluster/reduce_blocks", launch_reduce_blocks<In32Bits>);
}

}  // namespace tilebridge::cuda::loops::cluster_experiment
