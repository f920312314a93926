// SPDX-License-Identifier: Apache-2.0
// A row per thread or per group of lanes, from compressed sparse rows or from slices of 32 rows; or
// blocks with equal shares of rows and entries together (even_shares).
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/coalescing/spmv.hpp"

namespace tilebridge::cuda::spmv_experiment {
namespace {

constexpr int block_size = CsrProduct<float>::block_size;

template <class T>
__global__ void csr_thread(CsrProduct<T> a) {
  const int row = blockIdx.x * block_size + threadIdx.x;
  if (row >= a.rows) return;
  const int end = a.offsets[row + 1];
  T sum = 0;
  for (int k = a.offsets[row]; k < end; ++k) sum += a.values[k] * a.x[a.columns[k]];
  a.y[row] = sum;
}

template <int lanes, class T>
__global__ void csr_lanes(CsrProduct<T> a) {
  const int row = blockIdx.x * (block_size / lanes) + threadIdx.x / lanes;
  const int lane = threadIdx.x % lanes;
  T sum = 0;
  if (row < a.rows) {
    const int end = a.offsets[row + 1];
    for (int k = a.offsets[row] + lane; k < end; k += lanes) sum += a.values[k] * a.x[a.columns[k]];
  }
  sum = warp_sum<lanes>(sum);  // lanes without a row take part, too
  if (row < a.rows && lane == 0) a.y[row] = sum;
}

template <class T>
__global__ void sliced_ell(EllProduct<T> a) {
  constexpr int slice_rows = EllProduct<T>::slice_rows;
  const int row = blockIdx.x * block_size + threadIdx.x;
  if (row >= a.rows) return;
  const int slice = row / slice_rows;
  const std::int64_t end = a.slices[slice + 1];
  T sum = 0;
  for (std::int64_t k = a.slices[slice] + row % slice_rows; k < end; k += slice_rows)
    sum += a.values[k] * a.x[a.columns[k]];
  a.y[row] = sum;
}

template <auto kernel, int lanes, class Product>
void launch(const Product& a, Stream stream) {
  constexpr int rows_per_block = block_size / lanes;
  if (a.rows > 0) kernel<<<ceil_div(a.rows, rows_per_block), block_size, 0, stream>>>(a);
}

constexpr int threads = SpmvShares::threads;
constexpr unsigned all_lanes = 0xffffffff;

using Begin = SpmvShares::Begin;
using Range = SpmvShares::Range;
using Share = SpmvShares::Share;

template <class T>
using Carry = SpmvShares::Carry<T>;

/// Finds where each share begins, and where the last one ends.
__global__ void plan_shares(const int* offsets, int rows, int entries, int blocks, Begin* begins) {
  const int block = blockIdx.x * threads + threadIdx.x;
  if (block <= blocks) begins[block] = SpmvShares::begin(offsets, rows, entries, block);
}

/// Loads `count` elements at once that no other block will need: they are the first to leave the
/// caches, which so keep more of x.
template <int count, class E>
__device__ void load_once(const E* from, E* to) {
  constexpr int bytes = count * sizeof(E);
  using Words = std::conditional_t<bytes == sizeof(int4), int4,
                                   std::conditional_t<bytes == sizeof(int2), int2, int>>;
  const Words words = __ldcs(reinterpret_cast<const Words*>(from));
  memcpy(to, &words, bytes);
}

/// A thread's entries of a share, in packs that are `threads` packs apart. Beyond the share's end
/// they are zeros of column 0.
template <class T>
struct ThreadEntries {
  static constexpr int width = pack_width<T>;
  static constexpr int packs = SpmvShares::each / width;

  Pack<int, width> columns[packs] = {};
  Pack<T> values[packs] = {};

  static __device__ int pack(int k) { return k * threads + threadIdx.x; }

  /// Loads the entries from `first`, which begins a pack, to `last`. No load waits for another.
  template <int at_once>
  __device__ void load(const CsrProduct<T>& a, int first, int last) {
#pragma unroll
    for (int k = 0; k < packs; ++k)
#pragma unroll
      for (int j = 0; j < width; j += at_once) {
        const int entry = first + pack(k) * width + j;
        if (entry >= last) continue;
        load_once<at_once>(a.columns + entry, columns[k].values + j);
        load_once<at_once>(a.values + entry, values[k].values + j);
      }
  }

