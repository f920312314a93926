// SPDX-License-Identifier: Apache-2.0
#include "html/picture.hpp"

#include <fmt/format.h>

#include <string_view>

#include "html/markup.hpp"
#include "write/svg.hpp"

namespace tilebridge::html {
namespace {

std::string row_html(const pages::PictureRow& row) {
  return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>",
                     html::text(row.label), write::words_svg(row.words), html::text(row.note));
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
