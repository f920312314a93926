// SPDX-License-Identifier: Apache-2.0
#include "sources/definitions.hpp"

#include <algorithm>
#include <array>

namespace tilebridge {
namespace {

using Tokens = std::vector<Token>;

bool is_type_key(const Token& token) {
  return token.is("struct") || token.is("class") || token.is("union") || token.is("enum");
}

/// The index after the > that closes the < at `open`.
std::size_t after_angles(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  std::size_t i = open;
  while (i < tokens.size()) {
    if (tokens[i].is("<")) ++depth;
    if (tokens[i].is(">") && --depth == 0) return i + 1;
    i = opens_group(tokens[i]) ? after_group(tokens, i) : i + 1;
  }
  return i;
}

/// The index after the template headers at `i`; `i` if there are none.
std::size_t after_template_headers(const Tokens& tokens, std::size_t i) {
  while (i + 1 < tokens.size() && tokens[i].is("template") && tokens[i + 1].is("<"))
    i = after_angles(tokens, i + 1);
  return i;
}

/// The index after the { of the namespace that opens at `i`; `i` if none does.
std::size_t after_namespace_head(const Tokens& tokens, std::size_t i) {
  const std::size_t key = tokens[i].is("inline") ? i + 1 : i;
  if (key >= tokens.size() || !tokens[key].is("namespace")) return i;
  std::size_t end = key;
  while (end < tokens.size() && !tokens[end].is("{") && !tokens[end].is(";")) ++end;
  return end < tokens.size() && tokens[end].is("{") ? end + 1 : i;
}

/// Whether a definition continues after a braced group: a list of member initialisers does, and so
/// does anything that ends with a semicolon.
bool goes_on(const Tokens& tokens, std::size_t i) {
  return i < tokens.size() && (tokens[i].is(",") || tokens[i].is("{") || tokens[i].is(";"));
}

/// The name of an operator function includes the operator, which may be =, ( or [.
std::size_t after_token_or_group(const Tokens& tokens, std::size_t i) {
  if (opens_group(tokens[i])) return after_group(tokens, i);
  if (!tokens[i].is("operator")) return i + 1;
  i += 2;
  while (i < tokens.size() && !tokens[i].is("(")) ++i;
  return i;
}

/// The index after the definition at `begin`: after a function's body, else after a semicolon.
std::size_t after_definition(const Tokens& tokens, std::size_t begin) {
  std::size_t i = after_template_headers(tokens, begin);
  bool ends_with_semicolon = i < tokens.size() && is_type_key(tokens[i]);
  while (i < tokens.size()) {
    if (tokens[i].is(";")) return i + 1;
    if (tokens[i].is("=")) ends_with_semicolon = true;
    const bool is_braced = tokens[i].is("{");
    i = after_token_or_group(tokens, i);
    if (is_braced && !ends_with_semicolon && !goes_on(tokens, i)) return i;
  }
  return i;
}

/// Whether the tokens at `i` can follow a function's parameters.
bool ends_parameters(const Tokens& tokens, std::size_t i) {
  constexpr std::array<std::string_view, 8> after = {"{",     ";",  ":",        "=",
                                                     "const", "->", "noexcept", "requires"};
  return i < tokens.size() && std::find(after.begin(), after.end(), tokens[i].text) != after.end();
}

struct Declarator {
  std::string_view name;
  bool is_function = false;
};

/// struct alignas(16) Words {: the last name before its members.
Declarator type_declarator(const Tokens& tokens, std::size_t i) {
  Declarator found;
  while (i < tokens.size()) {
    const Token& token = tokens[i];
    if (token.is("{") || token.is(":") || token.is(";") || token.is("<")) break;
    if (token.kind == TokenKind::identifier && !token.is("final")) found.name = token.text;
    i = after_token_or_group(tokens, i);
  }
  return found;
}

/// A function's name precedes its parameter list (not the parentheses of an attribute such as
/// __launch_bounds__), a variable's name its initialiser.
Declarator declarator(const Tokens& tokens, std::size_t i) {
  Declarator found;
  while (i < tokens.size()) {
    const Token& token = tokens[i];
    if (token.is("=") || token.is("{") || token.is(";") || token.is("[")) break;
    if (token.is("(") && ends_parameters(tokens, after_group(tokens, i))) {
      found.is_function = true;
      break;
    }
    if (token.kind == TokenKind::identifier) found.name = token.text;
    i = after_token_or_group(tokens, i);
  }
  return found;
}

bool is_conditional(const Token& token) {
  std::string_view text = token.text.substr(1);
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.starts_with("if") || text.starts_with("el") || text.starts_with("endif");
}

/// Everything about a definition but its place, from its tokens.
Definition classified(Tokens tokens) {
  const std::size_t i = after_template_headers(tokens, 0);
  const Token& first = tokens[std::min(i, tokens.size() - 1)];
  if (first.is("template") || first.is("static_assert") || first.is("namespace") || first.is(";"))
    return {Definition::Kind::nameless, "", false, 0, 0, std::move(tokens)};
  const bool is_type = is_type_key(first);
  const Declarator found = is_type ? type_declarator(tokens, i) : declarator(tokens, i);
  const bool has_body =
      std::any_of(tokens.begin(), tokens.end(), [](const Token& t) { return t.is("{"); });
  const bool is_declaration = (is_type || found.is_function) && !has_body;
  const bool is_nameless = first.is("using") && tokens[i + 1].is("namespace");
  const auto kind = is_nameless      ? Definition::Kind::nameless
                    : is_declaration ? Definition::Kind::declaration
                                     : Definition::Kind::definition;
  return {kind, is_nameless ? "" : found.name, is_type, 0, 0, std::move(tokens)};
}

}  // namespace

std::size_t with_leading_comment(std::string_view text, std::size_t previous_end,
                                 std::size_t begin) {
  const std::string_view gap = text.substr(previous_end, begin - previous_end);
  const std::size_t blank_line = gap.rfind("\n\n");
  if (blank_line != std::string_view::npos) return previous_end + blank_line + 2;
  const std::size_t line_end = gap.find('\n');
  if (previous_end == 0) return 0;
  return line_end == std::string_view::npos ? begin : previous_end + line_end + 1;
}

std::vector<Definition> definitions(std::string_view text) {
  const Tokens tokens = tokenise(text);
  std::vector<Definition> found;
  std::size_t i = 0;
  const auto add = [&](Definition d, std::size_t end) {
    const std::size_t previous_end = i == 0 ? 0 : tokens[i - 1].end();
    d.begin = with_leading_comment(text, previous_end, tokens[i].begin);
    d.end = tokens[end - 1].end();
    found.push_back(std::move(d));
    i = end;
  };
  while (i < tokens.size()) {
    const std::size_t inside = after_namespace_head(tokens, i);
    if (inside != i)
      i = inside;
    else if (tokens[i].kind == TokenKind::directive && is_conditional(tokens[i]))
      add({Definition::Kind::conditional, "", false, 0, 0, {tokens[i]}}, i + 1);
    else if (tokens[i].kind == TokenKind::directive || tokens[i].is("}"))
      ++i;
    else {
      const std::size_t end = after_definition(tokens, i);
      add(classified({tokens.begin() + static_cast<std::ptrdiff_t>(i),
                      tokens.begin() + static_cast<std::ptrdiff_t>(end)}),
          end);
    }
  }
  return found;
}

}  // namespace tilebridge
