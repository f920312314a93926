// SPDX-License-Identifier: Apache-2.0
#include "terminal/profile.hpp"

#include <fmt/format.h>

#include "pages/counters.hpp"
#include "pages/run.hpp"
#include "terminal/columns.hpp"

namespace tilebridge::terminal {
namespace {

constexpr std::size_t most_columns = 120;

constexpr const char* counter_legend =
    "two numbers: loads/stores; B/sector: bytes used of a sector's 32; L1%, L2%: hits\n"
    "DRAM B: bytes read and written; wave/in: wavefronts per shared-memory instruction\n"
    "occ: active warps, % of the most; model: the access model's prediction\n"
    "waits: what most warps wait for, and how many: mem(ory), shmem (shared memory),\n"
    "  lg and mio (their full queues), sync (barrier), fixed (latency of the instruction\n"
    "  before), unsel (another warp's turn), math (busy pipe)\n";

TextColumns counter_columns(std::size_t name_width) {
  constexpr auto right = TextColumn::Align::right;
  return TextColumns({{"variant", "variant", name_width},
                      {"model", "model", 7},
                      {"requests", "request", 7, right},
                      {"sectors", "sector", 7, right},
                      {"sectors per request", "sect/req", 9, right},
                      {"bytes used per sector", "B/sector", 9, right},
                      {"L1 hits, %", "L1%", 4, right},
                      {"L2 hits, %", "L2%", 4, right},
                      {"DRAM bytes", "DRAM B", 7, right},
                      {"wavefronts per instruction", "wave/in", 9, right},
                      {"active warps, %", "occ", 3, right},
                      {"registers", "reg", 3, right},
                      {"waits", "waits"}},
                     2, most_columns);
}

}  // namespace

std::string profile_text(const Results& results, Style style) {
  const std::size_t widest_name = style.whole ? 1000 : 16;
  const pages::Table table = pages::counters_table(results);
  std::string text =
      fmt::format("{}; {}\n{}", pages::device_text(results), table.caption, counter_legend);
  for (const pages::Table::Group& group : table.groups)
    text += counter_columns(name_width(group, widest_name)).group(table, group, style);
  return text;
}

std::string agreement_lines(const pages::Agreement& agreement) {
  std::string text = fmt::format("access model: {}\n", pages::agreement_text(agreement));
  for (const std::string& difference : agreement.differences)
    text += fmt::format("  {}\n", difference);
  return text;
}

}  // namespace tilebridge::terminal