  /// Stores the products. No load of x waits for another.
  __device__ void multiply(const T* x, Pack<T>* products) {
#pragma unroll
    for (int k = 0; k < packs; ++k)
#pragma unroll
      for (int j = 0; j < width; ++j) values[k].values[j] *= x[columns[k].values[j]];
#pragma unroll
    for (int k = 0; k < packs; ++k) products[pack(k)] = values[k];
  }
};

/// Every `lanes`-th product of the range, from the lane's own one on.
template <class T>
__device__ T sum_of_lane(const T* products, const Range& range, int lane, int lanes) {
  T sum = 0;
  for (int k = range.begin + lane; k < range.end; k += lanes) sum += products[k];
  return sum;
}

/// The sum over each group of `lanes` lanes, in all of them. Every lane of the warp must call it.
template <class T>
__device__ T sum_of_group(T value, int lanes) {
  for (int distance = lanes / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(all_lanes, value, distance);
  return value;
}

/// Replaces the sums of ranges with more than `longest` products, of which the first lane of each
/// group of `lanes` has one: the whole warp sums one after another. Every lane must call it.
template <class T>
__device__ void sum_long_ranges(const T* products, const Range& range, int lanes, int longest,
                                T& sum) {
  if (!__any_sync(all_lanes, range.count() > longest)) return;
  const int lane = threadIdx.x % warp_size;
  for (int source = 0; source < warp_size; source += lanes) {
    const Range row = {__shfl_sync(all_lanes, range.begin, source),
                       __shfl_sync(all_lanes, range.end, source)};
    if (row.count() <= longest) continue;
    const T total = sum_of_group(sum_of_lane(products, row, lane, warp_size), warp_size);
    if (lane == source) sum = total;
  }
}

/// Sums as many rows at a time as there are threads for. `next` is the range of the thread's first
/// row; the range of every later one is loaded before the row before it is summed.
template <class T>
__device__ void sum_rows(const CsrProduct<T>& a, const Share& share, int log, Range next,
                         const T* products, Carry<T>* carry) {
  constexpr int most_per_lane = 32;  // products; the whole warp sums longer rows
  const int lanes = 1 << log;
  const int longest = most_per_lane * lanes;
  const int lane = threadIdx.x % lanes;
  for (int first = share.first_row(); first < share.end.row; first += threads >> log) {
    const int row = first + (threadIdx.x >> log);
    const Range range = next;
    next = share.products_of(a.offsets, row + (threads >> log));
    T sum = range.count() > longest ? T{0} : sum_of_lane(products, range, lane, lanes);
    sum = sum_of_group(sum, lanes);
    sum_long_ranges(products, range, lanes, longest, sum);
    if (row >= share.end.row || lane > 0) continue;
    if (row < share.begin.row)
      *carry = {sum, row};
    else
      a.y[row] = sum;
  }
}

template <class T>
constexpr int blocks_wanted = blocks_held(std::min(SpmvShares::blocks_wanted<T>,
                                                   most_resident_threads / threads),
                                          SpmvShares::products * sizeof(T));

/// Loads whatever does not depend on the products before the block waits for them.
template <class T>
__global__ void __launch_bounds__(threads, blocks_wanted<T>)
    even_shares(CsrProduct<T> a, const Begin* begins, Carry<T>* carries) {
  constexpr int width = pack_width<T>;
  __shared__ Pack<T> packs[SpmvShares::products / width];

  const Begin begin = begins[blockIdx.x];
  const Share share = {begin, begins[blockIdx.x + 1], begin.entry / width * width};
  ThreadEntries<T> entries;
  if (share.first_product <= a.entries - SpmvShares::products)
    entries.template load<width>(a, share.first_product, share.end.entry);
  else
    entries.template load<1>(a, share.first_product,
                             share.end.entry);  // the last pack may be short
  const int log = SpmvShares::log_of_lanes(share.end.row - share.first_row());
  const Range range = share.products_of(a.offsets, share.first_row() + (threadIdx.x >> log));
  entries.multiply(a.x, packs);
  __syncthreads();
  sum_rows(a, share, log, range, reinterpret_cast<const T*>(packs), carries + blockIdx.x);
}

/// Every block but the first has a sum to carry.
template <class T>
__global__ void add_carries(const Carry<T>* carries, int blocks, T* y) {
  const int block = blockIdx.x * threads + threadIdx.x + 1;
  if (block < blocks) atomicAdd(&y[carries[block].row], carries[block].sum);
}

/// The plan depends on the matrix alone, which is multiplied many times: it is made once.
template <class T>
auto prepare_even_shares(const CsrProduct<T>& a, Stream stream) {
  const int blocks = SpmvShares::blocks(a.rows, a.entries);
  const auto begins = device_memory<Begin>(blocks + 1);
  plan_shares<<<ceil_div(blocks + 1, threads), threads, 0, stream>>>(a.offsets, a.rows, a.entries,
                                                                     blocks, begins.get());
  return [=, carries = device_memory<Carry<T>>(blocks)] {
    if (blocks == 0) return;
    even_shares<<<blocks, threads, 0, stream>>>(a, begins.get(), carries.get());
    if (blocks > 1)
      add_carries<<<ceil_div(blocks - 1, threads), threads, 0, stream>>>(carries.get(), blocks,
                                                                         a.y);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("spmv/csr_thread", launch<csr_thread<T>, 1, CsrProduct<T>>);
    native.add("spmv/csr_lanes_4", launch<csr_lanes<4, T>, 4, CsrProduct<T>>);
    native.add("spmv/csr_lanes_8", launch<csr_lanes<8, T>, 8, CsrProduct<T>>);
    native.add("spmv/csr_warp", launch<csr_lanes<32, T>, 32, CsrProduct<T>>);
    native.add("spmv/sliced_ell", launch<sliced_ell<T>, 1, EllProduct<T>>);
    native.add_prepared("spmv/even_shares", prepare_even_shares<T>);
  });
}

}  // namespace tilebridge::cuda::spmv_experiment
