// SPDX-License-Identifier: Apache-2.0
#include "access/traffic.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace tilebridge {
namespace {

void keep_distinct_sectors(std::vector<std::int64_t>& sectors) {
  std::sort(sectors.begin(), sectors.end());
  sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
}

/// Distinct sectors of an array.
class SectorsOnce {
 public:
  void add(const std::vector<std::int64_t>& sectors) {
    sectors_.insert(sectors_.end(), sectors.begin(), sectors.end());
    if (sectors_.size() > 2 * distinct_ + most_waiting) sort();
  }
  /// Adds the number of sectors, and of the bursts they lie in, to `array`.
  void count_into(ArrayTraffic& array, const Architecture& on) {
    sort();
    const std::int64_t in_burst = on.memory_bytes / on.unit_bytes;
    std::int64_t last = -1, bursts = 0;
    for (const std::int64_t sector : sectors_)
      if (std::exchange(last, sector / in_burst) != sector / in_burst) ++bursts;
    array.sectors_once += static_cast<double>(sectors_.size());
    array.bursts_once += static_cast<double>(bursts);
  }
  /// In ascending order.
  const std::vector<std::int64_t>& sectors() {
    sort();
    return sectors_;
  }
  void clear() {
    sectors_.clear();
    distinct_ = 0;
  }

 private:
  static constexpr std::size_t most_waiting = 1 << 20;

  void sort() {
    if (sectors_.size() == distinct_) return;
    keep_distinct_sectors(sectors_);
    distinct_ = sectors_.size();
  }

  std::vector<std::int64_t> sectors_;
  std::size_t distinct_ = 0;
};

/// The sectors of an array that a block touches.
struct BlockSectors {
  SectorsOnce loaded, stored;
};

using Footprint = std::map<std::string, SectorsOnce>;

/// Chooses by the operation.
template <class T>
T& of(Operation operation, T& load, T& store, T& atomic) {
  if (operation == Operation::load) return load;
  return operation == Operation::store ? store : atomic;
}

void add_global_request(Traffic& sum, const WarpAccess& asked, std::size_t sectors,
                        const Architecture& on) {
  GlobalTraffic& global = of(asked.operation, sum.load, sum.store, sum.atomic);
  global.requests += 1;
  global.sectors += static_cast<double>(sectors);
  global.bytes_asked += static_cast<double>(asked.bytes_asked());
  global.bytes_used += static_cast<double>(asked.bytes_used());
  sum.l1_passes += segments(asked, on);
}

void add_shared_request(Traffic& sum, const WarpAccess& asked, const Architecture& on) {
  const double passes = wavefronts(asked, on);
  SharedTraffic& shared = of(asked.operation, sum.shared_load, sum.shared_store, sum.shared_atomic);
  shared.requests += 1;
  shared.wavefronts += passes;
  sum.l1_passes += passes;
}

/// The sectors that an asynchronous copy past L1 asks for. One whose bytes go to two lines of
/// shared memory is asked for twice (counted on an H200: 18 instead of 16 where a warp fills four
/// rows of 8 vectors, 9 apart).
std::size_t sectors_of_copy(const WarpAccess& from, const WarpAccess& into,
                            const Architecture& on) {
  std::set<std::pair<std::int64_t, std::int64_t>> asked;
  for (std::size_t lane = 0; lane < from.addresses.size(); ++lane)
    if (from.addresses[lane] != inactive)
      asked.emplace(from.addresses[lane] / on.unit_bytes, into.addresses[lane] / on.line_bytes);
  return asked.size();
}

/// Adds up the warps of one block one after another.
class Counter {
 public:
  Counter(const Kernel& kernel, const Architecture& on, bool keeps_footprint)
      : kernel_(kernel), on_(on), keeps_footprint_(keeps_footprint) {}

  void add_block(std::int64_t block) {
    const int warps = (kernel_.threads + on_.lanes - 1) / on_.lanes;
    for (const Access& access : kernel_.accesses)
      for (int warp = 0; warp < warps; ++warp)
        for (std::int64_t step = 0; step < access.steps; ++step) add(access, block, warp, step);
    for (auto& [array, sectors] : of_block_) {
      sum_.arrays[array].loaded += static_cast<double>(sectors.loaded.sectors().size());
      sum_.arrays[array].stored += static_cast<double>(sectors.stored.sectors().size());
      keep(array, sectors.loaded.sectors());
      sectors.loaded.clear();
      sectors.stored.clear();
    }
  }

  const Traffic& sum() const { return sum_; }
  /// Returns the sectors that all blocks loaded.
  Footprint& footprint() { return footprint_; }

 private:
  void add(const Access& access, std::int64_t block, int warp, std::int64_t step) {
    const WarpAccess asked = of_warp(access, kernel_, block, warp, step, on_);
    if (asked.active_lanes() == 0) return;
    if (access.memory == Memory::shared) return add_shared(access, asked);
    const std::vector<std::int64_t> touched = blocks_touched(asked, on_.unit_bytes);
    std::size_t sectors = touched.size();
    if (access.into) {
      const Access stored = store("", access.bytes, access.into);
      sectors = sectors_of_copy(asked, of_warp(stored, kernel_, block, warp, step, on_), on_);
    }
    if (!access.by_copy) add_global_request(sum_, asked, sectors, on_);
    add_touched(access, touched);
  }

