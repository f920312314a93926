// SPDX-License-Identifier: Apache-2.0
#include "profile/numbers.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"

namespace tilebridge::profile {
namespace {

constexpr std::array<std::string_view, 7> spaces_and_apostrophes = {
    " ", "'", "\xe2\x80\x99", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x89", "\xa0"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t leading_digits(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

/// The separator that `text` begins with if it may separate groups; "" if there is none.
std::string_view separator_at(std::string_view text, char group_mark) {
  if (text.starts_with(group_mark)) return text.substr(0, 1);
  for (const std::string_view separator : spaces_and_apostrophes)
    if (text.starts_with(separator)) return separator;
  return "";
}

/// Moves the digits before the fraction from `text` to the result, without separators; "" if they
/// are not grouped as they should be.
std::string take_whole_digits(std::string_view& text, char group_mark) {
  constexpr std::size_t group = 3;
  std::size_t count = leading_digits(text);
  std::string digits(text.substr(0, count));
  text.remove_prefix(count);
  const std::string_view separator = separator_at(text, group_mark);
  if (separator.empty()) return digits;
  if (count == 0 || count > group || digits.front() == '0') return "";
  while (text.starts_with(separator)) {
    text.remove_prefix(separator.size());
    count = leading_digits(text);
    if (count != group) return "";
    digits += text.substr(0, count);
    text.remove_prefix(count);
  }
  return digits;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

bool has_fraction(std::string_view text, DecimalMark mark) {
  return text.find(static_cast<char>(mark)) != std::string_view::npos;
}

}  // namespace

std::optional<double> read_number(std::string_view text, DecimalMark mark) {
  text = trimmed(text);
  const char group_mark = mark == DecimalMark::point ? ',' : '.';
  std::string plain = text.starts_with('-') ? "-" : "";
  text.remove_prefix(plain.size());
  const std::string digits = take_whole_digits(text, group_mark);
  if (digits.empty()) return std::nullopt;
  plain += digits;
  if (text.starts_with(static_cast<char>(mark))) {
    text.remove_prefix(1);
    if (leading_digits(text) == 0) return std::nullopt;
    plain += '.';
  }
  return parse_number<double>(plain += text);
}

std::optional<DecimalMark> mark_of(std::string_view text, Quantity quantity) {
  const auto point = read_number(text, DecimalMark::point);
  const auto comma = read_number(text, DecimalMark::comma);
  if (point.has_value() != comma.has_value())
    return point ? DecimalMark::point : DecimalMark::comma;
  if (point == comma || quantity == Quantity::any) return std::nullopt;
  return has_fraction(text, DecimalMark::point) ? DecimalMark::comma : DecimalMark::point;
}

}  // namespace tilebridge::profile
