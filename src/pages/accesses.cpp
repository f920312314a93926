// SPDX-License-Identifier: Apache-2.0
#include "pages/accesses.hpp"

#include <fmt/ranges.h>

#include <cmath>

#include "base/text.hpp"
#include "hardware/occupancy.hpp"
#include "pages/figures.hpp"

namespace tilebridge::pages {
namespace {

constexpr std::size_t words_in_group = sector_bytes / bank_bytes;  // between two gaps of a row

/// "0–7, 9, 16–31"
std::string ranges(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[first]);
    if (last > first) text += fmt::format("–{}", numbers[last]);
    first = last + 1;
  }
  return text;
}

/// "lane 3", "lanes 0–7", "9 lanes: 0, 2, 4…": shortened if they are scattered.
std::string numbered(const char* noun, const std::vector<int>& numbers) {
  constexpr std::size_t longest = 24;
  const std::string all = ranges(numbers);
  if (all.size() <= longest)
    return fmt::format("{}{} {}", noun, numbers.size() > 1 ? "s" : "", all);
  return fmt::format("{} {}s: {}…", numbers.size(), noun,
                     all.substr(0, all.find(',', longest / 2) + 1));
}

std::vector<int> lanes_at(const WarpAccess& access, std::int64_t begin, std::int64_t bytes) {
  std::vector<int> lanes;
  for (std::size_t lane = 0; lane < access.addresses.size(); ++lane) {
    const std::int64_t address = access.addresses[lane];
    if (address != inactive && address < begin + bytes && address + access.bytes > begin)
      lanes.push_back(static_cast<int>(lane));
  }
  return lanes;
}

struct PictureRow {
  std::string label;               // "segment 12", "wavefront 3"
  std::vector<const char*> words;  // a sign for each
  std::string note;                // which lanes, or banks
};

Picture lines_of(const std::string& title, const std::vector<PictureRow>& rows,
                 const std::string& summary) {
  constexpr std::size_t most_rows = 8;
  if (rows.empty()) return {};
  std::size_t width = 0;
  for (const PictureRow& row : rows) width = std::max(width, row.label.size());
  Picture lines = {title};
  for (const auto& [label, words, note] : rows) {
    lines.push_back(fmt::format("  {:<{}}", label, width));
    for (std::size_t i = 0; i < words.size(); ++i)
      lines.back().append(i % words_in_group == 0 ? " " : "").append(words[i]);
    lines.back() += "  " + note;
  }
  const auto [first, left_out] = shown_rows(rows.size(), most_rows);
  if (left_out > 0) {
    const auto gap = lines.begin() + 1 + static_cast<std::ptrdiff_t>(first);  // behind the title
    *gap = fmt::format("  … {} more", left_out);
    lines.erase(gap + 1, lines.end() - 1);
  }
  lines.push_back("  " + summary);
  return lines;
}

std::string_view word_for(Operation operation) {
  if (operation == Operation::load) return "load";
  return operation == Operation::store ? "store" : "atomic";
}

/// "reduce: ", or "" for the only kernel of a variant.
std::string prefix_of(const Kernel& kernel) {
  return kernel.name.empty() ? "" : kernel.name + ": ";
}

ShownAccess shown_access(const Kernel& kernel, const Access& access, const Architecture& on) {
  std::int64_t block = kernel.blocks / 2;
  WarpAccess asked = of_warp(access, kernel, block, 0, 0, on);
  if (asked.active_lanes() == 0) asked = of_warp(access, kernel, block = 0, 0, 0, on);
  std::string title = fmt::format(
      "{}{}{} {}{}, {} per lane, {}: block {}, {} 0{}", prefix_of(kernel),
      access.by_copy ? "asynchronous copy, " : "", word_for(access.operation),
      access.memory == Memory::shared ? "shared memory " : "", access.array,
      plural(static_cast<std::size_t>(access.bytes), "byte"),
      plural(static_cast<std::size_t>(asked.active_lanes()), "lane"), block, on.words.warp,
      access.steps > 1 ? fmt::format(", first of {} times", access.steps) : "");
  return {std::move(title), access.memory, std::move(asked)};
}

void add_row(Table& table, const char* kind, double requests, double moved, std::string_view unit,
             const std::string& use) {
  if (requests > 0)
    table.add({kind, Cell::number(fmt::format("{:.0f}", requests)),
               Cell::number(fmt::format("{:.0f}", moved)), fmt::format("{}s", unit),
               Cell::number(fmt::format("{:.2f}", moved / requests)), Cell::number(use)});
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

std::string limiters_text(const Occupancy& occupancy, std::string_view warps) {
  std::vector<std::string_view> names;
  for (const Resource resource : occupancy.limiters)
    names.push_back(resource == Resource::warps ? warps : words_for(resource));
  return fmt::format("{}", fmt::join(names, " and "));
}

/// "; memory moves 2048 (6.2%)", where a load takes more of memory than of L2.
std::string from_memory_text(const WarpAccess& access, const Architecture& on) {
  const double moved = bursts(access, on) * on.memory_bytes;
  if (access.operation != Operation::load || moved <= sectors(access, on) * on.unit_bytes)
    return "";
  return fmt::format("; memory moves {:.0f} ({:.1f}%)", moved, 100 * use_of_bursts(access, on));
}

}  // namespace

std::vector<ShownAccess> shown_accesses(std::span<const Kernel> kernels, const Architecture& on) {
  std::vector<ShownAccess> all;
  for (const Kernel& kernel : kernels)
    for (const Access& access : kernel.accesses)
      if (ShownAccess one = shown_access(kernel, access, on); one.request.active_lanes() > 0)
        all.push_back(std::move(one));
  return all;
}

