// SPDX-License-Identifier: Apache-2.0
#include "terminal/occupancy.hpp"

#include <fmt/format.h>

#include "pages/figures.hpp"

namespace tilebridge::terminal {
namespace {

std::string limits_text(const Limits& l) {
  const Granularity& unit = l.unit;
  return fmt::format(
      "{}, compute capability {}.{}\n"
      "  per SM            {} blocks, {} warps, {} registers, {} of shared memory\n"
      "  per block         {} threads, {} registers, {} of shared memory, {} with opt-in\n"
      "  per thread        {} registers\n"
      "  allocated in      {} registers per {}, {} partitions; {} of shared memory, {} reserved\n"
      "  sources           {}; {}\n",
      arch_name(l), l.major, l.minor, l.blocks, l.warps, l.registers,
      pages::bytes_text(l.shared_bytes), l.threads_per_block, l.registers_per_block,
      pages::bytes_text(l.shared_bytes_per_block), pages::bytes_text(l.shared_bytes_opt_in),
      l.registers_per_thread, unit.registers, unit.by_block ? "block" : "warp", unit.partitions,
      pages::bytes_text(unit.shared_bytes),
      unit.reserved_bytes > 0 ? pages::bytes_text(unit.reserved_bytes) : "none", l.source,
      unit.source);
}

int column_of(Resource resource) { return resource == Resource::registers ? 9 : 6; }

std::string limiters_text(const std::vector<Resource>& limiters) {
  std::string text;
  for (const Resource resource : limiters)
    text += (text.empty() ? "" : ", ") + std::string(words_for(resource));
  return text;
}

std::string row_text(const pages::OccupancyRow& row, bool marked) {
  const Occupancy& o = row.occupancy;
  std::string text = fmt::format("{} {:>7} {:>7} {:>6} {:>9.1f}%", marked ? '>' : ' ', row.threads,
                                 o.blocks, o.warps, 100 * o.share);
  for (const Allowance& allowance : o.allowances)
    text += fmt::format(" {:>{}}", allowance.blocks ? fmt::to_string(*allowance.blocks) : "-",
                        column_of(allowance.resource));
  return text + "  " + (o.refusal.empty() ? limiters_text(o.limiters) : o.refusal);
}

}  // namespace

std::string occupancy_text(const pages::OccupancyPage& page) {
  std::string text =
      limits_text(page.limits) +
      fmt::format(
          "\n{} registers per thread, {} of shared memory per block\n{:36}blocks allowed by\n",
          page.asked.registers, pages::bytes_text(page.asked.shared_bytes), "") +
      fmt::format("  {:>7} {:>7} {:>6} {:>10} {:>6} {:>6} {:>9} {:>6}  {}\n", "threads", "blocks",
                  "warps", "occupancy", "blocks", "warps", "registers", "shared", "limited by");
  for (const pages::OccupancyRow& row : page.rows)
    text += row_text(row, row.threads == page.asked.threads) + "\n";
  return text;
}

}  // namespace tilebridge::terminal
