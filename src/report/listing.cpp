// SPDX-License-Identifier: Apache-2.0
#include "report/listing.hpp"

#include <fmt/color.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "report/concepts.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t number_width = 4;

struct Row {
  std::string margin;  // line number and marks
  std::string text;
  bool is_title = false;
  std::vector<std::size_t> marks = {};
};

std::string folder(Model model, Platform platform) {
  if (model == Model::kokkos) return "backends/kokkos/";
  if (model == Model::vendor) return "backends/cuda/libraries/";
  return platform == Platform::host ? "backends/host/" : "backends/cuda/";  // HIP compiles CUDA's
}

using Marks = std::vector<std::vector<std::size_t>>;  // for each line

std::vector<Marks> marks_of(const ListingColumn& column) {
  std::vector<Marks> all;
  for (const Fragment& f : column.listing.fragments)
    all.push_back(concepts_in(f.lines, column.model));
  return all;
}

std::size_t most_marks(const std::vector<Marks>& fragments) {
  std::size_t most = 0;
  for (const Marks& lines : fragments)
    for (const auto& line : lines) most = std::max(most, line.size());
  return most;
}

std::set<std::size_t> concepts_of(const ListingColumn& column) {
  std::set<std::size_t> all;
  for (const Marks& lines : marks_of(column))
    for (const auto& line : lines) all.insert(line.begin(), line.end());
  return all;
}

/// Builds the rows of one column. Its members are common to all rows.
class Column {
 public:
  Column(const ListingColumn& content, std::size_t width)
      : content_(content),
        width_(width),
        marks_(marks_of(content)),
        margin_(number_width + most_marks(marks_) + 1) {}

  std::vector<Row> rows() {
    add_text(content_.title, true);
    add_text(content_.note);
    for (std::size_t i = 0; i < content_.listing.fragments.size(); ++i) {
      add_gap(i);
      add_fragment(content_.listing.fragments[i], marks_[i]);
    }
    add_helpers();
    return rows_;
  }

 private:
  void add_text(const std::string& text, bool is_title = false) {
    std::string_view rest = text;
    const std::string lines = wrapped(rest, 0, width_);
    for (rest = lines; !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rows_.push_back({"", std::string(line), is_title});
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
  }

  /// The row before fragment `i`: the file name if it changes, a blank row if lines are left out.
  void add_gap(std::size_t i) {
    const Fragment& f = content_.listing.fragments[i];
    const Fragment* previous = i > 0 ? &content_.listing.fragments[i - 1] : nullptr;
    if (previous != nullptr && previous->path == f.path && previous->end_line() == f.first_line)
      return;
    if (previous != nullptr) rows_.push_back({});
    if (previous == nullptr || previous->path != f.path) add_text(std::string(f.path), true);
  }

  void add_fragment(const Fragment& f, const Marks& marks) {
    for (std::size_t k = 0; k < f.lines.size(); ++k) {
      std::string margin = fmt::format("{:>3} ", f.first_line + k);
      for (const std::size_t c : marks[k]) margin += concepts()[c].mark;
      const std::size_t first = rows_.size();
      for (std::string& part : wrapped_code(f.lines[k], width_ - margin_)) {
        rows_.push_back({padded(margin, margin_), std::move(part)});
        margin.clear();
      }
      rows_[first].marks = marks[k];
    }
  }

  void add_helpers() {
    std::map<std::string_view, std::vector<std::string_view>> names;
    for (const Helper& helper : content_.listing.helpers) names[helper.path].push_back(helper.name);
    std::vector<std::string> files;
    for (const auto& [path, list] : names)
      files.push_back(fmt::format("{} ({})", fmt::join(list, ", "), path));
    if (files.empty()) return;
    rows_.push_back({});
    add_text(fmt::format("helpers: {}", fmt::join(files, "; ")));
  }

  const ListingColumn& content_;
  std::size_t width_;
  std::vector<Marks> marks_;
  std::size_t margin_;
  std::vector<Row> rows_;
};

std::string coloured(const std::string& text, const fmt::text_style& look, Style style) {
  return style.colour && !text.empty() ? fmt::format(look, "{}", text) : text;
}

std::string coloured(const Row& row, Style style) {
  const std::string margin = coloured(row.margin, fmt::fg(fmt::terminal_color::cyan), style);
  return margin + (row.is_title ? coloured(row.text, fmt::emphasis::bold, style) : row.text);
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string beneath(const std::vector<Row>& rows, Style style) {
  std::string text;
  for (const Row& row : rows) text += without_trailing_spaces(coloured(row, style)) + '\n';
  return text;
}

using Pair = std::pair<std::size_t, std::size_t>;

/// The longest sequence of rows with the same marks that both columns have in the same order.
std::vector<Pair> common_marks(const std::vector<Row>& left, const std::vector<Row>& right) {
  const auto alike = [&](std::size_t i, std::size_t j) {
    return !left[i].marks.empty() && left[i].marks == right[j].marks;
  };
  std::vector<std::vector<int>> most(left.size() + 1, std::vector<int>(right.size() + 1));
  for (std::size_t i = left.size(); i-- > 0;)
    for (std::size_t j = right.size(); j-- > 0;)
      most[i][j] = alike(i, j) ? 1 + most[i + 1][j + 1] : std::max(most[i + 1][j], most[i][j + 1]);
  std::vector<Pair> pairs;
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    if (alike(i, j))
      pairs.emplace_back(i++, j++);
    else
      (most[i + 1][j] >= most[i][j + 1] ? i : j)++;
  }
  return pairs;
}

/// Inserts blank rows in either column so that rows with the same marks are next to each other.
void align(std::vector<Row>& left, std::vector<Row>& right) {
  Pair added = {0, 0};
  for (const auto& [l, r] : common_marks(left, right)) {
    const std::size_t at_left = l + added.first;
    const std::size_t at_right = r + added.second;
    const auto insert = [](std::vector<Row>& rows, std::size_t at, std::size_t count) {
      rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(at), count, Row{});
      return count;
    };
    if (at_left < at_right) added.first += insert(left, at_left, at_right - at_left);
    if (at_right < at_left) added.second += insert(right, at_right, at_left - at_right);
  }
}

