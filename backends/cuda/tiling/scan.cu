// SPDX-License-Identifier: Apache-2.0
// Inclusive scans: of 32 elements per warp, of 1024 per block, of all by a scan of the blocks and
// of their sums (two_pass), or of all in one pass (look_back, sums_ahead).
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "backends/cuda/async_copies.hpp"
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

/// The place in its tile of a thread's first vector; its others are a warp's width apart.
template <class T>
__device__ int first_of_thread() {
  const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
  return warp * (LookBack::tile<T> / tile_warps) + lane * pack_width<T>;
}

template <class T>
struct SumsOfTile {
  T all, before_warp;  // of the whole tile, and of the warps before this thread's
};

template <class T>
__device__ SumsOfTile<T> sums_of_tile(const T (&sums_of_warps)[tile_warps]) {
  SumsOfTile<T> sums = {0, 0};
#pragma unroll
  for (int w = 0; w < tile_warps; ++w) {
    if (w == threadIdx.x / warp_size) sums.before_warp = sums.all;
    sums.all += sums_of_warps[w];
  }
  return sums;
}

/// Returns, in lane 0 of the warp that calls it, the sum of all tiles before `tile`, whose own sum
/// may have been published, and publishes the sum up to the tile's end.
template <class T>
__device__ T take_prefix(const LookBackState<T>& state, unsigned tile, T own) {
  const T before = tile == 0 ? T{0} : sum_before(state.tiles, tile);
  if (threadIdx.x % warp_size == 0) state.tiles[tile].set(whole_prefix, before + own);
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
  const unsigned tile = drawn;
  const int lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
  const std::size_t begin = tile * std::size_t{LookBack::tile<T>};
  const std::size_t first = begin + first_of_thread<T>();
  const bool is_whole = begin + LookBack::tile<T> <= s.n;

  Pack<T> held[vectors];
  load(s, first, is_whole, held);
  const T sum_of_warp = scan_of_warp(held);
  if (lane == 0) sums_of_warps[warp] = sum_of_warp;
  __syncthreads();
  const SumsOfTile<T> sums = sums_of_tile(sums_of_warps);
  if (warp == 0) {
    if (lane == 0 && tile > 0) state.tiles[tile].set(own_sum, sums.all);
    const T before = take_prefix(state, tile, sums.all);
    if (lane == 0) before_tile = before;
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < vectors; ++k) add(before_tile + sums.before_warp, held[k]);
  store(s, first, is_whole, held);
}

/// Three tiles of a block: one is scanned, two are on their way or have arrived.
template <class T>
struct StagedTiles {
  static constexpr int places = 3;

  alignas(16) T elements[places][LookBack::tile<T>];
  Arrivals arrived[places];
  unsigned drawn[places];
  // A thread loads four sums at once: without the alignment it would load a word beside them, which
  // another thread may be writing.
  alignas(16) T sums_of_warps[tile_warps];
  alignas(16) T sums_of_next[tile_warps];
  T before_tile;
};

/// One thread calls it: it draws a tile and starts to copy its whole vectors to a place.
template <class T>
__device__ void fetch(const Scan<T>& s, const LookBackState<T>& state, std::size_t tiles, int place,
                      StagedTiles<T>& staged) {
  constexpr std::size_t size = LookBack::tile<T>;
  const std::size_t tile = atomicAdd(state.drawn, 1U);
  staged.drawn[place] = static_cast<unsigned>(tile);
  if (tile >= tiles) return;
  const std::size_t vectors_left = min(size, s.n - tile * size) / pack_width<T>;
  staged.arrived[place].copy(staged.elements[place], s.in + tile * size,
                             static_cast<unsigned>(vectors_left * sizeof(Pack<T>)));
}

/// A thread's vector k of a tile that has arrived.
template <class T>
__device__ Pack<T> staged_vector(const T* elements, int k) {
  return *reinterpret_cast<const Pack<T>*>(elements + first_of_thread<T>() +
                                           k * (warp_size * pack_width<T>));
}

/// Loads a thread's vectors of a tile that begins at element `begin` and has arrived. Elements that
/// are no whole vector come from global memory, and those beyond n are zero.
template <class T>
__device__ void load_staged(const Scan<T>& s, std::size_t begin, const T* elements,
                            Pack<T> (&held)[vectors]) {
#pragma unroll
  for (int k = 0; k < vectors; ++k) held[k] = staged_vector(elements, k);
  if (begin + LookBack::tile<T> <= s.n) return;
  constexpr int width = pack_width<T>, apart = warp_size * width;
#pragma unroll
  for (int e = 0; e < vectors * width; ++e) {
    const std::size_t i = begin + first_of_thread<T>() + e / width * apart + e % width;
    T& element = held[e / width].values[e % width];
    if (i >= s.n / width * width) element = i < s.n ? s.in[i] : 0;
  }
}

