// SPDX-License-Identifier: Apache-2.0
#include <fmt/color.h>

#include <sstream>

#include "base/text.hpp"
#include "write/columns.hpp"

namespace tilebridge::write {
namespace {

using pages::Code;

struct ListedRow {
  std::string margin = {};  // line number and marks
  std::string text = {};
  bool is_title = false;
  std::vector<std::string> marks = {};
};

std::string joined(const std::vector<std::string>& marks) {
  std::string text;
  for (const std::string& mark : marks) text += mark;
  return one_printable_line(text);
}

/// The rows of one listing in `width` columns. Its members are common to all rows.
class Listing {
 public:
  Listing(const Code::Listing& content, std::size_t width) : width_(width) {
    for (const Code::Line& line : content.lines) add_to_margin(line);
    add_text(content.title, true);
    add_text(content.note_above);
    for (const Code::Line& line : content.lines) add_line(line);
    if (content.note_below.empty()) return;
    if (!content.lines.empty()) rows.push_back({});
    add_text(content.note_below);
  }

  std::vector<ListedRow> rows;

 private:
  void add_to_margin(const Code::Line& line) {
    constexpr std::size_t number = 4;
    if (line.number > 0) margin_ = std::max(margin_, number + columns(joined(line.marks)) + 1);
  }

  void add_text(const std::string& text, bool is_title = false) {
    std::istringstream lines(wrapped(one_printable_line(text), 0, width_));
    for (std::string line; std::getline(lines, line);) rows.push_back({"", line, is_title});
  }

  void add_line(const Code::Line& line) {
    const std::string text = one_printable_line(line.text);
    if (line.is_title) return add_text(text, true);
    std::string margin =
        line.number > 0 ? fmt::format("{:>3} {}", line.number, joined(line.marks)) : "";
    const bool is_of_diff = line.marks == pages::added || line.marks == pages::removed;
    bool has_marks = true;
    for (std::string& part : wrapped_code(text, width_ - margin_)) {
      rows.push_back({.margin = padded(margin, margin_),
                      .text = std::move(part),
                      .marks = has_marks ? line.marks : std::vector<std::string>()});
      margin.clear();
      has_marks = is_of_diff;
    }
  }

  std::size_t width_;
  std::size_t margin_ = 0;
};

std::string as_text(const ListedRow& row, Style style) {
  const auto look = [&](const std::string& text, const fmt::text_style& with) {
    return style.colour && !text.empty() ? fmt::format(with, "{}", text) : text;
  };
  if (row.marks == pages::added)
    return look(row.margin + row.text, fmt::fg(fmt::terminal_color::green));
  if (row.marks == pages::removed)
    return look(row.margin + row.text, fmt::fg(fmt::terminal_color::red));
  return look(row.margin, fmt::fg(fmt::terminal_color::cyan)) +
         (row.is_title ? look(row.text, fmt::emphasis::bold) : row.text);
}

using Pair = std::pair<std::size_t, std::size_t>;

/// The longest sequence of rows with the same marks that both columns have in the same order.
std::vector<Pair> common_marks(const std::vector<ListedRow>& left,
                               const std::vector<ListedRow>& right) {
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
void align(std::vector<ListedRow>& left, std::vector<ListedRow>& right) {
  Pair added = {0, 0};
  for (const auto& [l, r] : common_marks(left, right)) {
    const std::size_t at_left = l + added.first;
    const std::size_t at_right = r + added.second;
    const auto insert = [](std::vector<ListedRow>& rows, std::size_t at, std::size_t count) {
      rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(at), count, ListedRow{});
      return count;
    };
    if (at_left < at_right) added.first += insert(left, at_left, at_right - at_left);
    if (at_right < at_left) added.second += insert(right, at_right, at_left - at_right);
  }
  left.resize(std::max(left.size(), right.size()));
  right.resize(left.size());
}

std::string side_by_side(const Code::Listing& first, const Code::Listing& second, Style style) {
  const std::size_t half = (style.columns - 3) / 2;
  std::vector<ListedRow> left = Listing(first, half).rows;
  std::vector<ListedRow> right = Listing(second, half).rows;
  align(left, right);
  std::string text;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::size_t used = columns(left[i].margin) + columns(left[i].text);
    text += without_trailing_spaces(fmt::format("{}{:{}} │ {}", as_text(left[i], style), "",
                                                half - used, as_text(right[i], style))) +
            '\n';
  }
  return text;
}

}  // namespace

std::string listings_text(const Code& code, Style style) {
  std::string text;
  const auto& listings = code.listings;
  for (std::size_t i = 0; i < listings.size(); ++i) {
    if (!text.empty()) text += '\n';
    if (i + 1 < listings.size() && style.columns >= two_listings) {
      text += side_by_side(listings[i], listings[i + 1], style);
      ++i;
      continue;
    }
    for (const ListedRow& row : Listing(listings[i], style.columns).rows)
      text += without_trailing_spaces(as_text(row, style)) + '\n';
  }
  return text;
}

}  // namespace tilebridge::write