std::string beside(std::vector<Row> left, std::vector<Row> right, std::size_t width, Style style) {
  align(left, right);
  const std::size_t rows = std::max(left.size(), right.size());
  left.resize(rows);
  right.resize(rows);
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t used = columns(left[i].margin) + columns(left[i].text);
    text += without_trailing_spaces(fmt::format("{}{:{}} │ {}", coloured(left[i], style), "",
                                                width - used, coloured(right[i], style))) +
            '\n';
  }
  return text;
}

std::string legend(const ListingColumn& left, const ListingColumn& right, std::size_t width) {
  constexpr std::size_t indent = 20;
  const std::set<std::size_t> on_left = concepts_of(left);
  const std::set<std::size_t> on_right = concepts_of(right);
  const bool shows_both =
      !left.listing.empty() && right.model == Model::kokkos && !right.listing.empty();
  std::string text;
  for (std::size_t k = 0; k < concepts().size(); ++k) {
    const Concept& c = concepts()[k];
    if (!on_left.contains(k) && !on_right.contains(k)) continue;
    std::string meaning(c.meaning);
    if (shows_both && !on_left.contains(k)) meaning += fmt::format(" (here {} only)", right.title);
    if (shows_both && !on_right.contains(k)) meaning += fmt::format(" (here {} only)", left.title);
    text +=
        fmt::format("{} {:<{}}{}\n", c.mark, c.name, indent - 2, wrapped(meaning, indent, width));
  }
  return text;
}

}  // namespace

Listing listing_of(const Experiment& experiment, const Variant& variant, Model model,
                   Platform platform) {
  const bool is_native = model == Model::native;
  const Variant& own = is_native ? experiment.variant(variant.listing()) : variant;
  if (!own.runs(model, platform)) return {};
  return list_sources(backend_sources(), folder(model, platform), experiment.name + "/" + own.name);
}

std::string side_by_side(const ListingColumn& left, const ListingColumn& right, std::size_t width,
                         Style style) {
  const std::string marks = legend(left, right, width);
  if (width < two_columns)
    return fmt::format("{}\n{}\n{}", beneath(Column(left, width).rows(), style),
                       beneath(Column(right, width).rows(), style), marks);
  const std::size_t half = (width - 3) / 2;
  return fmt::format(
      "{}\n{}", beside(Column(left, half).rows(), Column(right, half).rows(), half, style), marks);
}

}  // namespace tilebridge
