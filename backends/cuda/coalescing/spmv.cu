// SPDX-License-Identifier: Apache-2.0
// A row per thread or per group of lanes, from compressed sparse rows or from slices of 32 rows; or
// as many entries per block, whatever rows they are of (even_shares).
#include <cstdint>

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
constexpr int share = SpmvShares::share;

template <class T>
using Carry = SpmvShares::Carry<T>;

/// Finds the last rows that begin before the entries `first` and `last`, row 0 where none does.
/// Half of a block's threads search for each. In every pass, the rows that remain are divided among
/// these threads, and one of them finds the row among its own.
template <class T>
__device__ int2 rows_before(const CsrProduct<T>& a, int first, int last) {
  constexpr int searchers = threads / 2;
  __shared__ int found[2];

  const int which = threadIdx.x / searchers;
  const int searcher = threadIdx.x % searchers;
  const int entry = which == 0 ? first : last;
  if (searcher == 0) found[which] = 0;
  for (int rows = a.rows; rows > 1;) {
    rows = (rows + searchers - 1) / searchers;
    __syncthreads();
    const int begin = min(found[which] + searcher * rows, a.rows);
    const int end = min(begin + rows, a.rows);
    __syncthreads();  // all threads have read what one of them replaces
    if (a.offsets[begin] < entry && entry <= a.offsets[end]) found[which] = begin;
  }
  __syncthreads();
  return make_int2(found[0], found[1]);
}

/// Stores a whole share's products, from entry `first` on. All loads of a kind are in flight at
/// once.
template <class T>
__device__ void multiply_vectors(const CsrProduct<T>& a, int first, Pack<T>* products) {
  constexpr int width = pack_width<T>;
  constexpr int packs = SpmvShares::each / width;
  const auto* columns = reinterpret_cast<const Pack<int, width>*>(a.columns + first);
  const auto* values = reinterpret_cast<const Pack<T>*>(a.values + first);
  Pack<int, width> from[packs];
  Pack<T> product[packs];
#pragma unroll
  for (int k = 0; k < packs; ++k) {
    from[k] = columns[k * threads + threadIdx.x];
    product[k] = values[k * threads + threadIdx.x];
  }
#pragma unroll
  for (int k = 0; k < packs; ++k)
#pragma unroll
    for (int j = 0; j < width; ++j) product[k].values[j] *= a.x[from[k].values[j]];
#pragma unroll
  for (int k = 0; k < packs; ++k) products[k * threads + threadIdx.x] = product[k];
}

/// Stores the products of the last share, which may be shorter than the others.
template <class T>
__device__ void multiply_each(const CsrProduct<T>& a, int first, int last, T* products) {
  for (int k = first + threadIdx.x; k < last; k += threads)
    products[k - first] = a.values[k] * a.x[a.columns[k]];
}

/// Returns the logarithm of the lanes per row, of which there are at most 32, and no more than the
/// grid has threads for.
__device__ int log_of_lanes(int rows) {
  int log = 0;
  while (log < 5 && rows << (log + 1) <= threads) ++log;
  return log;
}

template <class T>
__global__ void even_shares(CsrProduct<T> a, Carry<T>* carries) {
  __shared__ Pack<T> packs[share / pack_width<T>];
  T* products = reinterpret_cast<T*>(packs);

  const int first = blockIdx.x * share;
  const int last = min(first + share, a.entries);
  if (last - first == share)
    multiply_vectors(a, first, packs);
  else
    multiply_each(a, first, last, products);
  const int2 before = rows_before(a, first, last);  // its barriers are for the products, too

  // The last block also sums the rows without entries at the end.
  const int rows_end = last == a.entries ? a.rows : before.y + 1;
  const int log = log_of_lanes(rows_end - before.x);
  const int lanes = 1 << log;
  const int lane = threadIdx.x % lanes;
  for (int first_row = before.x; first_row < rows_end; first_row += threads >> log) {
    const int row = first_row + (threadIdx.x >> log);
    T sum = 0;
    if (row < rows_end) {
      const int begin = max(a.offsets[row], first) - first;
      const int end = min(a.offsets[row + 1], last) - first;
      for (int k = begin + lane; k < end; k += lanes) sum += products[k];
    }
    for (int distance = lanes / 2; distance > 0; distance /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, distance, lanes);
    if (row >= rows_end || lane > 0) continue;
    if (row == before.x && first > 0)
      carries[blockIdx.x] = {sum, row};
    else
      a.y[row] = sum;
  }
}

/// Every block but the first has a sum to carry.
template <class T>
__global__ void add_carries(const Carry<T>* carries, int blocks, T* y) {
  const int block = blockIdx.x * threads + threadIdx.x + 1;
  if (block < blocks) atomicAdd(&y[carries[block].row], carries[block].sum);
}

template <class T>
auto prepare_even_shares(const CsrProduct<T>& a, Stream stream) {
  const int blocks = SpmvShares::blocks(a.entries);
  return [=, carries = device_memory<Carry<T>>(blocks)] {
    if (a.rows == 0) return;
    even_shares<<<blocks, threads, 0, stream>>>(a, carries.get());
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
