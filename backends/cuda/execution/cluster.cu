// SPDX-License-Identifier: Apache-2.0
// A sum, a histogram and an exchange, by independent blocks and by clusters of blocks that access
// each other's shared memory.

#include "backends/cuda/clusters.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/sums.hpp"
#include "base/error.hpp"
#include "catalogue/execution/cluster.hpp"

namespace tilebridge::cuda::cluster_experiment {
namespace {

using Word = std::uint32_t;

/// The sum of a block's words, in thread 0; a thread beyond the end contributes 0.
__device__ Word sum_of_block(const ClusterSum& s) {
  const std::size_t i = blockIdx.x * std::size_t{ClusterSum::block_size} + threadIdx.x;
  return block_sum<ClusterSum::block_size>(i < s.n ? s.in[i] : Word{0});
}

void clear(Word* words, std::size_t count, Stream stream) {
  check(cudaMemsetAsync(words, 0, count * sizeof(Word), stream), "clearing the result");
}

__device__ void reduce_in_cluster(const ClusterSum& s) {
  __shared__ Word block_total;

  const Word sum = sum_of_block(s);
  if (threadIdx.x == 0) block_total = sum;
  Cluster::sync();  // every block's total has been written
  if (Cluster::block_rank() == 0 && threadIdx.x < warp_size) {
    const int block = threadIdx.x;
    const Word total =
        warp_sum(block < cluster_size ? *Cluster::map_shared_rank(&block_total, block) : Word{0});
    if (block == 0) atomicAdd(s.result, total);
  }
  Cluster::sync();  // no block exits while its total is being read
}

template <void (*kernel)(ClusterSum)>
auto prepare_reduce(const ClusterSum& s, Stream stream) {
  check_clusters(kernel);
  return [s, stream] {
    clear(s.result, 1, stream);
    if (s.n > 0)
      launch_clusters(kernel, ceil_div(s.n, ClusterSum::block_size), ClusterSum::block_size, 0, s,
                      stream);
  };
}

__global__ void reduce(ClusterSum s) { reduce_in_cluster(s); }

/// At least one block per SM, and at most 8 per cluster: a launch with more would fail.
__global__ void CLUSTER_BOUNDS(ClusterSum::block_size, 1, cluster_size)
    reduce_bounded(ClusterSum s) {
  reduce_in_cluster(s);
}

__global__ void reduce_blocks(ClusterSum s) {
  const Word sum = sum_of_block(s);
  if (threadIdx.x == 0) atomicAdd(s.result, sum);
}

void launch_reduce_blocks(const ClusterSum& s, Stream stream) {
  constexpr int block_size = ClusterSum::block_size;
  clear(s.result, 1, stream);
  if (s.n > 0) reduce_blocks<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s);
}

constexpr int counting_threads = ClusterHistogram::block_size;

/// Calls count(bin) for each of this thread's words, which are one grid size apart.
template <class Count>
__device__ void for_each_bin(const ClusterHistogram& h, const Count& count) {
  const std::size_t grid_size = gridDim.x * std::size_t{counting_threads};
  for (std::size_t i = blockIdx.x * std::size_t{counting_threads} + threadIdx.x; i < h.n;
       i += grid_size)
    count(h.in[i]);
}

static_assert(ClusterHistogram::cluster_size == cluster_size);

/// Bin b is word b / 8 of block b mod 8.
__global__ void histogram(ClusterHistogram h) {
  extern __shared__ Word counts[];

  const int first = Cluster::block_rank();
  for (int bin = threadIdx.x; bin * cluster_size + first < h.bins; bin += counting_threads)
    counts[bin] = 0;
  Cluster::sync();  // all blocks have started and their counts are 0
  for_each_bin(h, [&](Word bin) {
    Word* const block_counts = Cluster::map_shared_rank(counts, bin % cluster_size);
    atomicAdd(&block_counts[bin / cluster_size], 1);
  });
  Cluster::sync();  // all have counted: from here on each block uses only its own counts
  for (int bin = threadIdx.x; bin * cluster_size + first < h.bins; bin += counting_threads)
    atomicAdd(&h.counts[bin * cluster_size + first], counts[bin]);
}

auto prepare_histogram(const ClusterHistogram& h, Stream stream) {
  const std::size_t bytes = ceil_div(h.bins, cluster_size) * sizeof(Word);
  check_clusters(histogram);
  allow_shared_memory(histogram, bytes);
  return [h, stream, bytes, blocks = h.blocks(resident_threads())] {
    clear(h.counts, h.bins, stream);
    if (h.n > 0) launch_clusters(histogram, blocks, counting_threads, bytes, h, stream);
  };
}

__global__ void histogram_blocks(ClusterHistogram h) {
  extern __shared__ Word counts[];

  for (int bin = threadIdx.x; bin < h.bins; bin += counting_threads) counts[bin] = 0;
  __syncthreads();
  for_each_bin(h, [&](Word bin) { atomicAdd(&counts[bin], 1); });
  __syncthreads();
  for (int bin = threadIdx.x; bin < h.bins; bin += counting_threads)
    atomicAdd(&h.counts[bin], counts[bin]);
}

auto prepare_histogram_blocks(const ClusterHistogram& h, Stream stream) {
  const std::size_t bytes = h.bins * sizeof(Word);
  allow_shared_memory(histogram_blocks, bytes);
  return [h, stream, bytes, blocks = h.blocks(resident_threads())] {
    clear(h.counts, h.bins, stream);
    if (h.n > 0) histogram_blocks<<<blocks, counting_threads, bytes, stream>>>(h);
  };
}

constexpr int exchanging_threads = ClusterExchange::block_size;
static_assert(ClusterExchange::cluster_size == cluster_size);

/// Index of a thread's word.
__device__ std::size_t own_word() {
  return blockIdx.x * std::size_t{exchanging_threads} + threadIdx.x;
}

template <void (*kernel)(ClusterExchange)>
auto prepare_exchange(const ClusterExchange& e, Stream stream) {
  check_clusters(kernel);
  return [e, stream] {
    if (e.n > 0)
      launch_clusters(kernel, ceil_div(e.n, exchanging_threads), exchanging_threads, 0, e, stream);
  };
}

__global__ void exchange(ClusterExchange e) {
  __shared__ Word received[2][exchanging_threads];  // by turns: one barrier per round suffices

  const std::size_t i = own_word();
  const Word own = i < e.n ? e.in[i] : 0;
  Word value = own;
  const int next = (Cluster::block_rank() + 1) % cluster_size;
  Cluster::sync();  // all blocks have started, so there is shared memory to store to
  for (int round = 0; round < ClusterExchange::rounds; ++round) {
    Word* const words = received[round % 2];
    Cluster::map_shared_rank(words, next)[threadIdx.x] = value;
    Cluster::sync();  // this round's words have arrived, those of the round before were read
    value = words[threadIdx.x] + own;
  }
  if (i < e.n) e.out[i] = value;
}

__global__ void exchange_read(ClusterExchange e) {
  __shared__ Word sent[2][exchanging_threads];

  const std::size_t i = own_word();
  const Word own = i < e.n ? e.in[i] : 0;
  Word value = own;
  const int previous = (Cluster::block_rank() + cluster_size - 1) % cluster_size;
  for (int round = 0; round < ClusterExchange::rounds; ++round) {
    Word* const words = sent[round % 2];
    words[threadIdx.x] = value;
    Cluster::sync();
    value = Cluster::map_shared_rank(words, previous)[threadIdx.x] + own;
  }
  Cluster::sync();  // no block exits while its words are being read
  if (i < e.n) e.out[i] = value;
}

/// `from` holds n words, `to` as many as are stored.
__global__ void exchange_once(ClusterExchange e, const Word* from, std::size_t n, Word* to,
                              std::size_t stored) {
  const std::size_t i = own_word();
  if (i >= stored) return;
  const unsigned rank = blockIdx.x % cluster_size;
  const std::size_t block = blockIdx.x - rank + (rank + cluster_size - 1) % cluster_size;
  const std::size_t sender = block * exchanging_threads + threadIdx.x;
  const Word received = sender < n ? from[sender] : 0;
  const Word own = i < e.n ? e.in[i] : 0;
  to[i] = received + own;
}

auto prepare_exchange_blocks(const ClusterExchange& e, Stream stream) {
  const std::size_t padded = e.padded();
  return
      [e, stream, padded, even = device_memory<Word>(padded), odd = device_memory<Word>(padded)] {
        const Word* from = e.in;
        std::size_t n = e.n;
        for (int round = 0; round < ClusterExchange::rounds && e.n > 0; ++round) {
          const bool is_last = round == ClusterExchange::rounds - 1;
          Word* const to = is_last ? e.out : (round % 2 == 0 ? even : odd).get();
          const std::size_t stored = is_last ? e.n : padded;
          const std::size_t blocks = ceil_div(stored, exchanging_threads);
          exchange_once<<<blocks, exchanging_threads, 0, stream>>>(e, from, n, to, stored);
          from = to;
          n = padded;
        }
      };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("cluster/reduce", prepare_reduce<reduce>);
  native.add_prepared("cluster/reduce_bounded", prepare_reduce<reduce_bounded>);
  native.add("cluster/reduce_blocks", launch_reduce_blocks);
  native.add_prepared("cluster/histogram", prepare_histogram);
  native.add_prepared("cluster/histogram_blocks", prepare_histogram_blocks);
  native.add_prepared("cluster/exchange", prepare_exchange<exchange>);
  native.add_prepared("cluster/exchange_read", prepare_exchange<exchange_read>);
  native.add_prepared("cluster/exchange_blocks", prepare_exchange_blocks);
}

}  // namespace tilebridge::cuda::cluster_experiment
