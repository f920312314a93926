#include "catalogue/block_sums.hpp"

#include <algorithm>

namespace tilebridge::block_sums {
namespace {

constexpr int warp_size = 32;
constexpr const char* sums = "sums";  // of 4 bytes

/// Thread r asks for sum r + distance(step) where r < threads(step).
template <class Threads, class Distance>
Address of_first(const Threads& threads, const Distance& distance) {
  return [=](Thread thread, std::int64_t step) -> std::int64_t {
    return thread.rank < threads(step) ? (thread.rank + distance(step)) * 4 : inactive;
  };
}

constexpr std::int64_t nothing(std::int64_t) { return 0; }

Access stored_by_all() {
  return in_shared(store(sums, 4, of_first([](std::int64_t) { return block_size; }, nothing)));
}

/// `steps` steps of the tree: at step s, 128 / 2^s threads each add another's sum to their own. A
/// barrier between keeps the sums in shared memory.
std::vector<Access> halvings(std::int64_t steps) {
  const auto half = [](std::int64_t step) { return std::int64_t{block_size / 2} >> step; };
  const Address own = of_first(half, nothing);
  return {in_shared(load(sums, 4, own, steps)),
          in_shared(load(sums, 4, of_first(half, half), steps)),
          in_shared(store(sums, 4, own, steps))};
}

/// Lane 0 of warp w, first ≤ w < end, asks for place w mod `places`.
Address by_warps(int first, int end, int places) {
  return [=](Thread thread, std::int64_t) -> std::int64_t {
    const int warp = thread.rank / warp_size;
    const bool asks = thread.rank % warp_size == 0 && warp >= first && warp < end;
    return asks ? std::int64_t{warp % places} * 4 : inactive;
  };
}

std::vector<Access> by_native_shuffles() {
  constexpr int warps = block_size / warp_size;
  return {in_shared(store(sums, 4, by_warps(0, warps, warps))),
          in_shared(load(sums, 4, of_first([](std::int64_t) { return warps; }, nothing)))};
}

/// Kokkos 4.7, cuda_inter_warp_reduction: four places, to which the first four warps store and the
/// others add; all threads then read all four.
std::vector<Access> by_team_reduce() {
  constexpr int warps = block_size / warp_size;
  constexpr int places = 4;
  const Address joined = by_warps(places, warps, places);
  return {in_shared(store(sums, 4, by_warps(0, places, places))), in_shared(load(sums, 4, joined)),
          in_shared(store(sums, 4, joined)),
          in_shared(load(
              sums, 4, [](Thread, std::int64_t place) { return place * 4; }, places))};
}

/// Kokkos 4.7, RangePolicy::set_auto_chunk_size: the indices that a block's share is a multiple of.
std::int64_t granularity(std::int64_t n, std::int64_t concurrency) {
  std::int64_t chunk = 1;
  while (chunk * 100 * concurrency < n) chunk *= 2;
  if (chunk >= 128) return chunk;
  chunk = 1;
  while (chunk * 40 * concurrency < n && chunk < 128) chunk *= 2;
  return chunk;
}

}  // namespace

std::vector<Access> tree() {
  std::vector<Access> accesses = {stored_by_all()};
  append(accesses, halvings(8));  // down to one sum
  accesses.push_back(in_shared(load(sums, 4, by_first_thread())));
  return accesses;
}

std::vector<Access> unrolled() {
  const auto warp = [](std::int64_t) { return warp_size; };
  const auto half = [](std::int64_t step) { return std::int64_t{warp_size / 2} >> step; };
  std::vector<Access> accesses = {stored_by_all()};
  append(accesses, halvings(3));  // down to 32
  append(accesses, {in_shared(load(sums, 4, of_first(warp, nothing))),
                    in_shared(load(sums, 4, of_first(warp, half), 5)),
                    in_shared(store(sums, 4, of_first(warp, nothing), 5))});
  return accesses;
}

std::vector<Access> shuffle(Model model) {
  return model == Model::kokkos ? by_team_reduce() : by_native_shuffles();
}

Address by_first_thread(std::int64_t stride) {
  return [=](Thread thread, std::int64_t) -> std::int64_t {
    return thread.rank == 0 ? thread.block * stride : inactive;
  };
}

/// Kokkos 4.7, ParallelReduce<RangePolicy, Cuda> and RangePolicy::WorkRange. The blocks depend on
/// the device, here on an H200's 132 multiprocessors of 2048 threads; the sums hardly do.
Kernel parallel_reduce(std::int64_t n, const std::vector<std::string>& arrays) {
  constexpr std::int64_t concurrency = std::int64_t{132} * 2048;
  const std::int64_t blocks = std::min(concurrency / block_size, blocks_for(n, block_size));
  if (blocks == 0) return {0, block_size, {}};
  const std::int64_t grain = granularity(n, concurrency);
  const std::int64_t share = ((n + blocks - 1) / blocks + grain - 1) / grain * grain;
  const Address element = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t in_share = step * block_size + thread.rank;
    const std::int64_t i = thread.block * share + in_share;
    return in_share < share && i < n ? i * 4 : inactive;
  };
  Kernel kernel{blocks, block_size, {}};
  for (const std::string& array : arrays)
    kernel.accesses.push_back(load(array, 4, element, blocks_for(share, block_size)));
  return kernel;
}

void append(std::vector<Access>& accesses, const std::vector<Access>& more) {
  accesses.insert(accesses.end(), more.begin(), more.end());
}

}  // namespace tilebridge::block_sums