std::string moved_sentence(const WarpAccess& access, const Architecture& on) {
  const auto lines = static_cast<std::size_t>(segments(access, on));
  const auto moved = static_cast<std::size_t>(sectors(access, on));
  const auto moved_bytes = static_cast<double>(moved) * on.unit_bytes;
  const double use = use_of_sectors(access, on);
  return fmt::format("{}{}; {:.0f} of {:.0f} bytes moved are asked for ({:.1f}%){}",
                     plural(lines, on.words.line),
                     on.unit_bytes == on.line_bytes ? "" : ", " + plural(moved, on.words.unit),
                     use * moved_bytes, moved_bytes, 100 * use, from_memory_text(access, on));
}

std::string conflict_sentence(const WarpAccess& access, const Architecture& on) {
  const int degree = conflict_degree(access, on);
  return fmt::format(
      "{}; {}", plural(static_cast<std::size_t>(wavefronts(access, on)), on.words.pass),
      degree <= 1 ? "no conflict"
                  : fmt::format("{} {}-way bank conflict",
                                degree == 8 || degree == 11 || degree == 18 ? "an" : "a", degree));
}

ShownRows shown_rows(std::size_t count, std::size_t most) {
  if (count <= most) return {count, 0};
  return {most - 2, count - (most - 1)};  // the gap and the last row are rows too
}

Picture picture_of_segments(const WarpAccess& access, const std::string& title,
                            const Architecture& on) {
  const auto words = blocks_touched(access, bank_bytes);
  const auto moved = blocks_touched(access, on.unit_bytes);
  const std::int64_t words_in_line = on.line_bytes / bank_bytes;
  std::vector<PictureRow> rows;
  for (const std::int64_t line : blocks_touched(access, on.line_bytes)) {
    const auto lanes = lanes_at(access, line * on.line_bytes, on.line_bytes);
    rows.push_back({fmt::format("{} {}", on.words.line, line), {}, numbered("lane", lanes)});
    for (std::int64_t i = 0; i < words_in_line; ++i) {
      const std::int64_t word = line * words_in_line + i;
      const bool is_moved = std::ranges::binary_search(moved, word * bank_bytes / on.unit_bytes);
      const bool is_used = std::ranges::binary_search(words, word);
      rows.back().words.push_back(is_used ? "█" : is_moved ? "░" : "·");
    }
  }
  return lines_of(title, rows, moved_sentence(access, on));
}

Picture picture_of_banks(const WarpAccess& access, const std::string& title,
                         const Architecture& on) {
  std::vector<PictureRow> rows;
  for (const std::vector<int>& serving : serving_banks(access, on)) {
    rows.push_back({fmt::format("{} {}", on.words.pass, rows.size() + 1),
                    std::vector<const char*>(banks, "·"), numbered("bank", serving)});
    for (const int bank : serving) rows.back().words[static_cast<std::size_t>(bank)] = "█";
  }
  return lines_of(title, rows, conflict_sentence(access, on));
}

std::vector<Picture> pictures_of(std::span<const Kernel> kernels, const Architecture& on) {
  std::vector<Picture> pictures;
  for (const auto& [title, memory, request] : shown_accesses(kernels, on))
    pictures.push_back(memory == Memory::shared ? picture_of_banks(request, title, on)
                                                : picture_of_segments(request, title, on));
  return pictures;
}

Table traffic_table(const Traffic& traffic, const Architecture& on) {
  Table table = {"", {"access", "requests", "moved", {"", "unit"}, "per request", "use"}};
  for (const auto& [kind, t] : {std::pair("load", traffic.load), std::pair("store", traffic.store),
                                std::pair("atomic", traffic.atomic)})
    add_row(table, kind, t.requests, t.sectors, on.words.unit, percent_text(t.use(on.unit_bytes)));
  for (const auto& [kind, t] : {std::pair("shared load", traffic.shared_load),
                                std::pair("shared store", traffic.shared_store),
                                std::pair("shared atomic", traffic.shared_atomic)})
    add_row(table, kind, t.requests, t.wavefronts, on.words.pass, "");
  return table;
}

std::string moved_text(const Traffic& traffic, const Architecture& on) {
  const double shared = traffic.shared_passes();
  const std::string passes =
      on.unit_bytes == on.line_bytes
          ? fmt::format("{:.0f} lines are looked up in L1; the LDS takes {:.0f} cycles",
                        traffic.l1_passes - shared, shared)
          : fmt::format("{:.0f} passes through L1 and shared memory", traffic.l1_passes);
  return fmt::format("{} move between {}; {}{}",
                     bytes_text(std::llround(traffic.bytes_moved(on.unit_bytes))), on.words.between,
                     passes, traffic.exact ? "" : "; counted for some blocks and scaled");
}

std::string unknown_text(const Architecture& on) {
  if (on.unknown.empty()) return "";
  return fmt::format(
      "The model of {} is from AMD's documents and was checked against no counter. It does not "
      "know: {}.",
      on.name, fmt::join(on.unknown, "; "));
}

std::string launch_line(const Kernel& kernel) {
  return fmt::format("{}{} blocks of {} threads", prefix_of(kernel), kernel.blocks, kernel.threads);
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
  const std::string_view warps = limits.is_amd() ? "wavefronts" : words_for(Resource::warps);
  return fmt::format(
      "{}{} threads and {} of shared memory per block on {}: {} blocks per {}, "
      "{:.0f}% of its {}, limited by {}, with at most {} registers per thread",
      prefix_of(kernel), kernel.threads, bytes_text(shared), arch_name(limits), most.blocks,
      limits.is_amd() ? "CU" : "SM", 100 * most.share, warps, limiters_text(most, warps),
      registers);
}

}  // namespace tilebridge::pages
