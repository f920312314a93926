// SPDX-License-Identifier: Apache-2.0
#include "hardware/occupancy.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tilebridge {
namespace {

std::int64_t ceil_div(std::int64_t n, std::int64_t divisor) { return (n + divisor - 1) / divisor; }

std::int64_t round_up(std::int64_t n, std::int64_t unit) { return ceil_div(n, unit) * unit; }

std::int64_t warps_of(const Limits& limits, const Footprint& block) {
  return ceil_div(block.threads, limits.warp);
}

std::int64_t registers_of_warp(const Limits& limits, const Footprint& block) {
  return round_up(block.registers * limits.warp, limits.warp_register_unit());
}

bool too_many_registers(const Limits& limits, const Footprint& block) {
  return block.registers > limits.registers_per_thread ||
         registers_of_warp(limits, block) * round_up(warps_of(limits, block), checked_partitions) >
             limits.registers_per_block;
}

int blocks_by_warps(const Limits& limits, const Footprint& block) {
  if (block.threads > limits.threads_per_block) return 0;
  return static_cast<int>(limits.warps / warps_of(limits, block));
}

int most_blocks(const Limits& limits, const Footprint& block) {
  return warps_of(limits, block) > 1 ? limits.multi_warp_blocks : limits.blocks;
}

std::optional<int> blocks_by_registers(const Limits& limits, const Footprint& block) {
  if (block.registers == 0) return std::nullopt;
  if (too_many_registers(limits, block)) return 0;
  const int partition = limits.registers / limits.unit.partitions;
  const std::int64_t warps = partition / registers_of_warp(limits, block) * limits.unit.partitions;
  return static_cast<int>(warps / warps_of(limits, block));
}

std::optional<int> blocks_by_shared_memory(const Limits& limits, const Footprint& block) {
  const std::int64_t bytes =
      round_up(block.shared_bytes + limits.unit.reserved_bytes, limits.unit.shared_bytes);
  if (bytes == 0) return std::nullopt;
  if (bytes > limits.shared_bytes_opt_in + limits.unit.reserved_bytes) return 0;
  return static_cast<int>(limits.shared_bytes / bytes);
}

std::string why_refused(const Limits& limits, const Footprint& block) {
  if (block.threads > limits.threads_per_block)
    return fmt::format("over {} threads per block", limits.threads_per_block);
  if (block.registers > limits.registers_per_thread)
    return fmt::format("over {} registers per thread", limits.registers_per_thread);
  if (too_many_registers(limits, block))
    return fmt::format("over {} registers per block", limits.registers_per_block);
  return fmt::format("over {} shared bytes per block", limits.shared_bytes_opt_in);
}

}  // namespace

std::string_view words_for(Resource resource) {
  constexpr std::array words = {"blocks", "warps", "registers", "shared memory"};
  return words.at(static_cast<std::size_t>(resource));
}

Occupancy occupancy(const Limits& limits, const Footprint& block) {
  Occupancy result = {};
  result.allowances = {{{Resource::blocks, most_blocks(limits, block)},
                        {Resource::warps, blocks_by_warps(limits, block)},
                        {Resource::registers, blocks_by_registers(limits, block)},
                        {Resource::shared_memory, blocks_by_shared_memory(limits, block)}}};
  result.blocks = most_blocks(limits, block);
  for (const Allowance& allowance : result.allowances)
    result.blocks = std::min(result.blocks, allowance.blocks.value_or(result.blocks));
  for (const Allowance& allowance : result.allowances)
    if (allowance.blocks == result.blocks) result.limiters.push_back(allowance.resource);
  if (result.blocks == 0) result.refusal = why_refused(limits, block);
  result.warps = static_cast<int>(result.blocks * warps_of(limits, block));
  result.share = static_cast<double>(result.warps) / limits.warps;
  return result;
}

}  // namespace tilebridge
