// SPDX-License-Identifier: Apache-2.0
#include "base/escape.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.hpp"

namespace tilebridge {
namespace {

/// In an attribute, line breaks and tabs would become spaces.
std::string xml_of(char c) {
  constexpr std::pair<char, const char*> entities[] = {
      {'&', "&amp;"},   {'<', "&lt;"},   {'>', "&gt;"}, {'"', "&quot;"},
      {'\'', "&apos;"}, {'\n', "&#10;"}, {'\t', "&#9;"}};
  for (const auto& [character, entity] : entities)
    if (character == c) return entity;
  return {c};
}

/// U+FFFE and U+FFFF, in UTF-8: the non-ASCII characters that XML does not allow.
bool begins_with_noncharacter(std::string_view text) {
  return text.starts_with("\xef\xbf\xbe") || text.starts_with("\xef\xbf\xbf");
}

template <class Escape>
std::string escaped_by(const Escape& escape, std::string_view text) {
  const std::string clean = printable(text);
  std::string escaped;
  for (text = clean; !text.empty();) {
    const bool noncharacter = begins_with_noncharacter(text);
    escaped += noncharacter ? "?" : escape(text.front());
    text.remove_prefix(noncharacter ? 3 : 1);
  }
  return escaped;
}

}  // namespace

std::string xml_escaped(std::string_view text) { return escaped_by(xml_of, text); }

std::string html_text(std::string_view text) {
  return escaped_by([](char c) { return c == '&' || c == '<' ? xml_of(c) : std::string{c}; }, text);
}

std::string markdown_code(std::string_view text) {
  std::string code = one_printable_line(text);
  std::replace(code.begin(), code.end(), '`', '\'');
  std::replace(code.begin(), code.end(), '|', '/');  // it ends a cell, even in a code span
  return code.empty() ? "" : "`" + code + "`";
}

std::string csv_field(std::string_view text) {
  constexpr std::string_view formula_starts = "=+-@\t";
  std::string field;
  if (!text.empty() && formula_starts.find(text.front()) != std::string_view::npos) field = "'";
  field += printable(text);
  if (field.find_first_of(",\"\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view harmless = "_-./@%+=:,";
  const std::string word = one_printable_line(text);
  const auto is_harmless = [&](unsigned char c) {
    return std::isalnum(c) || c >= 0x80 ||
           harmless.find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_harmless)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace tilebridge
