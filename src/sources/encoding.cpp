// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

enum class Encoding { bytes, utf16_little, utf16_big };

/// Without a byte order mark, UTF-16 is told by its zeros: every second byte of ASCII characters.
Encoding encoding_of(std::string_view text) {
  if (text.starts_with("\xff\xfe")) return Encoding::utf16_little;
  if (text.starts_with("\xfe\xff")) return Encoding::utf16_big;
  const std::string_view begin = text.substr(0, std::min<std::size_t>(text.size(), 256) / 2 * 2);
  std::size_t zeros[2] = {};
  for (std::size_t i = 0; i < begin.size(); ++i)
    if (begin[i] == '\0') ++zeros[i % 2];
  const std::size_t most = begin.size() / 2;
  if (most > 1 && zeros[1] == most && zeros[0] == 0) return Encoding::utf16_little;
  if (most > 1 && zeros[0] == most && zeros[1] == 0) return Encoding::utf16_big;
  return Encoding::bytes;
}

void append(std::string& text, char32_t c) {
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  const auto put_rest = [&](int shift) { put(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) return put(c);
  if (c < 0x800)
    put(0xc0 | c >> 6);
  else if (c < 0x10000)
    put(0xe0 | c >> 12), put_rest(6);
  else
    put(0xf0 | c >> 18), put_rest(12), put_rest(6);
  put_rest(0);
}

std::string from_utf16(std::string_view text, bool is_big) {
  const auto unit = [&](std::size_t i) {
    const auto first = static_cast<unsigned char>(text[2 * i]);
    const auto second = static_cast<unsigned char>(text[2 * i + 1]);
    return static_cast<char32_t>(is_big ? first << 8 | second : second << 8 | first);
  };
  const auto is_in = [](char32_t c, char32_t first) { return c >= first && c < first + 0x400; };
  constexpr char32_t high = 0xd800, low = 0xdc00, mark = 0xfeff, unknown = 0xfffd;
  std::string decoded;
  const std::size_t units = text.size() / 2;
  for (std::size_t i = 0; i < units; ++i) {
    char32_t c = unit(i);
    if (i == 0 && c == mark) continue;
    if (is_in(c, high) && i + 1 < units && is_in(unit(i + 1), low))
      c = 0x10000 + ((c - high) << 10) + (unit(++i) - low);
    else if (is_in(c, high) || is_in(c, low))
      c = unknown;
    append(decoded, c);
  }
  return decoded;
}

}  // namespace

std::string plain_text(std::string_view text) {
  const Encoding encoding = encoding_of(text);
  std::string plain = encoding == Encoding::bytes
                          ? std::string(text)
                          : from_utf16(text, encoding == Encoding::utf16_big);
  for (std::size_t i = 0; i < plain.size(); ++i)
    if (plain[i] == '\r' && (i + 1 == plain.size() || plain[i + 1] != '\n')) plain[i] = '\n';
  return plain;
}

}  // namespace tilebridge::sources
