// SPDX-License-Identifier: Apache-2.0
#include "html/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/escape.hpp"
#include "html/markup.hpp"

namespace tilebridge::html {
namespace {

/// Draws lines one below the other.
class Svg {
 public:
  void text(std::string_view words, bool bold = false) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", margin, y_ + baseline,
                         bold ? " font-weight=\"bold\"" : "", xml_escaped(words));
    y_ += line;
  }
  void row(const pages::PictureRow& row) {
    label(row.label);
    double x = margin + label_width;
    for (std::size_t i = 0; i < row.words.size(); ++i) {
      if (i > 0 && i % pages::words_in_sector == 0) x += 2 * gap;
      body_ += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#888888\"/>\n",
          x, y_, cell, cell, colour(row.words[i]));
      x += cell + gap;
    }
    body_ += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x + 2 * gap, y_ + baseline,
                         xml_escaped(row.note));
    y_ += line;
  }
  /// Cells of the same width, with their texts in them.
  void row(const pages::DrawingRow& row, double cell_width) {
    label(row.label);
    double x = margin + label_width;
    for (const pages::DrawnCell& drawn : row.cells) {
      body_ += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n"
          "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
          x, y_ - gap, cell_width - gap, line - gap, colour(drawn.shade), x + cell_width / 2,
          y_ + baseline, drawn.shade == pages::Shade::full ? "#ffffff" : "#000000",
          xml_escaped(drawn.text));
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
  static constexpr double baseline = 11;
  static constexpr double cell = 12;
  static constexpr double gap = 2;
  static constexpr double label_width = 110;
  static constexpr double width = 850;

  // From Okabe and Ito's palette, whose colours colour-blind people can distinguish.
  static constexpr std::string_view blue = "#0072b2";
  static constexpr std::string_view yellow = "#f0e442";
  static constexpr std::string_view white = "#ffffff";

  static std::string_view colour(pages::Touch touch) {
    if (touch == pages::Touch::used) return blue;
    return touch == pages::Touch::moved ? yellow : white;
  }
  static std::string_view colour(pages::Shade shade) {
    if (shade == pages::Shade::full) return blue;
    return shade == pages::Shade::half ? yellow : white;
  }

  void label(std::string_view words) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", margin, y_ + baseline,
                         xml_escaped(words));
  }

  double y_ = margin;
  std::string body_;
};

/// A dashed line for words of one kind, one dash per word, restarted at each sector.
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

std::string strip(const std::vector<pages::Touch>& words) {
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

std::string row_html(const pages::PictureRow& row) {
  return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>",
                     html::text(row.label), strip(row.words), html::text(row.note));
}

void draw(Svg& svg, const pages::Drawing& drawing) {
  constexpr double for_number = 30;
  constexpr double for_shade = 14;
  const double cell_width = drawing.has_texts() ? for_number : for_shade;
  svg.text(drawing.title, true);
  for (const pages::DrawingRow& row : drawing.rows) svg.row(row, cell_width);
  svg.text(fmt::format("blue: {}; yellow: {}", drawing.full, drawing.half));
  svg.text(drawing.summary);
  svg.space();
}

std::string_view class_of(pages::Shade shade) {
  if (shade == pages::Shade::full) return " class=\"full\"";
  return shade == pages::Shade::half ? " class=\"half\"" : "";
}

std::string row_html(const pages::DrawingRow& row) {
  std::string cells;
  for (const pages::DrawnCell& cell : row.cells)
    cells += fmt::format("<td{}>{}</td>", class_of(cell.shade), html::text(cell.text));
  return fmt::format("<tr><th scope=\"row\">{}</th>{}</tr>", html::text(row.label), cells);
}

}  // namespace

std::string picture_svg(const std::optional<pages::Drawing>& drawing,
                        std::span<const pages::Picture> pictures) {
  Svg svg;
  if (drawing) draw(svg, *drawing);
  for (const pages::Picture& picture : pictures) {
    svg.text(picture.title, true);
    for (const auto& [row, left_out] : pages::drawn_lines(picture)) {
      if (row != nullptr)
        svg.row(*row);
      else
        svg.text(left_out);
    }
    svg.text(picture.summary);
    svg.space();
  }
  if (!pictures.empty())
    svg.text("blue: asked for, or a bank that serves; yellow: moved with its sector; white: idle");
  return svg.file();
}

std::string drawing_table(const pages::Drawing& drawing) {
  std::string rows;
  for (const pages::DrawingRow& row : drawing.rows) rows += row_html(row);
  return fmt::format(
      "<div class=\"scroll\"><table class=\"drawing\"><caption>{}</caption><tbody>{}</tbody>"
      "</table></div>\n"
      "<p class=\"key\"><span class=\"used\"></span> {} <span class=\"moved\"></span> {}</p>\n{}",
      text(drawing.title), rows, text(drawing.full), text(drawing.half),
      paragraph(drawing.summary, "class=\"note\""));
}

std::string picture_table(const pages::Picture& picture) {
  std::string rows;
  for (const auto& [row, left_out] : pages::drawn_lines(picture))
    rows += row != nullptr ? row_html(*row)
                           : fmt::format("<tr><td colspan=\"3\">{}</td></tr>", text(left_out));
  return fmt::format(
      "<div class=\"scroll\"><table class=\"picture\"><caption>{}</caption><tbody>{}</tbody>"
      "<tfoot><tr><td colspan=\"3\">{}</td></tr></tfoot></table></div>\n",
      text(picture.title), rows, text(picture.summary));
}

}  // namespace tilebridge::html
