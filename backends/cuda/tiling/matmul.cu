// SPDX-License-Identifier: Apache-2.0
// One or more elements of C per thread; the variants differ in where they read rows of A and
// columns of B, in how the next ones are brought there, and in the units that multiply.
#include "backends/cuda/async_copies.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "backends/cuda/tensor_maps.hpp"
#include "backends/instructions/tensor_product.hpp"
#include "catalogue/tiling/matmul.hpp"

namespace tilebridge::cuda::matmul_experiment {
namespace {

template <class T, int block>
__global__ void direct(Matmul<T> p) {
  const int row = blockIdx.y * block + threadIdx.y;
  const int column = blockIdx.x * block + threadIdx.x;
  if (row >= p.m || column >= p.n) return;
  T sum = 0;
  for (int i = 0; i < p.k; ++i) sum += p.a[at(row, i, p.k)] * p.b[at(i, column, p.n)];
  p.c[at(row, column, p.n)] = sum;
}

template <class T, int tile>
__global__ void tiled(Matmul<T> p) {
  __shared__ T a[tile][tile];
  __shared__ T b[tile][tile];

  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  T sum = 0;
  for (int first = 0; first < p.k; first += tile) {
    const int a_column = first + threadIdx.x;
    const int b_row = first + threadIdx.y;
    const bool in_a = row < p.m && a_column < p.k;
    const bool in_b = b_row < p.k && column < p.n;
    a[threadIdx.y][threadIdx.x] = in_a ? p.a[at(row, a_column, p.k)] : 0;
    b[threadIdx.y][threadIdx.x] = in_b ? p.b[at(b_row, column, p.n)] : 0;
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();  // all reads must finish before the next tiles are stored
  }
  if (row < p.m && column < p.n) p.c[at(row, column, p.n)] = sum;
}

/// Starts copying one element of each tile per thread, if there are any: columns of A and rows of B
/// from `first` on, with zeros beyond the edges.
template <class T, int tile>
__device__ void start(const Matmul<T>& p, int first, T (&a)[tile][tile], T (&b)[tile][tile]) {
  if (first >= p.k) return;
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  const int a_column = first + threadIdx.x;
  const int b_row = first + threadIdx.y;
  const bool in_a = row < p.m && a_column < p.k;
  const bool in_b = b_row < p.k && column < p.n;
  copy_async(&a[threadIdx.y][threadIdx.x], p.a + at(row, a_column, p.k), in_a);
  copy_async(&b[threadIdx.y][threadIdx.x], p.b + at(b_row, column, p.n), in_b);
  end_of_copies();
}

/// Differs from `tiled`: the next tiles arrive while these are used, with one barrier per tile.
template <class T, int tile>
__global__ void tiled_ahead(Matmul<T> p) {
  alignas(16) __shared__ T a[2][tile][tile];
  alignas(16) __shared__ T b[2][tile][tile];

  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  T sum = 0;
  int turn = 0;
  start(p, 0, a[turn], b[turn]);
  for (int first = 0; first < p.k; first += tile) {
    wait_for_copies<0>();
    __syncthreads();  // these tiles are complete, the tiles before have been used
    start(p, first + tile, a[1 - turn], b[1 - turn]);
    for (int i = 0; i < tile; ++i) sum += a[turn][threadIdx.y][i] * b[turn][i][threadIdx.x];
    turn = 1 - turn;
  }
  if (row < p.m && column < p.n) p.c[at(row, column, p.n)] = sum;
}

template <class T, int tile>
struct Tiles {
  alignas(box_alignment) T a[tile][tile];
  alignas(box_alignment) T b[tile][tile];
};

/// Has one thread start copying a tile of A and one of B, if there are any: columns of A and rows
/// of B from `first` on. Zeros arrive beyond the edges.
template <class T, int tile>
__device__ void start_boxes(const TensorMap& a, const TensorMap& b, int k, int first,
                            Tiles<T, tile>& tiles, Arrivals& arrivals) {
  if (threadIdx.x + threadIdx.y > 0 || first >= k) return;
  arrivals.expect(sizeof(tiles));
  start_box(tiles.a, a, first, blockIdx.y * tile, arrivals);
  start_box(tiles.b, b, blockIdx.x * tile, first, arrivals);
}

/// Differs from `tiled_ahead`: one thread has the copy engine fetch the tiles.
template <class T, int tile>
__global__ void tiled_by_tma(const GRID_CONSTANT TensorMap a, const GRID_CONSTANT TensorMap b,
                             Matmul<T> p) {
  __shared__ Tiles<T, tile> tiles[2];
  __shared__ Arrivals arrivals[2];

  if (threadIdx.x < 2 && threadIdx.y == 0) arrivals[threadIdx.x].begin();
  __syncthreads();
  start_boxes(a, b, p.k, 0, tiles[0], arrivals[0]);
  T sum = 0;
  unsigned before = 0;  // tiles that have been used
  for (int first = 0; first < p.k; first += tile, ++before) {
    const unsigned turn = before % 2, next = 1 - turn;
    arrivals[turn].wait(before / 2);
    before_bulk_copies();
    __syncthreads();  // the tiles before have been used
    start_boxes(a, b, p.k, first + tile, tiles[next], arrivals[next]);
    for (int i = 0; i < tile; ++i)
      sum += tiles[turn].a[threadIdx.y][i] * tiles[turn].b[i][threadIdx.x];
  }
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  if (row < p.m && column < p.n) p.c[at(row, column, p.n)] = sum;
}

template <class T, int tile>
auto prepare_tiled_by_tma(const Matmul<T>& p, Stream stream) {
  const auto kernel = tiled_by_tma<T, tile>;
  check_bulk_copies(kernel);
  const TensorMap a = tensor_map<T>(p.a, {p.k, p.m}, {tile, tile});
  const TensorMap b = tensor_map<T>(p.b, {p.n, p.k}, {tile, tile});
  const dim3 blocks(ceil_div(p.n, tile), ceil_div(p.m, tile));
  return [=] {
    if (p.m > 0 && p.n > 0) kernel<<<blocks, dim3(tile, tile), 0, stream>>>(a, b, p);
  };
}

template <class T, void (*kernel)(Matmul<T>), int block>
void launch(const Matmul<T>& p, Stream stream) {
  const dim3 blocks(ceil_div(p.n, block), ceil_div(p.m, block));
  if (p.m > 0 && p.n > 0) kernel<<<blocks, dim3(block, block), 0, stream>>>(p);
}

template <class T, int tile>
auto prepare_tiled_ahead(const Matmul<T>& p, Stream stream) {
  check_async_copies(tiled_ahead<T, tile>);
  return [=] { launch<T, tiled_ahead<T, tile>, tile>(p, stream); };
}

/// C, or the matrix that the blocks of a part store instead, after those of the parts before.
template <class T>
__device__ Matmul<T> own_part(Matmul<T> p) {
  p.c += at(p.m, 0, p.n) * blockIdx.z;
  return p;
}

/// Columns of A, transposed, and rows of B that a block has in shared memory at a time.
template <class T, class Tile>
struct Stage {
  Pack<T> a[Tile::depth][Tile::pitch / Tile::vector];
  Pack<T> b[Tile::depth][Tile::columns / Tile::vector];
};

/// A thread's share of the next stage, on its way through registers. Rows and columns beyond C's
/// edges repeat the last one: their products are never stored.
template <class T, class Tile, int width>
class Share {
 public:
  __device__ Share(const Matmul<T>& p, int first) : row_of_b_(p.n) {
#pragma unroll
    for (int i = 0; i < a_packs; ++i) {
      const int row = min(blockIdx.y * Tile::rows + a_row(i), p.m - 1);
      a_from_[i] = p.a + at(row, first + a_column(i), p.k);
    }
    const int column = min(blockIdx.x * Tile::columns + b_column(), p.n - width);
    b_from_ = p.b + at(first + b_row(0), column, p.n);
  }

