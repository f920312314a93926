// SPDX-License-Identifier: Apache-2.0
#include "terminal/accesses.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "pages/accesses.hpp"

namespace tilebridge::terminal {
namespace {

const char* sign_of(pages::Touch touch) {
  if (touch == pages::Touch::used) return "█";
  return touch == pages::Touch::moved ? "░" : "·";
}

std::string words_text(const std::vector<pages::Touch>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && i % pages::words_in_sector == 0) text += ' ';
    text += sign_of(words[i]);
  }
  return text;
}

std::string sign_of(const pages::DrawnCell& cell) {
  if (!cell.text.empty() || cell.shade == pages::Shade::none) return cell.text;
  return cell.shade == pages::Shade::full ? "█" : "░";
}

/// Texts stand apart and to the right of their columns, signs side by side.
std::size_t cell_width(const pages::Drawing& drawing) {
  if (!drawing.has_texts()) return 1;
  std::size_t width = 0;
  for (const pages::DrawingRow& row : drawing.rows)
    for (const pages::DrawnCell& cell : row.cells) width = std::max(width, columns(cell.text));
  return width + 1;
}

std::string cells_text(const std::vector<pages::DrawnCell>& cells, std::size_t width) {
  std::string text;
  for (const pages::DrawnCell& cell : cells) {
    const std::string sign = sign_of(cell);
    text += std::string(width - columns(sign), ' ') + sign;
  }
  return text;
}

std::string row_text(const pages::TrafficRow& row) {
  std::string text = fmt::format("  {:<14}{:>14} requests{:>15} {:<10}{:>6} per request", row.kind,
                                 row.requests, row.moved, row.unit, row.per_request);
  if (!row.use.empty()) text += ", use " + row.use;
  return text + "\n";
}

}  // namespace

std::string drawing_text(const pages::Drawing& drawing) {
  std::size_t label_width = 0;
  for (const pages::DrawingRow& row : drawing.rows)
    label_width = std::max(label_width, columns(row.label));
  const std::size_t width = cell_width(drawing);
  std::string text = drawing.title + "\n";
  for (const pages::DrawingRow& row : drawing.rows)
    text += fmt::format("  {} {}\n", padded(row.label, label_width), cells_text(row.cells, width));
  if (!drawing.has_texts()) text += fmt::format("  █ {}, ░ {}\n", drawing.full, drawing.half);
  return text + fmt::format("  {}\n", drawing.summary);
}

std::string picture_text(const pages::Picture& picture) {
  std::size_t label_width = 0;
  for (const pages::PictureRow& row : picture.rows)
    label_width = std::max(label_width, row.label.size());
  std::string text = picture.title + "\n";
  for (const auto& [row, left_out] : pages::drawn_lines(picture))
    text += row == nullptr ? fmt::format("  {}\n", left_out)
                           : fmt::format("  {:<{}} {}  {}\n", row->label, label_width,
                                         words_text(row->words), row->note);
  return text + fmt::format("  {}\n", picture.summary);
}

std::string part_text(const pages::Part& part, const Limits& limits) {
  constexpr double most_addresses = 1 << 22;
  const Traffic counted = traffic(part.kernels, most_addresses);
  std::string text = part.title + "\n";
  for (const pages::Picture& picture : part.pictures) text += picture_text(picture);
  for (const std::string& line : pages::launch_lines(part.kernels)) text += line + "\n";
  for (const pages::TrafficRow& row : pages::traffic_rows(counted)) text += row_text(row);
  text += "  " + pages::moved_text(counted) + "\n";
  for (const std::string& sentence : pages::occupancy_sentences(part.kernels, limits))
    text += wrapped(sentence, 2) + "\n";
  return text + "\n";
}

}  // namespace tilebridge::terminal
