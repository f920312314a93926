// SPDX-License-Identifier: Apache-2.0
#include "report/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "base/escape.hpp"

namespace tilebridge {
namespace {

constexpr int words_in_segment = segment_bytes / bank_bytes;
constexpr int words_in_sector = sector_bytes / bank_bytes;
constexpr std::size_t most_rows = 8;  // drawn; if there are more, the first ones and the very last

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

std::vector<Cell> cells_of(std::int64_t segment, const std::vector<std::int64_t>& words,
                           const std::vector<std::int64_t>& sectors_moved) {
  std::vector<Cell> cells;
  for (std::int64_t i = 0; i < words_in_segment; ++i) {
    const std::int64_t word = segment * words_in_segment + i;
    const bool moved = contains(sectors_moved, word / words_in_sector);
    cells.push_back(contains(words, word) ? Cell::used : moved ? Cell::moved : Cell::idle);
  }
  return cells;
}

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string cells_text(const std::vector<Cell>& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0 && i % words_in_sector == 0) text += ' ';
    text += cells[i] == Cell::used ? "█" : cells[i] == Cell::moved ? "░" : "·";
  }
  return text;
}

std::string row_text(const PictureRow& row, std::size_t label_width) {
  return fmt::format("  {:<{}} {}  {}\n", row.label, label_width, cells_text(row.cells), row.note);
}

/// Whether row i of `count` is drawn: the first ones, and the last.
bool is_drawn(std::size_t i, std::size_t count) {
  return count <= most_rows || i + 2 < most_rows || i + 1 == count;
}

/// Draws lines one below the other.
class Svg {
 public:
  void text(std::string_view words, bool bold = false) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", margin, y_ + baseline,
                         bold ? " font-weight=\"bold\"" : "", xml_escaped(words));
    y_ += line;
  }
  void row(const PictureRow& row) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", margin, y_ + baseline,
                         xml_escaped(row.label));
    double x = margin + label_width;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (i > 0 && i % words_in_sector == 0) x += 2 * gap;
      body_ += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#888888\"/>\n",
          x, y_, cell, cell, colour(row.cells[i]));
      x += cell + gap;
    }
    body_ += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x + 2 * gap, y_ + baseline,
                         xml_escaped(row.note));
    y_ += line;
  }
  void space() { y_ += line / 2; }

  std::string file() const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{2}</svg>\n",
        width, y_ + margin, body_);
  }

 private:
  static constexpr double margin = 10;
  static constexpr double line = 18;
  static constexpr double baseline = 11;
  static constexpr double cell = 12;
  static constexpr double gap = 2;
  static constexpr double label_width = 110;
  static constexpr double width = 850;

  /// From Okabe and Ito's palette, whose colours colour-blind people can distinguish.
  static std::string_view colour(Cell cell) {
    if (cell == Cell::used) return "#0072b2";
    return cell == Cell::moved ? "#f0e442" : "#ffffff";
  }

  double y_ = margin;
  std::string body_;
};

std::string left_out(std::size_t rows) { return fmt::format("… {} more", rows - (most_rows - 1)); }

}  // namespace

Picture picture_of_segments(const WarpAccess& access, std::string title) {
  const auto words = blocks_touched(access, bank_bytes);
  const auto moved = blocks_touched(access, sector_bytes);
  const auto touched = blocks_touched(access, segment_bytes);
  Picture picture{std::move(title), {}, {}};
  for (const std::int64_t segment : touched)
    picture.rows.push_back({fmt::format("segment {}", segment), cells_of(segment, words, moved),
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
        row.cells.push_back(serves ? Cell::used : Cell::idle);
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

std::string as_text(const Picture& picture) {
  const std::size_t count = picture.rows.size();
  std::size_t label_width = 0;
  for (const PictureRow& row : picture.rows) label_width = std::max(label_width, row.label.size());
  std::string text = picture.title + "\n";
  for (std::size_t i = 0; i < count; ++i) {
    if (is_drawn(i, count)) text += row_text(picture.rows[i], label_width);
    if (count > most_rows && i + 2 == count) text += fmt::format("  {}\n", left_out(count));
  }
  return text + fmt::format("  {}\n", picture.summary);
}

std::string as_svg(std::span<const Picture> pictures) {
  Svg svg;
  for (const Picture& picture : pictures) {
    const std::size_t count = picture.rows.size();
    svg.text(picture.title, true);
    for (std::size_t i = 0; i < count; ++i) {
      if (is_drawn(i, count)) svg.row(picture.rows[i]);
      if (count > most_rows && i + 2 == count) svg.text(left_out(count));
    }
    svg.text(picture.summary);
    svg.space();
  }
  svg.text("blue: asked for, or a bank that serves; yellow: moved with its sector; white: idle");
  return svg.file();
}

}  // namespace tilebridge
