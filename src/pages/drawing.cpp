// SPDX-License-Identifier: Apache-2.0
#include "pages/drawing.hpp"

#include <fmt/ranges.h>

#include <numeric>

#include "base/text.hpp"

namespace tilebridge::pages {
namespace {

struct DrawingRow {
  std::string label;
  std::vector<std::string> cells;  // as many in each row of a drawing
};

DrawingRow numbers(std::string label, const std::vector<int>& values) {
  DrawingRow row{std::move(label), {}};
  for (const int value : values)
    row.cells.push_back(value == no_lane ? "·" : fmt::to_string(value));
  return row;
}

std::vector<int> counted_from(int first, std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// Leaves eight cells at each end of rows longer than `most`; cells are to the right of columns of
/// equal width.
std::vector<std::string> lines_of(std::vector<DrawingRow> rows, std::size_t most, std::size_t gap) {
  constexpr std::ptrdiff_t at_each_end = 8;
  std::size_t label_width = 0;
  std::size_t width = 0;
  for (auto& [label, cells] : rows) {
    if (cells.size() > most)
      cells.insert(cells.erase(cells.begin() + at_each_end, cells.end() - at_each_end), "…");
    label_width = std::max(label_width, columns(label));
    for (const std::string& cell : cells) width = std::max(width, gap + columns(cell));
  }
  std::vector<std::string> lines;
  for (const auto& [label, cells] : rows) {
    lines.push_back(padded(label, label_width) + " ");
    for (const std::string& cell : cells)
      lines.back() += std::string(width - columns(cell), ' ') + cell;
  }
  return lines;
}

}  // namespace

Figure drawing_of(const Exchange& exchange) {
  const std::size_t lanes = exchange.steps.front().sources.size();
  std::vector<int> values = counted_from(1, lanes);
  std::vector<int> taken;
  std::vector<DrawingRow> rows = {numbers("lane", counted_from(0, lanes))};
  if (exchange.adds) rows.push_back(numbers("holds", values));
  for (const auto& [label, sources] : exchange.steps) {
    rows.push_back(numbers(label, sources));
    taken.push_back(0);
    const std::vector<int> before = values;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if (sources[lane] == no_lane) continue;
      taken.back() += sources[lane] != static_cast<int>(lane) ? 1 : 0;
      values[lane] += before[static_cast<std::size_t>(sources[lane])];
    }
    if (exchange.adds) rows.push_back(numbers("holds", values));
  }
  Figure drawing = {.title = exchange.title + ": whose value each lane takes",
                    .lines = lines_of(std::move(rows), 20, 1)};
  drawing.lines.push_back(
      fmt::format("lanes that take another's value, step by step: {}", fmt::join(taken, ", ")));
  return drawing;
}

Figure drawing_of(const TileWithHalo& tile) {
  const int rows = tile.rows + 2 * tile.halo_rows;
  const int cols = tile.cols + 2 * tile.halo_cols;
  const auto is_own = [&](int row, int col) {
    return row >= tile.halo_rows && row < rows - tile.halo_rows && col >= tile.halo_cols &&
           col < cols - tile.halo_cols;
  };
  std::vector<DrawingRow> drawn;
  for (int row = 0; row < rows; ++row) {
    drawn.push_back({rows == 1 ? "tile" : fmt::format("row {}", row), {}});
    for (int col = 0; col < cols; ++col) drawn.back().cells.push_back(is_own(row, col) ? "█" : "░");
  }
  Figure drawing = {.title = tile.title, .lines = lines_of(std::move(drawn), 40, 0)};
  drawing.lines.push_back("█ its own elements, ░ halo");
  const int results = tile.rows * tile.cols;
  const int needed = (2 * tile.halo_rows + 1) * (2 * tile.halo_cols + 1);
  drawing.lines.push_back(
      fmt::format("{} × {} = {} elements are staged for {} results, which need {} each: {} reads "
                  "without a tile",
                  rows, cols, rows * cols, results, needed, results * needed));
  return drawing;
}

std::optional<Figure> drawing_of(const Variant& variant) {
  if (!variant.sketch) return std::nullopt;
  return std::visit([](const auto& sketch) { return drawing_of(sketch); }, *variant.sketch);
}

}  // namespace tilebridge::pages
