// SPDX-License-Identifier: Apache-2.0
// C++ and CUDA text as tokens. Comments and white space lie between tokens.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tilebridge {

enum class TokenKind {
  identifier,  // keywords too
  number,
  literal,      // a string or a character, with prefix and quotes
  punctuation,  // one character, "::" or "->"
  directive,    // a whole preprocessor line, with its continuation lines
};

struct Token {
  TokenKind kind;
  std::size_t begin;  // in the text
  std::string_view text;

  std::size_t end() const { return begin + text.size(); }
  bool is(std::string_view spelling) const { return text == spelling; }
};

/// Tokens of `text`, which must outlive them. Unclosed literals and comments end with the text.
std::vector<Token> tokenise(std::string_view text);

/// The index after the bracket that closes the (, [ or { at `open`.
std::size_t after_group(const std::vector<Token>& tokens, std::size_t open);
bool opens_group(const Token& token);
bool closes_group(const Token& token);

}  // namespace tilebridge
