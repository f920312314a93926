// SPDX-License-Identifier: Apache-2.0
// Inclusive scans: of 32 elements per warp, of 1024 per block, of all by a scan of the blocks and
// of their sums (two_pass), or of all in one pass (look_back).
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/tiling/scan.hpp"

namespace tilebridge::cuda::scan_experiment {
namespace {

constexpr int threads = ScanBlocks::threads;

/// Sums the values of this lane and of the lanes below. Every lane must call it; with fewer `lanes`
/// than a warp has, each group of that many lanes has sums of its own.
template <int lanes, class T>
__device__ T scan_of_lanes(T value) {
  const int lane = threadIdx.x % lanes;
#pragma unroll
  for (int distance = 1; distance < lanes; distance *= 2) {
    const T below = __shfl_up_sync(0xffffffff, value, distance, lanes);
    if (lane >= distance) value += below;
  }
  return value;
}

template <class T>
__global__ void warp(Scan<T> s) {
  const std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x;
  const T sum = scan_of_lanes<ScanBlocks::lanes>(i < s.n ? s.in[i] : 0);
  if (i < s.n) s.out[i] = sum;
}

constexpr int elements = ScanBlocks::elements;
constexpr int per_thread = ScanBlocks::per_thread;

/// Scans each block's segment. The blocks' sums go to `sums`, unless that is null.
template <class T>
__global__ void hillis_steele(Scan<T> s, T* sums) {
  __shared__ T segment[2][elements];

  const std::size_t first = blockIdx.x * std::size_t{elements};
  for (int k = 0; k < per_thread; ++k) {
    const int i = k * threads + threadIdx.x;
    segment[0][i] = first + i < s.n ? s.in[first + i] : 0;
  }
  __syncthreads();
  int from = 0;
  for (int distance = 1; distance < elements; distance *= 2) {
    for (int k = 0; k < per_thread; ++k) {
      const int i = k * threads + threadIdx.x;
      const T below = i < distance ? 0 : segment[from][i - distance];
      segment[1 - from][i] = segment[from][i] + below;
    }
    __syncthreads();
    from = 1 - from;
  }
  for (int k = 0; k < per_thread; ++k) {
    const int i = k * threads + threadIdx.x;
    if (first + i < s.n) s.out[first + i] = segment[from][i];
  }
  if (sums != nullptr && threadIdx.x == 0) sums[blockIdx.x] = segment[from][elements - 1];
}

template <class T>
void launch_hillis_steele(const Scan<T>& s, Stream stream) {
  T* const no_sums = nullptr;
  if (s.n > 0) hillis_steele<<<ScanBlocks::count(s.n), threads, 0, stream>>>(s, no_sums);
}

/// If the loops over distances were not unrolled, every thread would divide in every step.
template <class T>
__global__ void blelloch(Scan<T> s) {
  __shared__ T segment[ScanBlocks::spread_elements<T>];
  const auto at = [&](int i) -> T& { return segment[ScanBlocks::place<T>(i)]; };
  const auto add_pairs = [&](int distance, int ends) {
    const int pairs = ScanBlocks::pairs(distance, ends);
    for (int k = 0; k * threads < pairs; ++k) {
      const int pair = k * threads + threadIdx.x;
      const int left = ScanBlocks::left(pair, distance, ends);
      if (pair < pairs) at(left + distance) += at(left);
    }
    __syncthreads();
  };

  const std::size_t first = blockIdx.x * std::size_t{elements};
  for (int k = 0; k < per_thread; ++k) {
    const int i = k * threads + threadIdx.x;
    at(i) = first + i < s.n ? s.in[first + i] : 0;
  }
  __syncthreads();
#pragma unroll
  for (int distance = 1; distance < elements; distance *= 2) add_pairs(distance, 1);
#pragma unroll
  for (int distance = elements / 4; distance > 0; distance /= 2) add_pairs(distance, 2);
  for (int k = 0; k < per_thread; ++k) {
    const int i = k * threads + threadIdx.x;
    if (first + i < s.n) s.out[first + i] = at(i);
  }
}

template <class T, void (*kernel)(Scan<T>), int elements_of_block>
void launch(const Scan<T>& s, Stream stream) {
  if (s.n > 0) kernel<<<ceil_div(s.n, elements_of_block), threads, 0, stream>>>(s);
}

/// Adds to every element after the first block's the sum of all blocks before its own.
template <class T>
__global__ void add_sums(T* out, std::size_t n, const T* sums) {
  const std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x + elements;
  if (i < n) out[i] += sums[i / elements - 1];
}

/// The blocks' sums, by level.
template <class T>
using Levels = std::vector<std::shared_ptr<T>>;

/// Scans the blocks, then their sums in the same way, and adds the scanned sums to the blocks.
template <class T>
void scan_array(const Scan<T>& s, const Levels<T>& levels, std::size_t level, Stream stream) {
  const std::size_t blocks = ScanBlocks::count(s.n);
  T* const sums = level < levels.size() ? levels[level].get() : nullptr;
  hillis_steele<<<blocks, threads, 0, stream>>>(s, sums);
  if (sums == nullptr) return;
  scan_array(Scan<T>{sums, sums, blocks}, levels, level + 1, stream);
  add_sums<<<ceil_div(s.n - elements, threads), threads, 0, stream>>>(s.out, s.n, sums);
}

template <class T>
auto two_pass(const Scan<T>& s, Stream stream) {
  Levels<T> levels;
  ScanBlocks::for_each_level(s.n,
                             [&](std::size_t sums) { levels.push_back(device_memory<T>(sums)); });
  return [s, stream, levels] {
    if (s.n > 0) scan_array(s, levels, 0, stream);
  };
}

/// A tile has published nothing, its own sum, or the sum of all elements up to its end.
enum Stage : unsigned { nothing, own_sum, whole_prefix };

/// A sum with its stage, in one 64-bit word for each 32 bits of the sum. The words are volatile and
/// each is read and written in one piece, so that bits arrive with their stage and need no fence.
/// Two words of a double that are of different stages are no sum yet.
template <class T>
class Published {
 public:
  __device__ void set(Stage stage, T sum) {
    unsigned bits[parts];
    memcpy(bits, &sum, sizeof(T));
#pragma unroll
    for (int k = 0; k < parts; ++k)
      words_[k] = static_cast<unsigned long long>(stage) << 32U | bits[k];
  }
  /// Reads the sum, unless there is none.
  __device__ Stage get(T& sum) const {
    unsigned stages[parts];
    unsigned bits[parts];
#pragma unroll
    for (int k = 0; k < parts; ++k) {
      const unsigned long long word = words_[k];
      stages[k] = static_cast<unsigned>(word >> 32U);
      bits[k] = static_cast<unsigned>(word);
    }
    memcpy(&sum, bits, sizeof(T));
    return stages[0] == stages[parts - 1] ? static_cast<Stage>(stages[0]) : nothing;
  }

