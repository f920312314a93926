// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "base/escape.hpp"
#include "pages/svg.hpp"

namespace tilebridge::pages {
namespace {

/// Where the words of one kind end that begin with number `first`; a sector ends them too.
std::size_t end_of_run(const std::vector<Touch>& words, std::size_t first) {
  std::size_t end = first + 1;
  while (end < words.size() && words[end] == words[first] && end % words_in_sector != 0) ++end;
  return end;
}

/// Draws lines one below the other.
class Canvas {
 public:
  void words(std::string_view text, std::string_view more = "") {
    write(margin, text, more);
    y_ += line;
  }
  void row(const PictureRow& row) {
    write(margin, row.label);
    for (std::size_t i = 0; i < row.words.size();) {
      const std::size_t end = end_of_run(row.words, i);
      words_[static_cast<std::size_t>(row.words[i])] += fmt::format(
          "M{:g} {:g}h{:g}", word_at(i), y_ + word / 2, word_at(end - 1) + word - word_at(i));
      i = end;
    }
    write(word_at(row.words.size()) + gap, row.note);
    y_ += line;
  }
  /// Cells of the same width, with their texts in them.
  void row(const DrawingRow& row, double cell_width) {
    write(margin, row.label);
    double x = margin + label_width;
    for (const DrawnCell& cell : row.cells) {
      if (cell.shade != Shade::none)
        body_ +=
            fmt::format("<path class=\"{}\" d=\"M{:g} {:g}h{:g}v{:g}h-{:g}z\" fill=\"{}\"/>",
                        cell.shade == Shade::full ? "full" : "half", x, y_ - gap, cell_width - gap,
                        line - gap, cell_width - gap, cell.shade == Shade::full ? blue : yellow);
      write(x + cell_width / 2 - gap / 2, cell.text,
            cell.shade == Shade::full ? " text-anchor=\"middle\" class=\"light\" fill=\"#ffffff\""
                                      : " text-anchor=\"middle\"");
      x += cell_width;
    }
    y_ += line;
  }
  void space() { y_ += line / 2; }

  std::string svg() const {
    constexpr std::array colours = {blue, yellow, grey};
    constexpr std::array names = {"used", "moved", "idle"};
    std::string paths;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!words_[i].empty())
        paths += fmt::format(
            "<path class=\"{0}\" stroke=\"{1}\" stroke-width=\"{2}\" "
            "stroke-dasharray=\"{2} {3}\" d=\"{4}\"/>\n",
            names[i], colours[i], word, gap, words_[i]);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{2}{3}</svg>\n",
        width, y_ + margin, paths, body_);
  }

 private:
  static constexpr double margin = 10;
  static constexpr double line = 18;
  static constexpr double gap = 2;
  static constexpr double word = 12;
  static constexpr double label_width = 110;
  static constexpr double width = 850;

  // From Okabe and Ito's palette, whose colours colour-blind people can distinguish. In a web page,
  // its style takes their place.
  static constexpr std::string_view blue = "#0072b2";
  static constexpr std::string_view yellow = "#e69f00";
  static constexpr std::string_view grey = "#e4e7ea";

  static double word_at(std::size_t i) {
    return margin + label_width + (word + gap) * static_cast<double>(i) +
           2 * gap * static_cast<double>(i / words_in_sector);
  }
  void write(double x, std::string_view text, std::string_view more = "") {
    constexpr double baseline = 11;
    if (!text.empty())
      body_ += fmt::format("<text x=\"{:g}\" y=\"{:g}\"{}>{}</text>\n", x, y_ + baseline, more,
                           xml_escaped(text));
  }

  double y_ = margin;
  std::array<std::string, 3> words_;  // paths by Touch
  std::string body_;
};

void draw(Canvas& canvas, const Drawing& drawing) {
  const double cell_width = drawing.has_texts() ? 30 : 14;
  canvas.words(drawing.title, " font-weight=\"bold\"");
  for (const DrawingRow& row : drawing.rows) canvas.row(row, cell_width);
  canvas.words(fmt::format("blue: {}; yellow: {}", drawing.full, drawing.half));
  canvas.words(drawing.summary);
  canvas.space();
}

void draw(Canvas& canvas, const Picture& picture) {
  canvas.words(picture.title, " font-weight=\"bold\"");
  for (const auto& [row, left_out] : drawn_lines(picture)) {
    if (row != nullptr)
      canvas.row(*row);
    else
      canvas.words(left_out);
  }
  canvas.words(picture.summary);
  canvas.space();
}

}  // namespace

std::string picture_svg(const std::optional<Drawing>& drawing, std::span<const Picture> pictures) {
  Canvas canvas;
  if (drawing) draw(canvas, *drawing);
  for (const Picture& picture : pictures) draw(canvas, picture);
  if (!pictures.empty())
    canvas.words(
        "blue: asked for, or a bank that serves; yellow: moved with its sector; grey: idle");
  return canvas.svg();
}

}  // namespace tilebridge::pages