  /// The next `depth` columns of A and rows of B, with zeros where a stage extends beyond them; a
  /// `whole` stage does not.
  template <bool whole>
  __device__ void load(int depth) {
#pragma unroll
    for (int i = 0; i < a_packs; ++i) {
      a_[i] = whole || a_column(i) < depth ? pack_at(a_from_[i]) : Pack<T, width>{};
      a_from_[i] += depth;
    }
#pragma unroll
    for (int i = 0; i < b_packs; ++i) {
      b_[i] = whole || b_row(i) < depth ? pack_at(b_from_ + at(b_row(i) - b_row(0), 0, row_of_b_))
                                        : Pack<T, width>{};
    }
    b_from_ += at(depth, 0, row_of_b_);
  }

  __device__ void store(Stage<T, Tile>& stage) const {
#pragma unroll
    for (int i = 0; i < a_packs; ++i)
#pragma unroll
      for (int e = 0; e < width; ++e)
        reinterpret_cast<T*>(stage.a[a_column(i) + e])[a_row(i)] = a_[i].values[e];
#pragma unroll
    for (int i = 0; i < b_packs; ++i)
      reinterpret_cast<Pack<T, width>*>(stage.b[b_row(i)])[b_column() / width] = b_[i];
  }

 private:
  static constexpr int a_packs = Tile::rows * Tile::depth / width / Tile::threads;
  static constexpr int b_packs = Tile::columns * Tile::depth / width / Tile::threads;

  static __device__ const Pack<T, width>& pack_at(const T* p) {
    return *reinterpret_cast<const Pack<T, width>*>(p);
  }

