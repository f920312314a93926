// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/escape.hpp"
#include "write/svg.hpp"

namespace tilebridge::write {
namespace {

// From Okabe and Ito's palette, whose colours colour-blind people can distinguish.
constexpr std::string_view blue = "#0072b2";
constexpr std::string_view yellow = "#f0e442";
constexpr std::string_view white = "#ffffff";

std::string_view colour_of(pages::Touch touch) {
  if (touch == pages::Touch::used) return blue;
  return touch == pages::Touch::moved ? yellow : white;
}

std::string_view colour_of(pages::Shade shade) {
  if (shade == pages::Shade::full) return blue;
  return shade == pages::Shade::half ? yellow : white;
}

/// Draws lines one below the other.
class Lines {
 public:
  void words(std::string_view text, bool bold = false) {
    write(margin, text, bold ? " font-weight=\"bold\"" : "");
    y_ += line;
  }
  void row(const pages::PictureRow& row) {
    constexpr double cell = 12;
    write(margin, row.label);
    double x = margin + label_width;
    for (std::size_t i = 0; i < row.words.size(); ++i) {
      if (i > 0 && i % pages::words_in_sector == 0) x += 2 * gap;
      box(x, y_, cell, cell, colour_of(row.words[i]), " stroke=\"#888888\"");
      x += cell + gap;
    }
    write(x + 2 * gap, row.note);
    y_ += line;
  }
  /// Cells of the same width, with their texts in them.
  void row(const pages::DrawingRow& row, double cell_width) {
    write(margin, row.label);
    double x = margin + label_width;
    for (const pages::DrawnCell& cell : row.cells) {
      box(x, y_ - gap, cell_width - gap, line - gap, colour_of(cell.shade));
      write(x + cell_width / 2, cell.text,
            fmt::format(" text-anchor=\"middle\" fill=\"{}\"",
                        cell.shade == pages::Shade::full ? white : "#000000"));
      x += cell_width;
    }
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
  static constexpr double gap = 2;
  static constexpr double label_width = 110;
  static constexpr double width = 850;

  void box(double x, double y, double w, double h, std::string_view colour,
           std::string_view more = "") {
    body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}/>\n", x,
                         y, w, h, colour, more);
  }
  void write(double x, std::string_view text, std::string_view more = "") {
    constexpr double baseline = 11;
    body_ += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", x, y_ + baseline, more,
                         xml_escaped(text));
  }

  double y_ = margin;
  std::string body_;
};

void draw(Lines& lines, const pages::Drawing& drawing) {
  const double cell_width = drawing.has_texts() ? 30 : 14;
  lines.words(drawing.title, true);
  for (const pages::DrawingRow& row : drawing.rows) lines.row(row, cell_width);
  lines.words(fmt::format("blue: {}; yellow: {}", drawing.full, drawing.half));
  lines.words(drawing.summary);
  lines.space();
}

void draw(Lines& lines, const pages::Picture& picture) {
  lines.words(picture.title, true);
  for (const auto& [row, left_out] : pages::drawn_lines(picture)) {
    if (row != nullptr)
      lines.row(*row);
    else
      lines.words(left_out);
  }
  lines.words(picture.summary);
  lines.space();
}

/// A line for words of one kind, restarted at each sector; the style cuts it into words.
std::string dashes(const std::vector<pages::Touch>& words, pages::Touch kind) {
  std::string path;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t end = i;
    while (end < words.size() && words[end] == kind &&
           (end == i || end % pages::words_in_sector != 0))
      ++end;
    if (end > i)
      path +=
          fmt::format("M{} 5h{}", 10 * i + 4 * (i / pages::words_in_sector), 10 * (end - i) - 2);
    i = std::max(end, i + 1);
  }
  return path;
}

}  // namespace

std::string words_svg(const std::vector<pages::Touch>& words) {
  std::string svg = "<svg class=\"lanes\" viewBox=\"0 0 332 10\" aria-hidden=\"true\">";
  const auto add = [&](const char* name, pages::Touch kind) {
    if (const std::string path = dashes(words, kind); !path.empty())
      svg += fmt::format("<path class=\"{}\" d=\"{}\"/>", name, path);
  };
  add("used", pages::Touch::used);
  add("moved", pages::Touch::moved);
  add("idle", pages::Touch::idle);
  return svg + "</svg>";
}

std::string picture_file(const std::optional<pages::Drawing>& drawing,
                         std::span<const pages::Picture> pictures) {
  Lines lines;
  if (drawing) draw(lines, *drawing);
  for (const pages::Picture& picture : pictures) draw(lines, picture);
  if (!pictures.empty())
    lines.words("blue: asked for, or a bank that serves; yellow: moved with its sector; white: idle");
  return lines.file();
}

}  // namespace tilebridge::write
