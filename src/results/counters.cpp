// SPDX-License-Identifier: Apache-2.0
#include "results/counters.hpp"

#include <algorithm>
#include <array>

namespace tilebridge {
namespace {

constexpr std::array infos = {
    CounterInfo{Counter::duration_ns, "duration_ns", "gpu__time_duration.sum"},
    CounterInfo{Counter::global_load_requests, "global_load_requests",
                "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    CounterInfo{Counter::global_store_requests, "global_store_requests",
                "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    CounterInfo{Counter::global_reduction_requests, "global_reduction_requests",
                "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"},
    CounterInfo{Counter::global_atomic_requests, "global_atomic_requests",
                "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"},
    CounterInfo{Counter::global_load_sectors, "global_load_sectors",
                "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    CounterInfo{Counter::global_store_sectors, "global_store_sectors",
                "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    CounterInfo{Counter::global_reduction_sectors, "global_reduction_sectors",
                "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"},
    CounterInfo{Counter::global_atomic_sectors, "global_atomic_sectors",
                "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"},
    CounterInfo{Counter::global_load_bytes_per_sector, "global_load_bytes_per_sector",
                "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio", Combine::mean,
                Counter::global_load_sectors},
    CounterInfo{Counter::global_store_bytes_per_sector, "global_store_bytes_per_sector",
                "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio", Combine::mean,
                Counter::global_store_sectors},
    CounterInfo{Counter::local_load_sectors, "local_load_sectors",
                "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"},
    CounterInfo{Counter::local_store_sectors, "local_store_sectors",
                "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"},
    CounterInfo{Counter::texture_requests, "texture_requests", "l1tex__t_requests_pipe_tex.sum"},
    CounterInfo{Counter::texture_sectors, "texture_sectors", "l1tex__t_sectors_pipe_tex.sum"},
    CounterInfo{Counter::l1_sectors, "l1_sectors", "l1tex__t_sectors.sum"},
    CounterInfo{Counter::l1_hit_sectors, "l1_hit_sectors", "l1tex__t_sectors_lookup_hit.sum"},
    CounterInfo{Counter::l2_sectors, "l2_sectors", "lts__t_sectors.sum"},
    CounterInfo{Counter::l2_hit_sectors, "l2_hit_sectors", "lts__t_sectors_lookup_hit.sum"},
    CounterInfo{Counter::dram_bytes_read, "dram_bytes_read", "dram__bytes_read.sum"},
    CounterInfo{Counter::dram_bytes_written, "dram_bytes_written", "dram__bytes_write.sum"},
    CounterInfo{Counter::shared_load_instructions, "shared_load_instructions",
                "smsp__sass_inst_executed_op_shared_ld.sum"},
    CounterInfo{Counter::shared_store_instructions, "shared_store_instructions",
                "smsp__sass_inst_executed_op_shared_st.sum"},
    CounterInfo{Counter::shared_load_wavefronts, "shared_load_wavefronts",
                "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    CounterInfo{Counter::shared_store_wavefronts, "shared_store_wavefronts",
                "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
    CounterInfo{Counter::shared_load_bank_conflicts, "shared_load_bank_conflicts",
                "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    CounterInfo{Counter::shared_store_bank_conflicts, "shared_store_bank_conflicts",
                "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    CounterInfo{Counter::instructions, "instructions", "smsp__inst_executed.sum"},
    CounterInfo{Counter::warps_active_percent, "warps_active_percent",
                "sm__warps_active.avg.pct_of_peak_sustained_active", Combine::mean},
    CounterInfo{Counter::registers_per_thread, "registers_per_thread",
                "launch__registers_per_thread", Combine::largest},
    CounterInfo{Counter::static_shared_bytes_per_block, "static_shared_bytes_per_block",
                "launch__shared_mem_per_block_static", Combine::largest},
    CounterInfo{Counter::dynamic_shared_bytes_per_block, "dynamic_shared_bytes_per_block",
                "launch__shared_mem_per_block_dynamic", Combine::largest},
    CounterInfo{Counter::grid_blocks, "grid_blocks", "launch__grid_size", Combine::largest},
    CounterInfo{Counter::block_threads, "block_threads", "launch__block_size", Combine::largest},
    CounterInfo{Counter::blocks_by_block_limit, "blocks_by_block_limit",
                "launch__occupancy_limit_blocks", Combine::least},
    CounterInfo{Counter::blocks_by_registers, "blocks_by_registers",
                "launch__occupancy_limit_registers", Combine::least},
    CounterInfo{Counter::blocks_by_shared_memory, "blocks_by_shared_memory",
                "launch__occupancy_limit_shared_mem", Combine::least},
    CounterInfo{Counter::blocks_by_warps, "blocks_by_warps", "launch__occupancy_limit_warps",
                Combine::least},
    CounterInfo{Counter::stall_long_scoreboard, "stall_long_scoreboard",
                "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio",
                Combine::mean, Counter::instructions},
    CounterInfo{Counter::stall_short_scoreboard, "stall_short_scoreboard",
                "smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio",
                Combine::mean, Counter::instructions},
    CounterInfo{Counter::stall_mio_throttle, "stall_mio_throttle",
                "smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio",
                Combine::mean, Counter::instructions},
    CounterInfo{Counter::stall_lg_throttle, "stall_lg_throttle",
                "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio",
                Combine::mean, Counter::instructions},
    CounterInfo{Counter::stall_barrier, "stall_barrier",
                "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", Combine::mean,
                Counter::instructions},
    CounterInfo{Counter::stall_wait, "stall_wait",
                "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", Combine::mean,
                Counter::instructions},
    CounterInfo{Counter::stall_not_selected, "stall_not_selected",
                "smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio",
                Combine::mean, Counter::instructions},
    CounterInfo{Counter::stall_math_pipe_throttle, "stall_math_pipe_throttle",
                "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio",
                Combine::mean, Counter::instructions},
    CounterInfo{Counter::memory_throughput_percent, "memory_throughput_percent",
                "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", Combine::mean},
    CounterInfo{Counter::l1_throughput_percent, "l1_throughput_percent",
                "l1tex__throughput.avg.pct_of_peak_sustained_elapsed", Combine::mean},
    CounterInfo{Counter::l2_throughput_percent, "l2_throughput_percent",
                "lts__throughput.avg.pct_of_peak_sustained_elapsed", Combine::mean},
    CounterInfo{Counter::dram_throughput_percent, "dram_throughput_percent",
                "dram__throughput.avg.pct_of_peak_sustained_elapsed", Combine::mean},
};

double weight_of(const Counters& kernel, const CounterInfo& info) {
  return info.combine == Combine::mean ? kernel.of(info.weight).value_or(0) : 1;
}

std::optional<double> combined(const CounterInfo& info, const std::vector<Counters>& kernels) {
  std::vector<double> values;
  double weighted_sum = 0;
  double weights = 0;
  for (const Counters& kernel : kernels) {
    const auto value = kernel.of(info.counter);
    if (!value) continue;
    values.push_back(*value);
    weighted_sum += weight_of(kernel, info) * *value;
    weights += weight_of(kernel, info);
  }
  if (values.empty() || weights == 0) return std::nullopt;
  switch (info.combine) {
    case Combine::sum:
      return weighted_sum;
    case Combine::mean:
      return weighted_sum / weights;
    case Combine::largest:
      return *std::max_element(values.begin(), values.end());
    case Combine::least:
      return *std::min_element(values.begin(), values.end());
  }
  return std::nullopt;
}

}  // namespace

std::span<const CounterInfo> counter_infos() { return infos; }

std::optional<double> Counters::of(Counter counter) const {
  const auto found = values.find(counter);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> Counters::ratio(Counter above, Counter below) const {
  const auto numerator = of(above);
  const auto denominator = of(below);
  if (!numerator || denominator.value_or(0) == 0) return std::nullopt;
  return *numerator / *denominator;
}

Counters combined(const std::vector<Counters>& kernels) {
  Counters all;
  for (const Counters& kernel : kernels) all.kernels += kernel.kernels;
  for (const CounterInfo& info : infos)
    if (const auto value = combined(info, kernels)) all.values[info.counter] = *value;
  return all;
}

}  // namespace tilebridge
