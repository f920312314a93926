// SPDX-License-Identifier: Apache-2.0
#include "pages/accesses.hpp"

#include <fmt/ranges.h>

#include <cmath>

#include "hardware/occupancy.hpp"
#include "pages/figures.hpp"

namespace tilebridge::pages {
namespace {

std::string_view word_for(Operation operation) {
  if (operation == Operation::load) return "load";
  return operation == Operation::store ? "store" : "atomic";
}

/// "reduce: ", or "" for the only kernel of a variant.
std::string prefix_of(const Kernel& kernel) {
  return kernel.name.empty() ? "" : kernel.name + ": ";
}

Picture picture_of(const Kernel& kernel, const Access& access) {
  std::int64_t block = kernel.blocks / 2;
  WarpAccess asked = of_warp(access, kernel, block, 0, 0);
  if (asked.active_lanes() == 0) asked = of_warp(access, kernel, block = 0, 0, 0);
  const bool shared = access.memory == Memory::shared;
  const std::string title =
      fmt::format("{}{} {}{}, {} bytes per lane, {} lanes: block {}, warp 0{}", prefix_of(kernel),
                  word_for(access.operation), shared ? "shared memory " : "", access.array,
                  access.bytes, asked.active_lanes(), block,
                  access.steps > 1 ? fmt::format(", first of {} times", access.steps) : "");
  return shared ? picture_of_banks(asked, title) : picture_of_segments(asked, title);
}

void add_row(Table& table, const char* kind, double requests, double moved, const char* unit,
             const std::string& use) {
  if (requests > 0)
    table.add({kind, Cell::number(fmt::format("{:.0f}", requests)),
               Cell::number(fmt::format("{:.0f}", moved)), unit,
               Cell::number(fmt::format("{:.2f}", moved / requests)), Cell::number(use)});
}

void add_row(Table& table, const char* kind, const GlobalTraffic& t) {
  add_row(table, kind, t.requests, t.sectors, "sectors", percent_text(t.use()));
}

void add_row(Table& table, const char* kind, const SharedTraffic& t) {
  add_row(table, kind, t.requests, t.wavefronts, "wavefronts", "");
}

/// Shared memory per block, up to the last byte that the kernel's first block touches.
std::int64_t shared_bytes(const Kernel& kernel) {
  std::map<std::string, std::int64_t> ends;
  for (const Access& access : kernel.accesses) {
    if (access.memory != Memory::shared) continue;
    std::int64_t& end = ends[access.array];
    for (int rank = 0; rank < kernel.threads; ++rank)
      for (std::int64_t step = 0; step < access.steps; ++step)
        end = std::max(end, access.at({0, rank}, step) + access.bytes);
  }
  std::int64_t sum = 0;
  for (const auto& [array, end] : ends) sum += end;
  return sum;
}

std::string limiters_text(const Occupancy& occupancy) {
  std::vector<std::string_view> names;
  for (const Resource resource : occupancy.limiters) names.push_back(words_for(resource));
  return fmt::format("{}", fmt::join(names, " and "));
}

std::string occupancy_sentence(const Kernel& kernel, const Limits& limits) {
  const std::int64_t shared = shared_bytes(kernel);
  const auto with = [&](std::int64_t registers) {
    return occupancy(limits, {kernel.threads, registers, shared});
  };
  const Occupancy most = with(1);
  std::int64_t registers = 1;
  while (registers < limits.registers_per_thread && with(registers + 1).blocks == most.blocks)
    ++registers;
  return fmt::format(
      "{}{} threads and {} of shared memory per block on {}: {} blocks per SM, "
      "{:.0f}% of its warps, limited by {}, with at most {} registers per thread",
      prefix_of(kernel), kernel.threads, bytes_text(shared), arch_name(limits), most.blocks,
      100 * most.share, limiters_text(most), registers);
}

}  // namespace

std::vector<Picture> pictures_of(std::span<const Kernel> kernels) {
  std::vector<Picture> pictures;
  for (const Kernel& kernel : kernels)
    for (const Access& access : kernel.accesses)
      if (Picture picture = picture_of(kernel, access); !picture.empty())
        pictures.push_back(std::move(picture));
  return pictures;
}

Table traffic_table(const Traffic& traffic) {
  Table table = {"", {"access", "requests", "moved", {"", "unit"}, "per request", "use"}};
  add_row(table, "load", traffic.load);
  add_row(table, "store", traffic.store);
  add_row(table, "atomic", traffic.atomic);
  add_row(table, "shared load", traffic.shared_load);
  add_row(table, "shared store", traffic.shared_store);
  add_row(table, "shared atomic", traffic.shared_atomic);
  return table;
}

std::string moved_text(const Traffic& traffic) {
  return fmt::format(
      "{} move between L1 and the warps; {:.0f} passes through L1 and shared memory{}",
      bytes_text(std::llround(traffic.bytes_moved())), traffic.l1_passes,
      traffic.exact ? "" : "; counted for some blocks and scaled");
}

std::vector<std::string> launch_lines(std::span<const Kernel> kernels) {
  std::vector<std::string> lines;
  for (const Kernel& kernel : kernels)
    lines.push_back(
        fmt::format("{}{} blocks of {} threads", prefix_of(kernel), kernel.blocks, kernel.threads));
  return lines;
}

std::vector<std::string> occupancy_sentences(std::span<const Kernel> kernels,
                                             const Limits& limits) {
  std::vector<std::string> sentences;
  for (const Kernel& kernel : kernels) sentences.push_back(occupancy_sentence(kernel, limits));
  return sentences;
}

}  // namespace tilebridge::pages
