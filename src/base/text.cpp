// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ranges>

namespace tilebridge {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80; }

/// Number of bytes in the first `count` characters.
std::size_t bytes_of(std::string_view text, std::size_t count) {
  std::size_t i = 0;
  while (i < text.size() && (!begins_character(text[i]) || count-- > 0)) ++i;
  return i;
}

/// Number of bytes of `text` that go on a row of `width`: up to a space in its second half, or all.
std::size_t bytes_of_row(std::string_view text, std::size_t width) {
  const std::size_t all = bytes_of(text, width);
  if (all == text.size()) return all;
  const std::size_t space = text.substr(0, all + 1).rfind(' ');
  return space == std::string_view::npos || space < all / 2 ? all : space;
}

/// Bytes of a character in UTF-8.
std::size_t bytes_of(char32_t code) {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/// The code point of the UTF-8 character that `text` begins with; none if it begins with none.
std::optional<char32_t> first_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return lead;
  const std::size_t bytes = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead < 0xc0 || lead > 0xf4 || text.size() < bytes) return std::nullopt;
  char32_t code = lead & (0x7fU >> bytes);
  for (const char c : text.substr(1, bytes - 1)) {
    if (begins_character(c)) return std::nullopt;
    code = code << 6U | (static_cast<unsigned char>(c) & 0x3fU);
  }
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  const bool is_shortest = bytes_of(code) == bytes;
  return is_shortest && !is_surrogate && code <= 0x10ffff ? std::optional(code) : std::nullopt;
}

/// Whether a character controls a terminal (C0, DEL and C1) or the direction of the text around it.
bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
         code == 0x200f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/// 0 if COLUMNS is not a plausible terminal width.
std::size_t columns_asked_for() {
  constexpr std::size_t most = 10000;
  const char* const text = std::getenv("COLUMNS");
  const std::size_t columns = parse_number<std::size_t>(text == nullptr ? "" : text).value_or(0);
  return columns <= most ? columns : 0;
}

}  // namespace

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, columns(text)), ' ');
}

std::string_view beginning(std::string_view text, std::size_t width) {
  return text.substr(0, bytes_of(text, width));
}

std::string shortened(std::string_view text, std::size_t width) {
  const std::size_t all = columns(text);
  if (all <= width) return std::string(text);
  const std::size_t back = width / 2;
  return fmt::format("{}…{}", beginning(text, width - back - 1),
                     text.substr(bytes_of(text, all - back)));
}

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (const auto part : std::views::split(text, separator))
    if (!part.empty()) parts.emplace_back(part.begin(), part.end());
  return parts;
}

std::string without_trailing_spaces(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string lines;
  std::size_t used = indent;
  while (!text.empty()) {
    const std::size_t longest = bytes_of(text, width - indent);
    const std::string_view word = text.substr(0, std::min(text.find(' '), longest));
    text.remove_prefix(word.size());
    if (text.starts_with(' ')) text.remove_prefix(1);
    if (used > indent && used + 1 + columns(word) > width) {
      lines += fmt::format("\n{:{}}", "", indent);
      used = indent;
    }
    lines += fmt::format("{}{}", used > indent ? " " : "", word);
    used += columns(word) + (used > indent ? 1 : 0);
  }
  return lines;
}

std::vector<std::string> wrapped_code(std::string_view line, std::size_t width) {
  const std::size_t indent = std::min({line.find_first_not_of(' '), line.size(), width / 2});
  const std::string continuation = std::string(indent, ' ') + "↪ ";
  std::size_t bytes = bytes_of_row(line, width);
  std::vector<std::string> rows = {std::string(line.substr(0, bytes))};
  for (line.remove_prefix(bytes); !line.empty(); line.remove_prefix(bytes)) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    bytes = bytes_of_row(line, width - columns(continuation));
    rows.push_back(continuation + std::string(line.substr(0, bytes)));
  }
  return rows;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::size_t stdout_columns(std::size_t otherwise) {
  if (const std::size_t columns = columns_asked_for(); columns > 0) return columns;
  winsize size = {};
  const bool is_terminal = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_terminal ? size.ws_col : otherwise;
}

bool obeys_escapes(int descriptor) {
  const char* const kind = std::getenv("TERM");
  return ::isatty(descriptor) != 0 && kind != nullptr && std::string_view(kind) != "dumb";
}

std::string figure_text(std::string_view text) {
  constexpr std::size_t most_digits = 20;
  constexpr std::string_view digits = "0123456789";
  std::string shown;
  while (!text.empty()) {
    const std::size_t before = std::min(text.find_first_of(digits), text.size());
    shown += text.substr(0, before);
    text.remove_prefix(before);
    const std::size_t whole = std::min(text.find_first_not_of(digits), text.size());
    const std::size_t all = std::min(text.find_first_not_of("0123456789."), text.size());
    shown += whole > most_digits
                 ? fmt::format("{}.{}e+{}", text.front(), text.substr(1, 3), whole - 1)
                 : text.substr(0, all);
    text.remove_prefix(all);
  }
  return shown;
}

std::string printable(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const std::optional<char32_t> code = first_code_point(text);
    const std::size_t bytes = code ? bytes_of(*code) : 1;
    const bool is_kept = code && (!is_control(*code) || *code == '\n' || *code == '\t');
    clean += is_kept ? text.substr(0, bytes) : "?";
    text.remove_prefix(bytes);
  }
  return clean;
}

std::string one_printable_line(std::string_view text, std::size_t width) {
  std::string line = printable(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, '?');
  if (line.size() <= width) return line;
  std::size_t end = width - 3;
  while (end > 0 && !begins_character(line[end])) --end;
  return line.substr(0, end) + "...";
}

void say(std::string_view message) {
  std::fputs(printable(message).c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace tilebridge
