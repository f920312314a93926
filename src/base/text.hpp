// SPDX-License-Identifier: Apache-2.0
// Text in terminal columns: UTF-8 without wide characters.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace tilebridge {

std::size_t columns(std::string_view text);

/// `text` padded with spaces to `width` columns.
std::string padded(std::string_view text, std::size_t width);

/// The first `width` columns of it.
std::string_view beginning(std::string_view text, std::size_t width);

/// `text` in at most `width` columns; longer text is shortened with an … in the middle.
std::string shortened(std::string_view text, std::size_t width);

/// "1 case", "2 cases".
std::string plural(std::size_t count, std::string_view noun);

/// The parts of `text` between separators, without empty ones.
std::vector<std::string> split(std::string_view text, char separator);

/// A finite number in decimal digits; none for any other text.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value = {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  return is_number && std::isfinite(static_cast<double>(value)) ? std::optional(value)
                                                                : std::nullopt;
}

/// Returns `text` with small letters for A to Z.
std::string lower_case(std::string_view text);

/// `text` without the spaces and line breaks that it ends with.
std::string without_trailing_spaces(std::string text);

/// `line` without the spaces and tabs that it begins with.
std::string_view without_indent(std::string_view line);

/// `text` wrapped at spaces to fit between columns `indent` and `width`.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 100);

/// A line of code wrapped to at most `width` columns (at least 16), at spaces if possible;
/// continuation rows keep its indentation and begin with ↪.
std::vector<std::string> wrapped_code(std::string_view line, std::size_t width);

/// The environment variable COLUMNS, else the width of the terminal on standard output; `otherwise`
/// if there is neither.
std::size_t stdout_columns(std::size_t otherwise);

/// Whether `descriptor` is a terminal that obeys escape sequences. TERM is "dumb" or unset for one
/// that shows them instead.
bool obeys_escapes(int descriptor);

/// `text` with "1.234e+29" for each number of more digits before the point than any count has: 20.
std::string figure_text(std::string_view text);

/// Text from outside the program, safe to show: characters that control the terminal or the
/// direction of text, and bytes that are not UTF-8, become '?'. Newlines and tabs stay.
std::string printable(std::string_view text);

/// printable() in one line of at most `width` bytes.
std::string one_printable_line(std::string_view text, std::size_t width = std::string_view::npos);

/// A message to the user besides the results, printable(), on standard error. Write errors there (a
/// file on a full disk) are ignored.
void say(std::string_view message);

}  // namespace tilebridge