  void add_shared(const Access& access, const WarpAccess& asked) {
    if (access.by_copy)
      sum_.l1_passes += wavefronts(asked, on_);
    else
      add_shared_request(sum_, asked, on_);
  }

  void add_touched(const Access& access, const std::vector<std::int64_t>& touched) {
    if (access.past_l1) {
      sum_.arrays[access.array].loaded += static_cast<double>(touched.size());
      keep(access.array, touched);
      return;
    }
    BlockSectors& of_array = of_block_[access.array];
    (access.operation == Operation::load ? of_array.loaded : of_array.stored).add(touched);
  }

  void keep(const std::string& array, const std::vector<std::int64_t>& loaded) {
    if (keeps_footprint_ && !loaded.empty()) footprint_[array].add(loaded);
  }

  const Kernel& kernel_;
  const Architecture& on_;
  bool keeps_footprint_;
  std::map<std::string, BlockSectors> of_block_;
  Footprint footprint_;
  Traffic sum_;
};

template <class Part>
void add_scaled(Part& to, const Part& from, double scale,
                std::initializer_list<double Part::*> members) {
  for (const auto member : members) to.*member += scale * (from.*member);
}

void add_scaled(Traffic& to, const Traffic& from, double scale) {
  using Global = GlobalTraffic;
  using Shared = SharedTraffic;
  for (const auto kind : {&Traffic::load, &Traffic::store, &Traffic::atomic})
    add_scaled(to.*kind, from.*kind, scale,
               {&Global::requests, &Global::sectors, &Global::bytes_asked, &Global::bytes_used});
  for (const auto kind : {&Traffic::shared_load, &Traffic::shared_store, &Traffic::shared_atomic})
    add_scaled(to.*kind, from.*kind, scale, {&Shared::requests, &Shared::wavefronts});
  for (const auto& [array, sectors] : from.arrays)
    add_scaled(to.arrays[array], sectors, scale, {&ArrayTraffic::loaded, &ArrayTraffic::stored});
  to.l1_passes += scale * from.l1_passes;
}

/// How many of a kernel's blocks to count.
std::int64_t sampled_blocks(const Kernel& kernel, double most_addresses) {
  const double per_block = addresses_of_block(kernel);
  if (per_block * static_cast<double>(kernel.blocks) <= most_addresses) return kernel.blocks;
  return std::max(static_cast<std::int64_t>(most_addresses / per_block), std::int64_t{1});
}

/// Counts `blocks` blocks of a kernel, the i-th of which is block_at(i).
template <class BlockAt>
std::pair<Traffic, Footprint> counted(const Kernel& kernel, const Architecture& on,
                                      std::int64_t blocks, bool keeps_footprint,
                                      const BlockAt& block_at) {
  Traffic sum;
  Footprint footprint;
  const bool worth_threads = static_cast<double>(blocks) * addresses_of_block(kernel) > 1e5;
#pragma omp parallel if (worth_threads)
  {
    Counter counter(kernel, on, keeps_footprint);
#pragma omp for
    for (std::int64_t i = 0; i < blocks; ++i) counter.add_block(block_at(i));
#pragma omp critical
    {
      add_scaled(sum, counter.sum(), 1);
      for (auto& [array, once] : counter.footprint()) footprint[array].add(once.sectors());
    }
  }
  return {sum, footprint};
}

}  // namespace

WarpAccess of_warp(const Access& access, const Kernel& kernel, std::int64_t block, int warp,
                   std::int64_t step, const Architecture& on) {
  WarpAccess asked{{}, access.bytes, access.operation};
  asked.addresses.reserve(static_cast<std::size_t>(on.lanes));
  for (int lane = 0; lane < on.lanes; ++lane) {
    const int rank = warp * on.lanes + lane;
    asked.addresses.push_back(rank < kernel.threads ? access.at({block, rank}, step) : inactive);
  }
  return asked;
}

void add_request(Traffic& sum, Memory memory, const WarpAccess& asked, const Architecture& on) {
  if (memory == Memory::shared)
    add_shared_request(sum, asked, on);
  else
    add_global_request(sum, asked, blocks_touched(asked, on.unit_bytes).size(), on);
}

double addresses_of_block(const Kernel& kernel) {
  double addresses = 0;
  for (const Access& access : kernel.accesses)
    addresses += static_cast<double>(access.steps) * kernel.threads;
  return addresses;
}

Traffic traffic(std::span<const Kernel> kernels, double most_addresses, const Architecture& on) {
  Traffic sum;
  for (const Kernel& kernel : kernels) {
    if (kernel.blocks == 0) continue;
    const std::int64_t drawn =
        sampled_blocks(kernel, most_addresses / static_cast<double>(kernels.size()));
    const bool all = drawn == kernel.blocks;
    auto [of_kernel, footprint] = counted(kernel, on, drawn, all, [&](std::int64_t i) {
      return (2 * i + 1) * kernel.blocks / (2 * drawn);  // from the middle of equal parts
    });
    if (!all)  // blocks that are far apart share no burst
      footprint = counted(kernel, on, drawn, true, [&](std::int64_t i) {
                    return (kernel.blocks - drawn) / 2 + i;
                  }).second;
    add_scaled(sum, of_kernel, static_cast<double>(kernel.blocks) / static_cast<double>(drawn));
    for (auto& [array, once] : footprint) once.count_into(sum.arrays[array], on);
    sum.exact = sum.exact && all;
  }
  return sum;
}

}  // namespace tilebridge
