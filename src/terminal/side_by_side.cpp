// SPDX-License-Identifier: Apache-2.0
#include "terminal/side_by_side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace tilebridge::terminal {
namespace {

constexpr std::size_t number_width = 4;

struct Row {
  std::string margin;  // line number and marks
  std::string text;
  bool is_title = false;
  pages::Marks marks = {};
};

std::size_t most_marks(const pages::ListingColumn& column) {
  std::size_t most = 0;
  for (const pages::MarkedFragment& fragment : column.fragments)
    for (const pages::Marks& marks : fragment.marks) most = std::max(most, marks.size());
  return most;
}

/// Builds the rows of one column. Its members are common to all rows.
class Column {
 public:
  Column(const pages::ListingColumn& content, std::size_t width)
      : content_(content), width_(width), margin_(number_width + most_marks(content) + 1) {}

  std::vector<Row> rows() {
    add_text(content_.title, true);
    add_text(content_.note);
    bool is_first = true;
    for (const pages::MarkedFragment& fragment : content_.fragments) {
      if (!std::exchange(is_first, false) && (fragment.begins_file || fragment.follows_gap))
        rows_.push_back({});
      if (fragment.begins_file) add_text(std::string(fragment.fragment.path), true);
      add_code(fragment);
    }
    add_helpers();
    return rows_;
  }

 private:
  void add_text(const std::string& text, bool is_title = false) {
    std::istringstream lines(wrapped(text, 0, width_));
    for (std::string line; std::getline(lines, line);) rows_.push_back({"", line, is_title});
  }

  void add_code(const pages::MarkedFragment& marked) {
    const sources::Fragment& f = marked.fragment;
    for (std::size_t k = 0; k < f.lines.size(); ++k) {
      std::string margin =
          fmt::format("{:>3} {}", f.first_line + k, pages::marks_text(marked.marks[k]));
      const std::size_t first = rows_.size();
      for (std::string& part : wrapped_code(f.lines[k], width_ - margin_)) {
        rows_.push_back({padded(margin, margin_), std::move(part)});
        margin.clear();
      }
      rows_[first].marks = marked.marks[k];
    }
  }

  void add_helpers() {
    if (content_.helpers.empty()) return;
    rows_.push_back({});
    add_text("helpers: " + content_.helpers);
  }

  const pages::ListingColumn& content_;
  std::size_t width_;
  std::size_t margin_;
  std::vector<Row> rows_;
};

std::string as_text(const Row& row, Style style) {
  const std::string margin = coloured(row.margin, fmt::fg(fmt::terminal_color::cyan), style);
  return margin + (row.is_title ? coloured(row.text, fmt::emphasis::bold, style) : row.text);
}

std::string beneath(const std::vector<Row>& rows, Style style) {
  std::string text;
  for (const Row& row : rows) text += without_trailing_spaces(as_text(row, style)) + '\n';
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
    text += without_trailing_spaces(fmt::format("{}{:{}} │ {}", as_text(left[i], style), "",
                                                width - used, as_text(right[i], style))) +
            '\n';
  }
  return text;
}

std::string legend(const pages::ListingColumn& left, const pages::ListingColumn& right,
                   std::size_t width) {
  constexpr std::size_t indent = 20;
  std::string text;
  for (const auto& [mark, name, meaning] : pages::legend_of(left, right))
    text += fmt::format("{} {:<{}}{}\n", mark, name, indent - 2, wrapped(meaning, indent, width));
  return text;
}

}  // namespace

std::string side_by_side(const pages::ListingColumn& left, const pages::ListingColumn& right,
                         std::size_t width, Style style) {
  const std::string marks = legend(left, right, width);
  if (width < two_columns)
    return fmt::format("{}\n{}\n{}", beneath(Column(left, width).rows(), style),
                       beneath(Column(right, width).rows(), style), marks);
  const std::size_t half = (width - 3) / 2;
  return fmt::format(
      "{}\n{}", beside(Column(left, half).rows(), Column(right, half).rows(), half, style), marks);
}

}  // namespace tilebridge::terminal
