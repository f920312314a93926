#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tilebridge {
namespace {

std::size_t columns(std::string_view text) {  // of UTF-8 without wide characters
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80;
  }));
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent) {
  std::string lines;
  std::size_t used = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (used > indent && used + 1 + columns(word) > 100) {
      lines += fmt::format("\n{:{}}", "", indent);
      used = indent;
    }
    lines += fmt::format("{}{}", used > indent ? " " : "", word);
    used += columns(word) + (used > indent ? 1 : 0);
  }
  return lines;
}

std::string tame(std::string text, std::size_t width) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  if (text.size() > width) text = text.substr(0, width - 3) + "...";
  return text;
}

}  // namespace tilebridge
