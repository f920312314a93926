// SPDX-License-Identifier: Apache-2.0
// A sketch of what threads do, as rows of cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge::pages {

enum class Shade { full, half, none };

struct DrawnCell {
  std::string text;
  Shade shade = Shade::none;
};

struct DrawingRow {
  std::string label;
  std::vector<DrawnCell> cells;  // as many in each row of a drawing
};

struct Drawing {
  std::string title;
  std::vector<DrawingRow> rows;
  std::string full, half;  // what cells of these shades stand for
  std::string summary;

  /// Whether shaded cells have texts; otherwise their shades are all that they show.
  bool has_texts() const;
  /// Drawn with characters, without the title.
  std::vector<std::string> lines() const;
};

// Long rows have the cells at both ends, and "…" in a cell between them.

/// Each lane's source at each step, and its value where lanes add.
Drawing drawing_of(const Exchange& exchange);
/// One cell per element.
Drawing drawing_of(const TileWithHalo& tile);
/// Draws the variant's sketch, if it has one.
std::optional<Drawing> drawing_of(const Variant& variant);

}  // namespace tilebridge::pages
