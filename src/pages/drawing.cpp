// SPDX-License-Identifier: Apache-2.0
#include "pages/drawing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "base/text.hpp"

namespace tilebridge::pages {
namespace {

DrawingRow numbers(std::string label, const std::vector<int>& values) {
  DrawingRow row{std::move(label), {}};
  for (const int value : values) row.cells.push_back({std::to_string(value), Shade::none});
  return row;
}

std::vector<int> counted_from(int first, std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

DrawingRow row_of(const Exchange::Step& step) {
  DrawingRow row{step.label, {}};
  for (std::size_t lane = 0; lane < step.sources.size(); ++lane) {
    const int source = step.sources[lane];
    if (source == no_lane)
      row.cells.push_back({"·", Shade::none});
    else
      row.cells.push_back(
          {std::to_string(source), source == static_cast<int>(lane) ? Shade::half : Shade::full});
  }
  return row;
}

std::vector<int> after(const Exchange::Step& step, const std::vector<int>& before) {
  std::vector<int> values = before;
  for (std::size_t lane = 0; lane < values.size(); ++lane)
    if (const int source = step.sources[lane]; source != no_lane)
      values[lane] += before[static_cast<std::size_t>(source)];
  return values;
}

auto count(const DrawingRow& row, Shade shade) {
  return std::count_if(row.cells.begin(), row.cells.end(),
                       [=](const DrawnCell& cell) { return cell.shade == shade; });
}

/// Leaves eight cells at each end of rows longer than `most`.
void shorten(std::vector<DrawingRow>& rows, std::size_t most) {
  constexpr std::ptrdiff_t at_each_end = 8;
  for (DrawingRow& row : rows) {
    std::vector<DrawnCell>& cells = row.cells;
    if (cells.size() <= most) continue;
    cells.erase(cells.begin() + at_each_end, cells.end() - at_each_end);
    cells.insert(cells.begin() + at_each_end, DrawnCell{"…", Shade::none});
  }
}

/// "row 3", or "tile" where there is one row only.
std::string label_of(int row, int rows) {
  return rows == 1 ? std::string("tile") : fmt::format("row {}", row);
}

std::string sign_of(const DrawnCell& cell) {
  if (!cell.text.empty() || cell.shade == Shade::none) return cell.text;
  return cell.shade == Shade::full ? "█" : "░";
}

/// Texts are apart and to the right of their columns, signs side by side.
std::size_t cell_width(const Drawing& drawing) {
  if (!drawing.has_texts()) return 1;
  std::size_t width = 0;
  for (const DrawingRow& row : drawing.rows)
    for (const DrawnCell& cell : row.cells) width = std::max(width, columns(cell.text));
  return width + 1;
}

}  // namespace

std::vector<std::string> Drawing::lines() const {
  std::size_t label_width = 0;
  for (const DrawingRow& row : rows) label_width = std::max(label_width, columns(row.label));
  const std::size_t width = cell_width(*this);
  std::vector<std::string> all;
  for (const DrawingRow& row : rows) {
    std::string line = padded(row.label, label_width) + " ";
    for (const DrawnCell& cell : row.cells) {
      const std::string sign = sign_of(cell);
      line += std::string(width - columns(sign), ' ') + sign;
    }
    all.push_back(line);
  }
  if (!has_texts()) all.push_back(fmt::format("█ {}, ░ {}", full, half));
  all.push_back(summary);
  return all;
}

bool Drawing::has_texts() const {
  return std::any_of(rows.begin(), rows.end(), [](const DrawingRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(), [](const DrawnCell& cell) {
      return cell.shade != Shade::none && !cell.text.empty();
    });
  });
}

Drawing drawing_of(const Exchange& exchange) {
  const std::size_t lanes = exchange.steps.front().sources.size();
  Drawing drawing{exchange.title + ": whose value each lane takes",
                  {numbers("lane", counted_from(0, lanes))},
                  "another lane's",
                  "its own",
                  {}};
  std::vector<int> values = counted_from(1, lanes);
  if (exchange.adds) drawing.rows.push_back(numbers("holds", values));
  std::vector<std::ptrdiff_t> taken;
  for (const Exchange::Step& step : exchange.steps) {
    drawing.rows.push_back(row_of(step));
    taken.push_back(count(drawing.rows.back(), Shade::full));
    if (!exchange.adds) continue;
    values = after(step, values);
    drawing.rows.push_back(numbers("holds", values));
  }
  drawing.summary =
      fmt::format("lanes that take another's value, step by step: {}", fmt::join(taken, ", "));
  shorten(drawing.rows, 20);
  return drawing;
}

Drawing drawing_of(const TileWithHalo& tile) {
  const int rows = tile.rows + 2 * tile.halo_rows;
  const int cols = tile.cols + 2 * tile.halo_cols;
  const auto is_own = [&](int row, int col) {
    return row >= tile.halo_rows && row < rows - tile.halo_rows && col >= tile.halo_cols &&
           col < cols - tile.halo_cols;
  };
  Drawing drawing{tile.title, {}, "its own elements", "halo", {}};
  for (int row = 0; row < rows; ++row) {
    DrawingRow drawn{label_of(row, rows), {}};
    for (int col = 0; col < cols; ++col)
      drawn.cells.push_back({"", is_own(row, col) ? Shade::full : Shade::half});
    drawing.rows.push_back(std::move(drawn));
  }
  shorten(drawing.rows, 40);
  const int results = tile.rows * tile.cols;
  const int needed = (2 * tile.halo_rows + 1) * (2 * tile.halo_cols + 1);
  drawing.summary = fmt::format(
      "{} × {} = {} elements are staged for {} results, which need {} each: {} reads "
      "without a tile",
      rows, cols, rows * cols, results, needed, results * needed);
  return drawing;
}

std::optional<Drawing> drawing_of(const Variant& variant) {
  if (!variant.sketch) return std::nullopt;
  return std::visit([](const auto& sketch) { return drawing_of(sketch); }, *variant.sketch);
}

}  // namespace tilebridge::pages