  // Position of the thread's pack i in the tiles. A block reads A slab by slab.
  static constexpr int row_packs = Tile::slab / width;
  static constexpr int slab_packs = row_packs * Tile::rows;
  static __device__ unsigned pack(int i) { return threadIdx.x + i * Tile::threads; }
  static __device__ int a_row(int i) { return pack(i) / row_packs % Tile::rows; }
  static __device__ int a_column(int i) {
    return pack(i) / slab_packs * Tile::slab + pack(i) % row_packs * width;
  }
  // B is read in whole rows: all packs of a thread lie in the same columns.
  static constexpr int across = Tile::columns / width;
  static_assert(Tile::threads % across == 0);
  static __device__ int b_row(int i) { return threadIdx.x / across + i * (Tile::threads / across); }
  static __device__ int b_column() { return threadIdx.x % across * width; }

  const T* a_from_[a_packs];
  const T* b_from_;
  int row_of_b_;  // in elements
  Pack<T, width> a_[a_packs];
  Pack<T, width> b_[b_packs];
};

/// The elements of C that a thread keeps in registers.
template <class T, class Tile>
class Sums {
 public:
  /// A Pack of A's column i is used for one row of sums after another, a Pack of B's row for one
  /// column after another.
  __device__ void add_products(const Stage<T, Tile>& stage) {
#pragma unroll
    for (int i = 0; i < Tile::depth; ++i) {
      Pack<T> a[Tile::thread_rows / Tile::vector];
      Pack<T> b[Tile::thread_columns / Tile::vector];
#pragma unroll
      for (int q = 0; q < Tile::thread_rows / Tile::vector; ++q)
        a[q] = stage.a[i][row(q * Tile::vector) / Tile::vector];
#pragma unroll
      for (int q = 0; q < Tile::thread_columns / Tile::vector; ++q)
        b[q] = stage.b[i][column(q * Tile::vector) / Tile::vector];
#pragma unroll
      for (int y = 0; y < Tile::thread_rows; ++y)
#pragma unroll
        for (int x = 0; x < Tile::thread_columns; ++x)
          sum_[y][x] += a[y / Tile::vector].values[y % Tile::vector] *
                        b[x / Tile::vector].values[x % Tile::vector];
    }
  }

  template <int width>
  __device__ void store(const Matmul<T>& p) const {
#pragma unroll
    for (int y = 0; y < Tile::thread_rows; ++y)
#pragma unroll
      for (int x = 0; x < Tile::thread_columns; x += width) {
        const int c_row = blockIdx.y * Tile::rows + row(y);
        const int c_column = blockIdx.x * Tile::columns + column(x);
        if (c_row < p.m && c_column < p.n)
          *reinterpret_cast<Pack<T, width>*>(p.c + at(c_row, c_column, p.n)) =
              *reinterpret_cast<const Pack<T, width>*>(&sum_[y][x]);
      }
  }

 private:
  // Position in the block's tile of the thread's row y and column x.
  static __device__ int row(int y) {
    const int lane_row = Tile::lane_row(lane());
    return warp() % Tile::warps_down * Tile::warp_rows +
           (y / Tile::vector * Tile::lanes_down + lane_row) * Tile::vector + y % Tile::vector;
  }
  static __device__ int column(int x) {
    const int lane_column = Tile::lane_column(lane());
    return warp() / Tile::warps_down * Tile::warp_columns +
           (x / Tile::vector * Tile::lanes_across + lane_column) * Tile::vector + x % Tile::vector;
  }
  static __device__ unsigned lane() { return threadIdx.x % Tile::lanes; }
  static __device__ unsigned warp() { return threadIdx.x / Tile::lanes; }

  alignas(Pack<T>) T sum_[Tile::thread_rows][Tile::thread_columns] = {};  // stored as Packs
};

/// The next stage is loaded while the products of the current one are accumulated. The loads are
/// placed before the barrier: the compiler would sink them to their uses, but not across a barrier.
/// The first stage is the one that may be partial, so that the loads in the loop need no condition.
template <class T, class Tile, int width>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    register_tile(Matmul<T> p, int length) {
  __shared__ Stage<T, Tile> stages[2];

  const Products products(p.k, blockIdx.z, length);
  Share<T, Tile, width> share(p, products.first);
  Sums<T, Tile> sums;
  const int left_over = products.count > 0 ? (products.count - 1) % Tile::depth + 1 : 0;
  share.template load<false>(left_over);
  share.store(stages[0]);
  int stage = 0;
  for (int done = left_over; done < products.count; done += Tile::depth) {
    share.template load<true>(Tile::depth);
    __syncthreads();
    sums.add_products(stages[stage]);
    stage ^= 1;
    share.store(stages[stage]);
  }
  __syncthreads();
  sums.add_products(stages[stage]);
  sums.template store<width>(own_part(p));
}

template <class Tile, int width>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    tensor_tile(Matmul<double> p, int length) {
  extern __shared__ double2 memory[];
  auto* const stages = reinterpret_cast<instructions::Stage<Tile>*>(memory);
  const int row = blockIdx.y * Tile::rows, column = blockIdx.x * Tile::columns;
  const Products products(p.k, blockIdx.z, length);
  instructions::multiply<Tile, width>(own_part(p), products, row, column, threadIdx.x, stages);
}

template <class T, int width>
__global__ void add_parts(const Pack<T, width>* parts, int count, std::size_t packs,
                          Pack<T, width>* c) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i >= packs) return;
  Pack<T, width> sum = parts[i];
  for (int part = 1; part < count; ++part) {
    const Pack<T, width> next = parts[part * packs + i];
#pragma unroll
    for (int e = 0; e < width; ++e) sum.values[e] += next.values[e];
  }
  c[i] = sum;
}

