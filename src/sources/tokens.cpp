// SPDX-License-Identifier: Apache-2.0
#include "sources/tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

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

/// The length of a backslash and the end of its line, which the next line continues; 0 if `text`
/// does not begin with them.
std::size_t length_of_continuation(std::string_view text) {
  if (!text.starts_with('\\')) return 0;
  const std::size_t end = text.find_first_not_of(" \t\r", 1);
  return end < text.size() && text[end] == '\n' ? end + 1 : 0;
}

/// The end of the line with `at` and of the lines that continue it.
std::size_t after_line(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n')
    at += std::max<std::size_t>(1, length_of_continuation(text.substr(at, 80)));
  return at;
}

struct Space {
  std::size_t end;
  bool ends_line;
};

/// The white space and the comments at `at`.
Space space_at(std::string_view text, std::size_t at) {
  Space space = {at, at == 0};
  while (space.end < text.size()) {
    const std::string_view rest = text.substr(space.end);
    if (rest.starts_with("//"))
      space.end = after_line(text, space.end);
    else if (rest.starts_with("/*"))
      space.end = behind(text, "*/", space.end + 2);
    else if (const std::size_t length = length_of_continuation(rest.substr(0, 80)); length > 0)
      space.end += length;
    else if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
      space.ends_line = space.ends_line || rest[0] == '\n';
      ++space.end;
    } else
      break;
  }
  return space;
}

std::size_t length_of_literal(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && text[end] != text[0] && text[end] != '\n') {
    const std::size_t continued = length_of_continuation(text.substr(end, 80));
    end += continued > 0 ? continued : text[end] == '\\' ? 2 : 1;
  }
  return std::min(end < text.size() && text[end] == '\n' ? end : end + 1, text.size());
}

/// The length of R"delimiter(…)delimiter"; 0 if `text` does not begin with one.
std::size_t length_of_raw_string(std::string_view text) {
  constexpr std::array<std::string_view, 5> prefixes = {"R\"", "LR\"", "uR\"", "UR\"", "u8R\""};
  constexpr std::size_t most_of_delimiter = 16;
  const auto prefix = std::ranges::find_if(
      prefixes, [&](std::string_view begin) { return text.starts_with(begin); });
  if (prefix == prefixes.end()) return 0;
  const std::size_t begin = prefix->size();
  const std::size_t open = text.find_first_of("( )\\\t\r\n", begin);
  if (open >= text.size() || text[open] != '(' || open - begin > most_of_delimiter) return 0;
  const std::string closing = ")" + std::string(text.substr(begin, open - begin)) + "\"";
  return behind(text, closing, open + 1);
}

struct Digraph {
  std::string_view written;
  std::string_view meaning;
};

/// The digraph that `text` begins with; null if there is none.
const Digraph* digraph_of(std::string_view text) {
  static constexpr std::array<Digraph, 5> all = {
      {{"<%", "{"}, {"%>", "}"}, {"<:", "["}, {":>", "]"}, {"%:", "#"}}};
  // f<::g> has no bracket, by a rule of its own.
  const bool is_scope =
      text.starts_with("<::") && !text.starts_with("<:::") && !text.starts_with("<::>");
  const auto found = std::ranges::find_if(
      all, [&](const Digraph& digraph) { return text.starts_with(digraph.written); });
  return found == all.end() || is_scope ? nullptr : &*found;
}

/// The characters that `is` holds for, at the beginning.
std::string_view beginning(std::string_view text, bool (*is)(char)) {
  return {text.begin(), std::find_if_not(text.begin(), text.end(), is)};
}

struct Read {
  Token token;
  std::size_t length;  // in the text
};

/// The token that `text` begins with.
Read first_token(std::string_view text) {
  const auto whole = [&](TokenKind kind, std::size_t length) {
    return Read{{kind, 0, text.substr(0, length)}, length};
  };
  if (is_digit(text[0])) return whole(TokenKind::number, beginning(text, in_number).size());
  if (const std::size_t length = length_of_raw_string(text); length > 0)
    return whole(TokenKind::literal, length);
  if (in_name(text[0])) return whole(TokenKind::name, beginning(text, in_name).size());
  if (text[0] == '"' || text[0] == '\'') return whole(TokenKind::literal, length_of_literal(text));
  if (const Digraph* const digraph = digraph_of(text); digraph != nullptr)
    return {{TokenKind::punctuation, 0, digraph->meaning}, digraph->written.size()};
  const bool is_double = text.starts_with("::") || text.starts_with("->");
  return whole(TokenKind::punctuation, is_double ? 2 : 1);
}

}  // namespace

std::vector<Token> tokenise(std::string_view text) {
  std::vector<Token> tokens;
  for (Space space = space_at(text, 0); space.end < text.size();) {
    Read read = first_token(text.substr(space.end));
    read.token.begin = space.end;
    read.token.begins_line = space.ends_line;
    tokens.push_back(read.token);
    space = space_at(text, space.end + read.length);
  }
  return tokens;
}

}  // namespace tilebridge::sources