/// The sum of a warp's vectors of a whole tile, in lane 0.
template <class T>
__device__ T sum_of_staged(const T* elements) {
  T sum = 0;
#pragma unroll
  for (int k = 0; k < vectors; ++k) {
    const Pack<T> pack = staged_vector(elements, k);
#pragma unroll
    for (int j = 0; j < pack_width<T>; ++j) sum += pack.values[j];
  }
  return warp_sum(sum);
}

/// A block publishes the sum of its next tile before it looks back for the present one, so that
/// blocks wait for a prefix only and not for sums. It draws tiles in rising order, and the smallest
/// one that is not complete waits for none, so that every wait ends. The last tile's own sum is
/// wanted by none.
template <class T>
__global__ void __launch_bounds__(tile_threads)
    sums_ahead(Scan<T> s, LookBackState<T> state, std::size_t tiles) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto& staged = *reinterpret_cast<StagedTiles<T>*>(memory);
  constexpr int places = StagedTiles<T>::places;
  const int lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;

  if (threadIdx.x == 0) {
    for (Arrivals& arrivals : staged.arrived) arrivals.begin();
    for (int place = 0; place < places; ++place) fetch(s, state, tiles, place, staged);
  }
  __syncthreads();
  for (unsigned round = 0;; ++round) {
    const unsigned place = round % places, next_place = (round + 1) % places;
    const unsigned tile = staged.drawn[place], next = staged.drawn[next_place];
    if (tile >= tiles) return;
    const bool has_next = next + std::size_t{1} < tiles;
    if (has_next) {
      staged.arrived[next_place].wait((round + 1) / places);
      const T sum = sum_of_staged(staged.elements[next_place]);
      if (lane == 0) staged.sums_of_next[warp] = sum;
    }
    const std::size_t begin = tile * std::size_t{LookBack::tile<T>};
    Pack<T> held[vectors];
    staged.arrived[place].wait(round / places);
    load_staged(s, begin, staged.elements[place], held);
    const T sum_of_warp = scan_of_warp(held);
    if (lane == 0) staged.sums_of_warps[warp] = sum_of_warp;
    before_bulk_copies();
    __syncthreads();
    if (threadIdx.x == tile_threads - 1) fetch(s, state, tiles, place, staged);
    const SumsOfTile<T> sums = sums_of_tile(staged.sums_of_warps);
    if (warp == 0) {
      if (lane == 0 && round == 0 && tile > 0) state.tiles[tile].set(own_sum, sums.all);
      if (lane == 0 && has_next)
        state.tiles[next].set(own_sum, sums_of_tile(staged.sums_of_next).all);
      const T before = take_prefix(state, tile, sums.all);
      if (lane == 0) staged.before_tile = before;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < vectors; ++k) add(staged.before_tile + sums.before_warp, held[k]);
    store(s, begin + first_of_thread<T>(), begin + LookBack::tile<T> <= s.n, held);
  }
}

/// Memory for the state of a launch. `begin` clears it, and is part of what is timed.
template <class T>
class LookBackMemory {
 public:
  explicit LookBackMemory(std::size_t n)
      : tiles_(ceil_div(n, LookBack::tile<T>)),
        bytes_((1 + tiles_) * sizeof(Published<T>)),
        memory_(device_memory<unsigned char>(bytes_)) {}

  std::size_t tiles() const { return tiles_; }
  LookBackState<T> begin(Stream stream) const {
    check(cudaMemsetAsync(memory_.get(), 0, bytes_, stream), "clearing what blocks have published");
    return {reinterpret_cast<unsigned*>(memory_.get()),
            reinterpret_cast<Published<T>*>(memory_.get()) + 1};
  }

 private:
  std::size_t tiles_, bytes_;
  std::shared_ptr<unsigned char> memory_;
};

template <class T>
auto prepare_look_back(const Scan<T>& s, Stream stream) {
  return [s, stream, memory = LookBackMemory<T>(s.n)] {
    const LookBackState<T> state = memory.begin(stream);
    if (s.n > 0) look_back<<<memory.tiles(), tile_threads, 0, stream>>>(s, state);
  };
}

template <class T>
auto prepare_sums_ahead(const Scan<T>& s, Stream stream) {
  constexpr std::size_t bytes = sizeof(StagedTiles<T>);
  const auto kernel = sums_ahead<T>;
  check_bulk_copies(kernel);
  allow_shared_memory(kernel, bytes);
  const std::size_t most = resident_blocks(kernel, tile_threads, bytes);
  return [s, stream, kernel, most, memory = LookBackMemory<T>(s.n)] {
    const LookBackState<T> state = memory.begin(stream);
    if (s.n > 0)
      kernel<<<std::min(memory.tiles(), most), tile_threads, bytes, stream>>>(s, state,
                                                                              memory.tiles());
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
    native.add_prepared("scan/sums_ahead", prepare_sums_ahead<T>);
  });
}

}  // namespace tilebridge::cuda::scan_experiment
