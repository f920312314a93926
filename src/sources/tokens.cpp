// SPDX-License-Identifier: Apache-2.0
#include "sources/tokens.hpp"

#include <algorithm>
#include <cctype>

namespace tilebridge::sources {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
/// Takes fractions and separators; an exponent's sign divides a number, which does no harm.
bool in_number(char c) { return in_name(c) || c == '.' || c == '\''; }

/// The position after `what`, or the end.
std::size_t behind(std::string_view text, std::string_view what, std::size_t from) {
  const std::size_t found = text.find(what, from);
  return found == std::string_view::npos ? text.size() : found + what.size();
}

/// The end of the white space and the comments at `at`.
std::size_t after_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//"))
      at = behind(text, "\n", at);
    else if (rest.starts_with("/*"))
      at = behind(text, "*/", at + 2);
    else if (std::isspace(static_cast<unsigned char>(rest[0])) != 0)
      ++at;
    else
      break;
  }
  return at;
}

std::size_t length_of_literal(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && text[end] != text[0]) end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

/// The characters that `is` holds for, at the beginning.
std::string_view beginning(std::string_view text, bool (*is)(char)) {
  return {text.begin(), std::find_if_not(text.begin(), text.end(), is)};
}

/// The token that `text` begins with.
Token first_token(std::string_view text) {
  if (is_digit(text[0])) return {TokenKind::number, 0, beginning(text, in_number)};
  if (in_name(text[0])) return {TokenKind::name, 0, beginning(text, in_name)};
  if (text[0] == '"' || text[0] == '\'')
    return {TokenKind::literal, 0, text.substr(0, length_of_literal(text))};
  const bool is_double = text.starts_with("::") || text.starts_with("->");
  return {TokenKind::punctuation, 0, text.substr(0, is_double ? 2 : 1)};
}

}  // namespace

std::vector<Token> tokenise(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = after_space(text, 0); at < text.size();) {
    Token token = first_token(text.substr(at));
    token.begin = at;
    tokens.push_back(token);
    at = after_space(text, at + token.text.size());
  }
  return tokens;
}

}  // namespace tilebridge::sources
