// SPDX-License-Identifier: Apache-2.0
#include "catalogue/block_sums.hpp"

namespace tilebridge::block_sums {
namespace {

constexpr int warp_size = 32;
constexpr int warps = block_size / warp_size;

constexpr std::int64_t nothing(std::int64_t) { return 0; }

Access loaded(int bytes, const Address& at, std::int64_t steps = 1) {
  return in_shared(load("sums", bytes, at, steps));
}
Access stored(int bytes, const Address& at, std::int64_t steps = 1) {
  return in_shared(store("sums", bytes, at, steps));
}

/// Thread r accesses sum r + distance(step) where r < threads(step).
template <class Threads, class Distance>
Address of_first(int bytes, const Threads& threads, const Distance& distance) {
  return [=](Thread thread, std::int64_t step) -> std::int64_t {
    return thread.rank < threads(step) ? (thread.rank + distance(step)) * bytes : inactive;
  };
}
template <class Distance>
Address of_first(int bytes, int threads, const Distance& distance) {
  return of_first(
      bytes, [=](std::int64_t) { return threads; }, distance);
}

/// Lane 0 of warp w, first ≤ w < end, accesses position w mod `places`.
Address by_warps(int bytes, int first, int end, int places) {
  return [=](Thread thread, std::int64_t) -> std::int64_t {
    const int warp = thread.rank / warp_size;
    const bool asks = thread.rank % warp_size == 0 && warp >= first && warp < end;
    return asks ? std::int64_t{warp % places} * bytes : inactive;
  };
}

/// A value per thread is stored; then, `steps` times, the first 128, 64, … threads each add
/// another's sum to their own. A barrier between steps keeps the sums in shared memory.
std::vector<Access> halvings(int bytes, std::int64_t steps) {
  const auto half = [](std::int64_t step) { return std::int64_t{block_size / 2} >> step; };
  const Address own = of_first(bytes, half, nothing);
  return {stored(bytes, of_first(bytes, block_size, nothing)), loaded(bytes, own, steps),
          loaded(bytes, of_first(bytes, half, half), steps), stored(bytes, own, steps)};
}

}  // namespace

std::vector<Access> tree(const Model&, int bytes) {
  std::vector<Access> accesses = halvings(bytes, 8);  // down to one sum
  accesses.push_back(loaded(bytes, by_first_thread()));
  return accesses;
}

std::vector<Access> unrolled(const Model&, int bytes) {
  const auto half = [](std::int64_t step) { return std::int64_t{warp_size / 2} >> step; };
  const Address own = of_first(bytes, warp_size, nothing);
  std::vector<Access> accesses = halvings(bytes, 3);  // down to 32
  append(accesses, {loaded(bytes, own), loaded(bytes, of_first(bytes, warp_size, half), 5),
                    stored(bytes, own, 5)});
  return accesses;
}

/// Kokkos 4.7, cuda_inter_warp_reduction: four positions, to which the first four warps store and
/// the others add; all threads then read all four.
std::vector<Access> team_reduce(int bytes) {
  constexpr int places = 4;
  const Address joined = by_warps(bytes, places, warps, places);
  const Address all = [=](Thread, std::int64_t step) { return step * bytes; };
  return {stored(bytes, by_warps(bytes, 0, places, places)), loaded(bytes, joined),
          stored(bytes, joined), loaded(bytes, all, places)};
}

std::vector<Access> by_shuffles(const Model& model, int bytes) {
  if (model.is(Model::kokkos)) return team_reduce(bytes);
  return {stored(bytes, by_warps(bytes, 0, warps, warps)),
          loaded(bytes, of_first(bytes, warps, nothing))};
}

Address by_first_thread(std::int64_t stride) {
  return [=](Thread thread, std::int64_t) -> std::int64_t {
    return thread.rank == 0 ? thread.block * stride : inactive;
  };
}

void append(std::vector<Access>& accesses, const std::vector<Access>& more) {
  accesses.insert(accesses.end(), more.begin(), more.end());
}

}  // namespace tilebridge::block_sums
