// SPDX-License-Identifier: Apache-2.0
#include "pages/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace tilebridge::pages {
namespace {

constexpr int words_in_segment = segment_bytes / bank_bytes;
constexpr std::size_t words_in_sector = sector_bytes / bank_bytes;

/// "0…7, 9, 16…31"
std::string ranges(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[first]);
    if (last > first) text += fmt::format("…{}", numbers[last]);
    first = last + 1;
  }
  return text;
}

/// "lane 3", "lanes 0…7", "9 lanes: 0, 2, 4…": shortened if they are scattered.
std::string lanes_text(const std::vector<int>& lanes) {
  constexpr std::size_t longest = 24;
  if (lanes.size() == 1) return fmt::format("lane {}", lanes.front());
  const std::string all = ranges(lanes);
  if (all.size() <= longest) return "lanes " + all;
  return fmt::format("{} lanes: {}…", lanes.size(), all.substr(0, all.find(',', longest / 2) + 1));
}

/// "bank 3", "banks 0…31", "9 banks": only counted if they are scattered.
std::string banks_text(const std::vector<int>& serving) {
  constexpr std::size_t longest = 24;
  if (serving.size() == 1) return fmt::format("bank {}", serving.front());
  const std::string all = ranges(serving);
  return all.size() <= longest ? "banks " + all : fmt::format("{} banks", serving.size());
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
      lines.back().append(i % words_in_sector == 0 ? " " : "").append(words[i]);
    lines.back() += "  " + note;
  }
  if (rows.size() > most_rows) {
    const auto gap = lines.begin() + most_rows - 1;  // behind the title and the first rows
    *gap = fmt::format("  … {} more", rows.size() - most_rows + 1);
    lines.erase(gap + 1, lines.end() - 1);
  }
  lines.push_back("  " + summary);
  return lines;
}

}  // namespace

Picture picture_of_segments(const WarpAccess& access, const std::string& title) {
  const auto words = blocks_touched(access, bank_bytes);
  const auto moved = blocks_touched(access, sector_bytes);
  std::vector<PictureRow> rows;
  for (const std::int64_t segment : blocks_touched(access, segment_bytes)) {
    const auto lanes = lanes_at(access, segment * segment_bytes, segment_bytes);
    rows.push_back({fmt::format("segment {}", segment), {}, lanes_text(lanes)});
    for (std::int64_t i = 0; i < words_in_segment; ++i) {
      const std::int64_t word = segment * words_in_segment + i;
      const bool is_moved = std::ranges::binary_search(moved, word * bank_bytes / sector_bytes);
      const bool is_used = std::ranges::binary_search(words, word);
      rows.back().words.push_back(is_used ? "█" : is_moved ? "░" : "·");
    }
  }
  const auto moved_bytes = static_cast<double>(moved.size() * sector_bytes);
  const double use = use_of_sectors(access);
  return lines_of(title, rows,
                  fmt::format("{}, {}; {:.0f} of {:.0f} bytes moved are asked for ({:.1f}%)",
                              plural(rows.size(), "segment"), plural(moved.size(), "sector"),
                              use * moved_bytes, moved_bytes, 100 * use));
}

Picture picture_of_banks(const WarpAccess& access, const std::string& title) {
  std::vector<PictureRow> rows;
  for (const Turn& turn : turns(access))
    for (std::size_t pass = 0; pass < static_cast<std::size_t>(turn.degree()); ++pass) {
      rows.push_back({fmt::format("wavefront {}", rows.size() + 1), {}, {}});
      std::vector<int> serving;
      for (std::size_t bank = 0; bank < turn.words.size(); ++bank) {
        const bool serves = turn.words[bank].size() > pass;
        rows.back().words.push_back(serves ? "█" : "·");
        if (serves) serving.push_back(static_cast<int>(bank));
      }
      rows.back().note = banks_text(serving);
    }
  const int degree = conflict_degree(access);
  return lines_of(
      title, rows,
      fmt::format("{}; {}", plural(rows.size(), "wavefront"),
                  degree <= 1 ? "no conflict" : fmt::format("a {}-way bank conflict", degree)));
}

}  // namespace tilebridge::pages
