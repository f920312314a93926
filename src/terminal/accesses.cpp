// SPDX-License-Identifier: Apache-2.0
#include "terminal/accesses.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "view/accesses.hpp"

namespace tilebridge::terminal {
namespace {

const char* sign_of(view::Touch touch) {
  if (touch == view::Touch::used) return "█";
  return touch == view::Touch::moved ? "░" : "·";
}

std::string words_text(const std::vector<view::Touch>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && i % view::words_in_sector == 0) text += ' ';
    text += sign_of(words[i]);
  }
  return text;
}

std::string sign_of(const view::DrawnCell& cell) {
  if (!cell.text.empty() || cell.shade == view::Shade::none) return cell.text;
  return cell.shade == view::Shade::full ? "█" : "░";
}

/// Texts stand apart and to the right of their columns, signs side by side.
std::size_t cell_width(const view::Drawing& drawing) {
  if (!drawing.has_texts()) return 1;
  std::size_t width = 0;
  for (const view::DrawingRow& row : drawing.rows)
    for (const view::DrawnCell& cell : row.cells) width = std::max(width, columns(cell.text));
  return width + 1;
}

std::string cells_text(const std::vector<view::DrawnCell>& cells, std::size_t width) {
  std::string text;
  for (const view::DrawnCell& cell : cells) {
    const std::string sign = sign_of(cell);
    text += std::string(width - columns(sign), ' ') + sign;
  }
  return text;
}

std::string row_text(const view::TrafficRow& row) {
  std::string text = fmt::format("  {:<14}{:>14} requests{:>15} {:<10}{:>6} per request", row.kind,
                                 row.requests, row.moved, row.unit, row.per_request);
  if (!row.use.empty()) text += ", use " + row.use;
  return text + "\n";
}

}  // namespace

std::string drawing_text(const view::Drawing& drawing) {
  std::size_t label_width = 0;
  for (const view::DrawingRow& row : drawing.rows)
    label_width = std::max(label_width, columns(row.label));
  const std::size_t width = cell_width(drawing);
  std::string text = drawing.title + "\n";
  for (const view::DrawingRow& row : drawing.rows)
    text += fmt::format("  {} {}\n", padded(row.label, label_width), cells_text(row.cells, width));
  if (!drawing.has_texts()) text += fmt::format("  █ {}, ░ {}\n", drawing.full, drawing.half);
  return text + fmt::format("  {}\n", drawing.summary);
}

std::string picture_text(const view::Picture& picture) {
  std::size_t label_width = 0;
  for (const view::PictureRow& row : picture.rows)
    label_width = std::max(label_width, row.label.size());
  std::string text = picture.title + "\n";
  for (const auto& [row, left_out] : view::drawn_lines(picture))
    text += row == nullptr ? fmt::format("  {}\n", left_out)
                           : fmt::format("  {:<{}} {}  {}\n", row->label, label_width,
                                         words_text(row->words), row->note);
  return text + fmt::format("  {}\n", picture.summary);
}

std::string part_text(const view::Part& part, const Limits& limits) {
  constexpr double most_addresses = 1 << 22;
  const Traffic counted = traffic(part.kernels, most_addresses);
  std::string text = part.title + "\n";
  for (const view::Picture& picture : part.pictures) text += picture_text(picture);
  for (const std::string& line : view::launch_lines(part.kernels)) text += line + "\n";
  for (const view::TrafficRow& row : view::traffic_rows(counted)) text += row_text(row);
  text += "  " + view::moved_text(counted) + "\n";
  for (const std::string& sentence : view::occupancy_sentences(part.kernels, limits))
    text += wrapped(sentence, 2) + "\n";
  return text + "\n";
}

}  // namespace tilebridge::terminal
