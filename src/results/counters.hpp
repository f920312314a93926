// SPDX-License-Identifier: Apache-2.0
// What a GPU counted while a case ran once under NVIDIA Nsight Compute.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tilebridge {

enum class Counter {
  duration_ns,
  global_load_requests,
  global_store_requests,
  global_reduction_requests,
  global_atomic_requests,
  global_load_sectors,
  global_store_sectors,
  global_reduction_sectors,
  global_atomic_sectors,
  global_load_bytes_per_sector,
  global_store_bytes_per_sector,
  local_load_sectors,
  local_store_sectors,
  texture_requests,
  texture_sectors,
  l1_sectors,
  l1_hit_sectors,
  l2_sectors,
  l2_hit_sectors,
  dram_bytes_read,
  dram_bytes_written,
  shared_load_instructions,
  shared_store_instructions,
  shared_load_wavefronts,
  shared_store_wavefronts,
  shared_load_bank_conflicts,
  shared_store_bank_conflicts,
  instructions,
  warps_active_percent,
  registers_per_thread,
  static_shared_bytes_per_block,
  dynamic_shared_bytes_per_block,
  grid_blocks,
  block_threads,
  blocks_by_block_limit,
  blocks_by_registers,
  blocks_by_shared_memory,
  blocks_by_warps,
  stall_long_scoreboard,
  stall_short_scoreboard,
  stall_mio_throttle,
  stall_lg_throttle,
  stall_barrier,
  stall_wait,
  stall_not_selected,
  stall_math_pipe_throttle,
  memory_throughput_percent,
  l1_throughput_percent,
  l2_throughput_percent,
  dram_throughput_percent,
};

/// How the values of several kernels are combined.
enum class Combine { sum, largest, least, mean };

struct CounterInfo {
  Counter counter;
  std::string_view name;    // in the result file
  std::string_view metric;  // Nsight Compute's
  Combine combine = Combine::sum;
  Counter weight = Counter::duration_ns;  // for a mean
};

/// All counters, in the order of the enumeration.
std::span<const CounterInfo> counter_infos();

/// A counter that the device lacks is absent, as is a mean without values.
struct Counters {
  int kernels = 0;
  std::map<Counter, double> values = {};

  std::optional<double> of(Counter counter) const;
  /// Absent if either is absent or `below` is 0.
  std::optional<double> ratio(Counter above, Counter below) const;
};

/// Combined over all kernels of a case.
Counters combined(const std::vector<Counters>& kernels);

}  // namespace tilebridge
