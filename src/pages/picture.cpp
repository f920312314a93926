// SPDX-License-Identifier: Apache-2.0
#include "pages/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

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

bool touches(const WarpAccess& access, std::size_t lane, std::int64_t begin, std::int64_t bytes) {
  const std::int64_t address = access.addresses[lane];
  return address != inactive && address < begin + bytes && address + access.bytes > begin;
}

std::vector<int> lanes_at(const WarpAccess& access, std::int64_t begin, std::int64_t bytes) {
  std::vector<int> lanes;
  for (std::size_t lane = 0; lane < access.addresses.size(); ++lane)
    if (touches(access, lane, begin, bytes)) lanes.push_back(static_cast<int>(lane));
  return lanes;
}

bool contains(const std::vector<std::int64_t>& sorted, std::int64_t value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

std::vector<Touch> touches_of(std::int64_t segment, const std::vector<std::int64_t>& words,
                              const std::vector<std::int64_t>& sectors_moved) {
  std::vector<Touch> touched;
  for (std::int64_t i = 0; i < words_in_segment; ++i) {
    const std::int64_t word = segment * words_in_segment + i;
    const bool moved = contains(sectors_moved, word * bank_bytes / sector_bytes);
    touched.push_back(contains(words, word) ? Touch::used : moved ? Touch::moved : Touch::idle);
  }
  return touched;
}

std::string words_text(const std::vector<Touch>& words) {
  constexpr std::array<const char*, 3> signs = {"█", "░", "·"};  // by Touch
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && i % words_in_sector == 0) text += ' ';
    text += signs.at(static_cast<std::size_t>(words[i]));
  }
  return text;
}

}  // namespace

std::vector<std::string> Picture::lines() const {
  constexpr std::size_t most_rows = 8;
  std::size_t width = 0;
  for (const PictureRow& row : rows) width = std::max(width, row.label.size());
  std::vector<std::string> all = {title};
  for (const PictureRow& row : rows)
    all.push_back(
        fmt::format("  {:<{}} {}  {}", row.label, width, words_text(row.words), row.note));
  if (rows.size() > most_rows) {
    const auto gap = all.begin() + most_rows - 1;  // behind the title and the first rows
    *gap = fmt::format("  … {} more", rows.size() - most_rows + 1);
    all.erase(gap + 1, all.end() - 1);
  }
  all.push_back("  " + summary);
  return all;
}

Picture picture_of_segments(const WarpAccess& access, std::string title) {
  const auto words = blocks_touched(access, bank_bytes);
  const auto moved = blocks_touched(access, sector_bytes);
  const auto touched = blocks_touched(access, segment_bytes);
  Picture picture{std::move(title), {}, {}};
  for (const std::int64_t segment : touched)
    picture.rows.push_back({fmt::format("segment {}", segment), touches_of(segment, words, moved),
                            lanes_text(lanes_at(access, segment * segment_bytes, segment_bytes))});
  const auto moved_bytes = static_cast<double>(moved.size() * sector_bytes);
  const double use = use_of_sectors(access);
  picture.summary = fmt::format("{}, {}; {:.0f} of {:.0f} bytes moved are asked for ({:.1f}%)",
                                plural(touched.size(), "segment"), plural(moved.size(), "sector"),
                                use * moved_bytes, moved_bytes, 100 * use);
  return picture;
}

Picture picture_of_banks(const WarpAccess& access, std::string title) {
  Picture picture{std::move(title), {}, {}};
  for (const Turn& turn : turns(access)) {
    for (std::size_t pass = 0; pass < static_cast<std::size_t>(turn.degree()); ++pass) {
      PictureRow row{fmt::format("wavefront {}", picture.rows.size() + 1), {}, {}};
      std::vector<int> serving;
      for (std::size_t bank = 0; bank < turn.words.size(); ++bank) {
        const bool serves = turn.words[bank].size() > pass;
        row.words.push_back(serves ? Touch::used : Touch::idle);
        if (serves) serving.push_back(static_cast<int>(bank));
      }
      row.note = banks_text(serving);
      picture.rows.push_back(std::move(row));
    }
  }
  const int degree = conflict_degree(access);
  picture.summary = fmt::format(
      "{}; {}", plural(picture.rows.size(), "wavefront"),
      degree <= 1 ? std::string("no conflict") : fmt::format("a {}-way bank conflict", degree));
  return picture;
}

}  // namespace tilebridge::pages
