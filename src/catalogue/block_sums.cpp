// SPDX-License-Identifier: Apache-2.0
#include "catalogue/block_sums.hpp"

namespace tilebridge::block_sums {
namespace {

constexpr int warp_size = 32;

constexpr std::int64_t nothing(std::int64_t) { return 0; }

/// The block's sums, of `bytes` bytes each.
class Sums {
 public:
  explicit Sums(int bytes) : bytes_(bytes) {}

  Access loaded(const Address& at, std::int64_t steps = 1) const {
    return in_shared(load("sums", bytes_, at, steps));
  }
  Access stored(const Address& at, std::int64_t steps = 1) const {
    return in_shared(store("sums", bytes_, at, steps));
  }

  /// Thread r accesses sum r + distance(step) where r < threads(step).
  template <class Threads, class Distance>
  Address of_first(const Threads& threads, const Distance& distance) const {
    return [=, bytes = bytes_](Thread thread, std::int64_t step) -> std::int64_t {
      return thread.rank < threads(step) ? (thread.rank + distance(step)) * bytes : inactive;
    };
  }
  template <class Distance>
  Address of_first(int threads, const Distance& distance) const {
    return of_first([=](std::int64_t) { return threads; }, distance);
  }

  /// Lane 0 of warp w, first ≤ w < end, accesses position w mod `places`.
  Address by_warps(int first, int end, int places) const {
    return [=, bytes = bytes_](Thread thread, std::int64_t) -> std::int64_t {
      const int warp = thread.rank / warp_size;
      const bool asks = thread.rank % warp_size == 0 && warp >= first && warp < end;
      return asks ? std::int64_t{warp % places} * bytes : inactive;
    };
  }

  /// All threads access position `step`.
  Address by_all() const {
    return [bytes = bytes_](Thread, std::int64_t step) { return step * bytes; };
  }

  /// `steps` steps of the tree: at step s, 128 / 2^s threads each add another's sum to their own. A
  /// barrier between steps keeps the sums in shared memory.
  std::vector<Access> halvings(std::int64_t steps) const {
    const auto half = [](std::int64_t step) { return std::int64_t{block_size / 2} >> step; };
    const Address own = of_first(half, nothing);
    return {loaded(own, steps), loaded(of_first(half, half), steps), stored(own, steps)};
  }

 private:
  int bytes_;
};

}  // namespace

std::vector<Access> tree(int bytes) {
  const Sums sums(bytes);
  std::vector<Access> accesses = {sums.stored(sums.of_first(block_size, nothing))};
  append(accesses, sums.halvings(8));  // down to one sum
  accesses.push_back(sums.loaded(by_first_thread()));
  return accesses;
}

std::vector<Access> unrolled(int bytes) {
  const Sums sums(bytes);
  const auto half = [](std::int64_t step) { return std::int64_t{warp_size / 2} >> step; };
  const Address own = sums.of_first(warp_size, nothing);
  std::vector<Access> accesses = {sums.stored(sums.of_first(block_size, nothing))};
  append(accesses, sums.halvings(3));  // down to 32
  append(accesses,
         {sums.loaded(own), sums.loaded(sums.of_first(warp_size, half), 5), sums.stored(own, 5)});
  return accesses;
}

std::vector<Access> shuffle(int bytes) {
  constexpr int warps = block_size / warp_size;
  const Sums sums(bytes);
  return {sums.stored(sums.by_warps(0, warps, warps)), sums.loaded(sums.of_first(warps, nothing))};
}

/// Kokkos 4.7, cuda_inter_warp_reduction: four positions, to which the first four warps store and
/// the others add; all threads then read all four.
std::vector<Access> team_reduce(int bytes) {
  constexpr int warps = block_size / warp_size;
  constexpr int places = 4;
  const Sums sums(bytes);
  const Address joined = sums.by_warps(places, warps, places);
  return {sums.stored(sums.by_warps(0, places, places)), sums.loaded(joined), sums.stored(joined),
          sums.loaded(sums.by_all(), places)};
}

std::vector<Access> by_shuffles(const Model& model, int bytes) {
  return model.is(Model::kokkos) ? team_reduce(bytes) : shuffle(bytes);
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
