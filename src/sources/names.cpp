// SPDX-License-Identifier: Apache-2.0
#include "sources/names.hpp"

#include <algorithm>
#include <array>

namespace tilebridge {
namespace {

using Tokens = std::vector<Token>;

template <std::size_t n>
bool is_one_of(const Token& token, const std::array<std::string_view, n>& list) {
  return std::find(list.begin(), list.end(), token.text) != list.end();
}

/// Names that may precede another name without being its type.
bool is_specifier(const Token& token) {
  constexpr std::array<std::string_view, 20> specifiers = {
      "const",  "constexpr", "static", "inline", "mutable", "explicit", "extern",
      "return", "else",      "new",    "delete", "throw",   "case",     "typename",
      "sizeof", "do",        "goto",   "and",    "or",      "not"};
  return token.text.starts_with("KOKKOS_") || token.text.starts_with("__") ||
         is_one_of(token, specifiers);
}

/// The end of a type: a name, or a >, * or & that directly follows its type.
bool ends_type(const Tokens& tokens, std::size_t i) {
  constexpr std::array<std::string_view, 3> closings = {">", "*", "&"};
  if (tokens[i].kind == TokenKind::identifier) return !is_specifier(tokens[i]);
  return i > 0 && is_one_of(tokens[i], closings) && tokens[i - 1].end() == tokens[i].begin &&
         tokens[i].end() < tokens[i + 1].begin;
}

bool may_follow_name(const Token& token) {
  constexpr std::array<std::string_view, 9> after = {"(", "=", ";", ",", ")", "{", "[", ":", ">"};
  return is_one_of(token, after);
}

/// auto [x, y] = …
bool is_binding(const Tokens& tokens, std::size_t i) {
  while (i > 0 && (tokens[i - 1].is(",") || tokens[i - 1].kind == TokenKind::identifier)) --i;
  if (i < 2 || !tokens[i - 1].is("[")) return false;
  const Token& before = tokens[i - 2];
  return before.is("auto") ||
         ((before.is("&") || before.is("*")) && i > 2 && tokens[i - 3].is("auto"));
}

bool is_declared(const Tokens& tokens, std::size_t i) {
  if (i == 0 || i + 1 >= tokens.size() || tokens[i].kind != TokenKind::identifier) return false;
  if (is_binding(tokens, i)) return true;
  return ends_type(tokens, i - 1) && may_follow_name(tokens[i + 1]);
}

/// A member of something, or a name in a namespace or class.
bool is_qualified(const Tokens& tokens, std::size_t i) {
  constexpr std::array<std::string_view, 3> qualifiers = {".", "->", "::"};
  return i > 0 && is_one_of(tokens[i - 1], qualifiers);
}

/// The braces around each token; all tokens where there are none.
std::vector<TokenRange> braces_around(const Tokens& tokens) {
  std::vector<TokenRange> around;
  std::vector<TokenRange> open = {{0, tokens.size()}};
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("}") && open.size() > 1) open.pop_back();
    around.push_back(open.back());
    if (tokens[i].is("{")) open.push_back({i, after_group(tokens, i)});
  }
  return around;
}

}  // namespace

std::vector<LocalName> local_names(const Tokens& tokens, bool is_type) {
  const std::vector<TokenRange> around = braces_around(tokens);
  const auto body =
      std::find_if(tokens.begin(), tokens.end(), [](const Token& t) { return t.is("{"); }) -
      tokens.begin();
  std::vector<LocalName> found;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_declared(tokens, i)) continue;
    const TokenRange scope = around[i];
    const bool is_member = is_type && scope.from == static_cast<std::size_t>(body);
    found.push_back({tokens[i].text, i, {is_member ? scope.from : i, scope.to}});
  }
  return found;
}

std::set<std::string_view> used_names(const Tokens& tokens, bool is_type) {
  const std::vector<LocalName> locals = local_names(tokens, is_type);
  const auto is_hidden = [&](std::size_t i) {
    return std::any_of(locals.begin(), locals.end(), [&](const LocalName& local) {
      return local.name == tokens[i].text && local.scope.holds(i);
    });
  };
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].kind == TokenKind::identifier && !is_qualified(tokens, i) && !is_hidden(i))
      names.insert(tokens[i].text);
  return names;
}

}  // namespace tilebridge
