// SPDX-License-Identifier: Apache-2.0
// C++ and CUDA text as tokens, without comments and white space.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tilebridge::sources {

enum class TokenKind {
  name,  // keywords too
  number,
  literal,      // a string or a character, with its quotes
  punctuation,  // one character, "::" or "->"
};

struct Token {
  TokenKind kind;
  std::size_t begin;      // in the text
  std::string_view text;  // "{" of the digraph "<%"
  bool begins_line = false;

  bool is(std::string_view spelling) const { return text == spelling; }
};

/// Tokens of `text`, which must outlive them. Lines end with "\n"; one behind a backslash continues
/// in the next. Directives are divided like any other line. A literal that is not closed ends with
/// its line; a raw string and a comment end with the text.
std::vector<Token> tokenise(std::string_view text);

/// The text in UTF-8, if it is UTF-16 with a byte order mark or of ASCII characters alone, and with
/// lines that end with "\n" or "\r\n".
std::string plain_text(std::string_view text);

}  // namespace tilebridge::sources