/// A launch by kernel(product, parts' length) of `bytes` of dynamic shared memory. The results of
/// several parts are kept one after another until they are added.
template <class Tile, class T, int width>
auto in_parts(void (*kernel)(Matmul<T>, int), std::size_t bytes, const Matmul<T>& p,
              Stream stream) {
  using PackOfC = Pack<T, width>;
  const Parts parts = Parts::of<Tile>(p.m, p.n, p.k, multiprocessors());
  const std::size_t elements = at(p.m, 0, p.n), packs = elements / width;
  const auto memory = parts.count > 1 ? device_memory<T>(parts.count * elements) : nullptr;
  const dim3 blocks(ceil_div(p.n, Tile::columns), ceil_div(p.m, Tile::rows), parts.count);
  return [=] {
    if (elements == 0) return;
    Matmul<T> product = p;
    if (memory != nullptr) product.c = memory.get();
    kernel<<<blocks, Tile::threads, bytes, stream>>>(product, parts.length);
    if (memory == nullptr) return;
    constexpr int threads = 256;
    add_parts<T, width><<<ceil_div(packs, threads), threads, 0, stream>>>(
        reinterpret_cast<const PackOfC*>(memory.get()), parts.count, packs,
        reinterpret_cast<PackOfC*>(p.c));
  };
}

/// Uses vector loads if rows begin on a 16-byte boundary, and loads of single elements otherwise.
template <class T, class Tile>
kernels::PreparedLaunch prepare_register_tile(const Matmul<T>& p, Stream stream) {
  constexpr int width = pack_width<T>;
  if (p.n % width == 0 && p.k % width == 0)
    return in_parts<Tile, T, width>(register_tile<T, Tile, width>, 0, p, stream);
  return in_parts<Tile, T, 1>(register_tile<T, Tile, 1>, 0, p, stream);
}

template <class Tile, int width>
kernels::PreparedLaunch tensor_tile_in_parts(const Matmul<double>& p, Stream stream) {
  constexpr std::size_t bytes = Tile::stages * sizeof(instructions::Stage<Tile>);
  const auto kernel = tensor_tile<Tile, width>;
  check_async_copies(kernel);
  allow_shared_memory(kernel, bytes);
  return in_parts<Tile, double, width>(kernel, bytes, p, stream);
}

/// Copies two elements at once if rows begin on a 16-byte boundary, and single ones otherwise.
template <class Tile>
kernels::PreparedLaunch prepare_tensor_tile(const Matmul<double>& p, Stream stream) {
  const bool aligned = p.n % 2 == 0 && p.k % 2 == 0;
  return aligned ? tensor_tile_in_parts<Tile, 2>(p, stream)
                 : tensor_tile_in_parts<Tile, 1>(p, stream);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("matmul/tensor_tile64", prepare_tensor_tile<instructions::TensorTile64>);
  native.add_prepared("matmul/tensor_tile128", prepare_tensor_tile<instructions::TensorTile128>);
  kernels::for_types<float, double>([&]<class T>() {
    native.add("matmul/direct", launch<T, direct<T, 16>, 16>);
    native.add("matmul/tile16", launch<T, tiled<T, 16>, 16>);
    native.add("matmul/tile32", launch<T, tiled<T, 32>, 32>);
    native.add_prepared("matmul/cp_async_double", prepare_tiled_ahead<T, 32>);
    native.add_prepared("matmul/tma_double", prepare_tiled_by_tma<T, 32>);
    native.add_prepared("matmul/register_tile64", prepare_register_tile<T, RegisterTile64<T>>);
    native.add_prepared("matmul/register_tile128", prepare_register_tile<T, RegisterTile128<T>>);
  });
}

}  // namespace tilebridge::cuda::matmul_experiment
