// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ranges>

#include "base/text.hpp"
#include "pages/listing.hpp"

namespace tilebridge::pages {
namespace {

using Lines = std::vector<Code::Line>;

bool is_same(const Code::Line& a, const Code::Line& b) {
  return a.is_title == b.is_title && without_indent(a.text) == without_indent(b.text);
}

Code::Line marked(Code::Line line, const std::vector<std::string>& marks) {
  line.marks = marks;
  return line;
}

/// The lengths, in lines, of the longest common subsequences of the ends of two texts.
class CommonLines {
 public:
  CommonLines(const Lines& before, const Lines& after)
      : columns_(after.size() + 1), length_((before.size() + 1) * columns_) {
    for (std::size_t i = before.size(); i-- > 0;)
      for (std::size_t k = after.size(); k-- > 0;)
        at(i, k) = is_same(before[i], after[k]) ? at(i + 1, k + 1) + 1
                                                : std::max(at(i + 1, k), at(i, k + 1));
  }

  /// The length for the ends that begin with line i of the first text and line k of the second.
  std::size_t& at(std::size_t i, std::size_t k) { return length_[i * columns_ + k]; }

 private:
  std::size_t columns_;
  std::vector<std::size_t> length_;
};

bool is_changed(const Code::Line& line) { return !line.marks.empty(); }

}  // namespace

Code::Listing code_diff(const Code::Listing& before, const Code::Listing& after) {
  Code::Listing diff = {.title = after.title, .model = after.model};
  CommonLines common(before.lines, after.lines);
  const std::size_t longer = std::max(before.lines.size(), after.lines.size());
  if (common.at(0, 0) * 2 < longer) return diff;
  std::size_t i = 0, k = 0;
  while (i < before.lines.size() || k < after.lines.size()) {
    const bool has_both = i < before.lines.size() && k < after.lines.size();
    if (has_both && is_same(before.lines[i], after.lines[k])) {
      diff.lines.push_back(after.lines[k++]);
      diff.lines.back().marks.clear();
      ++i;
    } else if (k == after.lines.size() || (has_both && common.at(i + 1, k) >= common.at(i, k + 1)))
      diff.lines.push_back(marked(before.lines[i++], removed));
    else
      diff.lines.push_back(marked(after.lines[k++], added));
  }
  return diff;
}

Code::Listing differences_alone(const Code::Listing& diff) {
  constexpr std::size_t most_around = 3;
  Code::Listing alone = diff;
  alone.lines.clear();
  for (std::size_t i = 0; i < diff.lines.size(); ++i) {
    const std::size_t first = i - std::min(i, most_around);
    const auto around =
        diff.lines | std::views::drop(first) | std::views::take(i - first + most_around + 1);
    const bool is_second_title =
        diff.lines[i].is_title && !alone.lines.empty() && alone.lines.back().is_title;
    if (is_second_title) alone.lines.pop_back();
    if (diff.lines[i].is_title || std::ranges::any_of(around, is_changed))
      alone.lines.push_back(diff.lines[i]);
    else if (!alone.lines.empty() && alone.lines.back().number > 0)
      alone.lines.push_back({});
  }
  while (!alone.lines.empty() && alone.lines.back().number == 0) alone.lines.pop_back();
  return alone;
}

}  // namespace tilebridge::pages
