// SPDX-License-Identifier: Apache-2.0
// Elements of SVG pictures, and the sheet that a picture is drawn on. Colours are variables and
// classes of src/write/picture.css.
#pragma once

#include <string>
#include <string_view>

#include "base/text.hpp"

namespace tilebridge::pages {

/// A picture is shown in a file of 700 units or, for a telephone, of 360; or on a web page, as wide
/// as the page, without a head.
enum class Canvas { wide, narrow, page };

namespace svg {

/// A place or a length across: in units, "12.0", or as a share of the element around it, "45.2%".
using Across = std::string;

Across units(double x);

/// One line of text, whose control characters are made harmless; `y` is its baseline.
std::string words(const Across& x, double y, std::string_view text,
                  std::string_view attributes = "");
std::string line(const Across& x1, double y1, const Across& x2, double y2,
                 std::string_view attributes = "");
std::string rectangle(const Across& x, double y, const Across& width, double height,
                      std::string_view attributes);
/// The attribute that fills with a colour: "fill=\"var(--kokkos)\"".
std::string filled(std::string_view colour);

inline constexpr std::string_view dim = "class=\"dim\"";

/// A picture from top to bottom.
class Sheet {
 public:
  /// `width` and `edge`, which text keeps at both sides, are in units; on Canvas::page only the
  /// legend's lines keep `width`.
  Sheet(Canvas canvas, double width, double edge);

  /// Adds text in letters of that width, and breaks its lines at the edge.
  void add_lines(std::string_view text, std::string_view attributes, double letter);
  /// In large letters.
  void add_title(std::string_view title);
  /// In small letters.
  void add_note(std::string_view text) { add_lines(text, dim, 6.3); }
  /// Adds a sign, which `sign` draws at a place and a height, and what it means.
  template <class Sign>
  void add_to_legend(const Sign& sign, std::string_view text) {
    const double x = next_in_legend(text);
    add(sign(x + 4, y_ + 8) + words(units(x + 14), y_ + 12, text, dim));
  }
  /// Adds a colour to it.
  void add_colour(std::string_view colour, std::string_view text);
  void end_legend();

  /// Adds an element, which may be anywhere on the sheet.
  void add(std::string_view element) { body_ += element; }
  /// The height of what is drawn so far.
  double y() const { return y_; }
  void skip(double height) { y_ += height; }

  /// The whole picture as an element; `name` is what a screen reader says.
  std::string finished(std::string_view name) const;

 private:
  /// Returns where the next entry begins, of a sign and this text.
  double next_in_legend(std::string_view text);

  Canvas canvas_;
  double width_, edge_;
  double y_ = 4;
  double legend_x_ = 0;
  std::string body_;
};

}  // namespace svg

}  // namespace tilebridge::pages
