// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

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

/// U+202A … U+202E and U+2066 … U+2069, which change the direction of the text that follows.
bool turns_text(std::string_view character) {
  return (character >= "\u202a" && character <= "\u202e") ||
         (character >= "\u2066" && character <= "\u2069");
}

/// 0 if COLUMNS is not a plausible terminal width.
std::size_t columns_asked_for() {
  constexpr std::size_t most = 10000;
  const char* const text = std::getenv("COLUMNS");
  if (text == nullptr) return 0;
  std::size_t columns = 0;
  const char* const end = text + std::strlen(text);
  const auto [rest, error] = std::from_chars(text, end, columns);
  return error == std::errc{} && rest == end && columns <= most ? columns : 0;
}

}  // namespace

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string counted(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, columns(text)), ' ');
}

std::string shortened(std::string_view text, std::size_t width) {
  const std::size_t all = columns(text);
  if (all <= width) return std::string(text);
  const std::size_t back = width / 2;
  return fmt::format("{}…{}", text.substr(0, bytes_of(text, width - back - 1)),
                     text.substr(bytes_of(text, all - back)));
}

std::string clipped(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  const std::string_view fitting = text.substr(0, bytes_of(text, width - 1));
  const std::size_t end = fitting.find_last_of(' ');
  return fmt::format("{}…",
                     fitting.substr(0, end == std::string_view::npos ? fitting.size() : end + 1));
}

std::string without_trailing_spaces(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
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

std::size_t stdout_columns(std::size_t otherwise) {
  if (const std::size_t columns = columns_asked_for(); columns > 0) return columns;
  winsize size = {};
  const bool is_terminal = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_terminal ? size.ws_col : otherwise;
}

std::string tame(std::string text, std::size_t width) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  for (std::size_t i = 0; i + 3 <= text.size(); ++i)
    if (turns_text(std::string_view(text).substr(i, 3))) text.replace(i, 3, "?");
  if (text.size() <= width) return text;
  std::size_t end = width - 3;
  while (end > 0 && !begins_character(text[end])) --end;
  return text.substr(0, end) + "...";
}

}  // namespace tilebridge