 private:
  static constexpr int parts = sizeof(T) / sizeof(unsigned);
  volatile unsigned long long words_[parts];
};

/// A launch's blocks share this state, whose bytes are all zero before the launch.
template <class T>
struct LookBackState {
  unsigned* drawn;  // tiles that blocks have begun with
  Published<T>* tiles;
};

constexpr int tile_threads = LookBack::threads;
constexpr int tile_warps = tile_threads / warp_size;
constexpr int vectors = LookBack::vectors;  // of a thread, a warp's width apart

/// Waits until tile `last` and the one before it have published. Returns the stage of their sum,
/// which is the first one's alone if that is a whole prefix. Both loads are on their way at once;
/// tile 0 stands in for tiles before it, of which it is the whole prefix.
template <class T>
__device__ Stage get_two(const Published<T>* tiles, std::int64_t last, T& sum) {
  const Published<T>& near = tiles[max(last, std::int64_t{0})];
  const Published<T>& far = tiles[max(last - 1, std::int64_t{0})];
  Stage stages[2];
  T sums[2];
  do {
    stages[0] = near.get(sums[0]);
    stages[1] = far.get(sums[1]);
  } while (stages[0] == nothing || stages[1] == nothing);
  const bool is_near_enough = stages[0] == whole_prefix;
  sum = is_near_enough ? sums[0] : sums[0] + sums[1];
  return is_near_enough ? whole_prefix : stages[1];
}

/// Sums all tiles before `tile`, of which there is one at least. All lanes of a warp call it: they
/// look at two tiles each together and add the nearest whole prefix and the sums of the tiles after
/// it.
template <class T>
__device__ T sum_before(const Published<T>* tiles, std::int64_t tile) {
  const int lane = threadIdx.x % warp_size;
  T before = 0;
  for (std::int64_t last = tile - 1 - 2 * lane;; last -= 2 * warp_size) {
    T sum;
    int nearest = get_two(tiles, last, sum) == whole_prefix ? lane : warp_size;
#pragma unroll
    for (int distance = warp_size / 2; distance > 0; distance /= 2)
      nearest = min(nearest, __shfl_xor_sync(0xffffffff, nearest, distance));
    before += warp_sum(lane <= nearest ? sum : T{0});
    if (nearest < warp_size) return before;  // right in lane 0
  }
}

/// Loads a thread's vectors, the first of which begins at element `first`; elements beyond n are
/// zero. A whole tile has none of these.
template <class T>
__device__ void load(const Scan<T>& s, std::size_t first, bool is_whole, Pack<T> (&held)[vectors]) {
  constexpr int width = pack_width<T>, apart = warp_size * width;
  if (is_whole) {
#pragma unroll
    for (int k = 0; k < vectors; ++k)
      held[k] = *reinterpret_cast<const Pack<T>*>(s.in + first + k * apart);
  } else {
#pragma unroll
    for (int e = 0; e < vectors * width; ++e) {
      const std::size_t i = first + e / width * apart + e % width;
      held[e / width].values[e % width] = i < s.n ? s.in[i] : 0;
    }
  }
}

template <class T>
__device__ void store(const Scan<T>& s, std::size_t first, bool is_whole,
                      const Pack<T> (&held)[vectors]) {
  constexpr int width = pack_width<T>, apart = warp_size * width;
  if (is_whole) {
#pragma unroll
    for (int k = 0; k < vectors; ++k)
      *reinterpret_cast<Pack<T>*>(s.out + first + k * apart) = held[k];
  } else {
#pragma unroll
    for (int e = 0; e < vectors * width; ++e) {
      const std::size_t i = first + e / width * apart + e % width;
      if (i < s.n) s.out[i] = held[e / width].values[e % width];
    }
  }
}

template <class T>
__device__ void add(T before, Pack<T>& pack) {
#pragma unroll
  for (int j = 0; j < pack_width<T>; ++j) pack.values[j] += before;
}

/// Scans the elements of a warp and returns their sum.
template <class T>
__device__ T scan_of_warp(Pack<T> (&held)[vectors]) {
  constexpr int width = pack_width<T>;
  T before = 0;
#pragma unroll
  for (int k = 0; k < vectors; ++k) {
#pragma unroll
    for (int j = 1; j < width; ++j) held[k].values[j] += held[k].values[j - 1];
    const T sum = scan_of_lanes<warp_size>(held[k].values[width - 1]);
    T below = __shfl_up_sync(0xffffffff, sum, 1);
    if (threadIdx.x % warp_size == 0) below = 0;
    add(before + below, held[k]);
    before += __shfl_sync(0xffffffff, sum, warp_size - 1);
  }
  return before;
}

/// Each block takes the next tile. All earlier tiles belong to blocks that already run and wait
/// only for tiles still earlier, so that every wait ends.
template <class T>
__global__ void __launch_bounds__(tile_threads) look_back(Scan<T> s, LookBackState<T> state) {
  __shared__ unsigned drawn;
  __shared__ T sums_of_warps[tile_warps];
  __shared__ T before_tile;

  if (threadIdx.x == 0) drawn = atomicAdd(state.drawn, 1U);
  __syncthreads();
  constexpr int tile_size = LookBack::tile<T>;
  const unsigned tile = drawn;
  const int lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
  const std::size_t begin = tile * std::size_t{tile_size};
  const std::size_t first = begin + warp * (tile_size / tile_warps) + lane * pack_width<T>;
  const bool is_whole = begin + tile_size <= s.n;

  Pack<T> held[vectors];
  load(s, first, is_whole, held);
  const T sum_of_warp = scan_of_warp(held);
  if (lane == 0) sums_of_warps[warp] = sum_of_warp;
  __syncthreads();
  T sum = 0, before_warp = 0;
#pragma unroll
  for (int w = 0; w < tile_warps; ++w) {
    if (w == warp) before_warp = sum;
    sum += sums_of_warps[w];
  }
  if (warp == 0) {
    if (lane == 0) state.tiles[tile].set(tile == 0 ? whole_prefix : own_sum, sum);
    const T before = tile == 0 ? T{0} : sum_before(state.tiles, tile);
    if (lane == 0) {
      if (tile > 0) state.tiles[tile].set(whole_prefix, before + sum);
      before_tile = before;
    }
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < vectors; ++k) add(before_tile + before_warp, held[k]);
  store(s, first, is_whole, held);
}

template <class T>
auto prepare_look_back(const Scan<T>& s, Stream stream) {
  constexpr std::size_t tiles_begin = sizeof(Published<T>);  // after the number of drawn tiles
  const std::size_t tiles = ceil_div(s.n, LookBack::tile<T>);
  const std::size_t bytes = tiles_begin + tiles * sizeof(Published<T>);
  return [s, stream, tiles, bytes, memory = device_memory<unsigned char>(bytes)] {
    check(cudaMemsetAsync(memory.get(), 0, bytes, stream), "clearing what blocks have published");
    const LookBackState<T> state = {reinterpret_cast<unsigned*>(memory.get()),
                                    reinterpret_cast<Published<T>*>(memory.get() + tiles_begin)};
    if (s.n > 0) look_back<<<tiles, tile_threads, 0, stream>>>(s, state);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("scan/warp", launch<T, warp<T>, threads>);
    native.add("scan/block_hillis_steele", launch_hillis_steele<T>);
    native.add("scan/block_blelloch", launch<T, blelloch<T>, elements>);
    native.add_prepared("scan/two_pass", two_pass<T>);
    native.add_prepared("scan/look_back", prepare_look_back<T>);
  });
}

}  // namespace tilebridge::cuda::scan_experiment
