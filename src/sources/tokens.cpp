// SPDX-License-Identifier: Apache-2.0
#include "sources/tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace tilebridge {
namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool in_name(char c) { return begins_name(c) || is_digit(c); }

template <std::size_t n>
bool is_one_of(std::string_view text, const std::array<std::string_view, n>& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    for (skip_space(); at_ < text_.size(); skip_space()) tokens.push_back(next());
    return tokens;
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool begins(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  /// The position after `what`, searched for from `from` on, or the end.
  std::size_t behind(std::string_view what, std::size_t from) const {
    const std::size_t found = text_.find(what, from);
    return found == std::string_view::npos ? text_.size() : found + what.size();
  }

  void skip_space() {
    while (at_ < text_.size()) {
      if (begins("//"))
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (begins("/*"))
        at_ = behind("*/", at_ + 2);
      else if (std::isspace(static_cast<unsigned char>(peek())) != 0)
        line_begins_ |= text_[at_++] == '\n';
      else
        return;
    }
  }

  Token next() {
    const std::size_t begin = at_;
    const TokenKind kind = scan();
    line_begins_ = false;
    return {kind, begin, text_.substr(begin, at_ - begin)};
  }

  TokenKind scan() {
    if (line_begins_ && peek() == '#') return scan_directive();
    if (begins_name(peek())) return scan_name();
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return scan_number();
    if (peek() == '"' || peek() == '\'') return scan_quoted();
    at_ += begins("::") || begins("->") ? 2 : 1;
    return TokenKind::punctuation;
  }

  /// A directive ends before its comment.
  TokenKind scan_directive() {
    const auto ends = [&] { return peek() == '\n' || begins("//") || begins("/*"); };
    for (; at_ < text_.size() && !ends(); ++at_)
      if (begins("\\\n")) ++at_;
    return TokenKind::directive;
  }

  TokenKind scan_name() {
    const std::size_t begin = at_;
    while (in_name(peek())) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    constexpr std::array<std::string_view, 5> raw = {"R", "u8R", "uR", "UR", "LR"};
    constexpr std::array<std::string_view, 4> encodings = {"u8", "u", "U", "L"};
    if (peek() == '"' && is_one_of(name, raw)) return scan_raw_string();
    if ((peek() == '"' || peek() == '\'') && is_one_of(name, encodings)) return scan_quoted();
    return TokenKind::identifier;
  }

  TokenKind scan_raw_string() {
    const std::size_t open = std::min(text_.find('(', at_), text_.size());
    std::string closing = ")";
    closing += text_.substr(at_ + 1, open - at_ - 1);
    at_ = behind(closing + '"', open);
    return TokenKind::literal;
  }

  TokenKind scan_quoted() {
    const char quote = text_[at_++];
    while (at_ < text_.size() && peek() != quote) at_ += peek() == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
    return TokenKind::literal;
  }

  TokenKind scan_number() {
    while (in_name(peek()) || peek() == '.' || (peek() == '\'' && in_name(peek(1))) || is_sign())
      ++at_;
    return TokenKind::number;
  }

  /// 1e-3, 0x1p+4
  bool is_sign() const {
    return (peek() == '+' || peek() == '-') && std::string_view("eEpP").find(text_[at_ - 1]) < 4;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool line_begins_ = true;
};

}  // namespace

std::vector<Token> tokenise(std::string_view text) { return Scanner(text).all(); }

bool opens_group(const Token& token) {
  return token.kind == TokenKind::punctuation && std::string_view("([{").find(token.text) < 3;
}

bool closes_group(const Token& token) {
  return token.kind == TokenKind::punctuation && std::string_view(")]}").find(token.text) < 3;
}

std::size_t after_group(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (opens_group(tokens[i])) ++depth;
    if (closes_group(tokens[i]) && --depth == 0) return i + 1;
  }
  return tokens.size();
}

}  // namespace tilebridge
