// SPDX-License-Identifier: Apache-2.0
#include "sources/definitions.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

using Tokens = std::span<const Token>;

template <std::size_t count>
bool is_one_of(const Token& token, const std::array<std::string_view, count>& words) {
  return std::ranges::find(words, token.text) != words.end();
}

/// The position behind the bracket that closes the one at i; the end if none does.
std::size_t behind_bracket(Tokens tokens, std::size_t i) {
  constexpr std::array<std::string_view, 3> opening = {"(", "[", "{"};
  constexpr std::array<std::string_view, 3> closing = {")", "]", "}"};
  int open = 0;
  for (; i < tokens.size(); ++i) {
    open += is_one_of(tokens[i], opening) ? 1 : is_one_of(tokens[i], closing) ? -1 : 0;
    if (open == 0) return i + 1;
  }
  return i;
}

/// The position behind the > that closes the < at i.
std::size_t behind_angle(Tokens tokens, std::size_t i) {
  int open = 0;
  while (i < tokens.size()) {
    open += tokens[i].is("<") ? 1 : tokens[i].is(">") ? -1 : 0;
    i = tokens[i].is("(") || tokens[i].is("{") ? behind_bracket(tokens, i) : i + 1;
    if (open == 0) break;
  }
  return i;
}

/// The position behind template <…>, attributes and specifiers.
std::size_t behind_prefix(Tokens tokens, std::size_t i) {
  constexpr std::array<std::string_view, 5> specifiers = {"inline", "static", "constexpr", "extern",
                                                          "typedef"};
  while (i + 1 < tokens.size()) {
    if (tokens[i].is("template") && tokens[i + 1].is("<"))
      i = behind_angle(tokens, i + 1);
    else if (tokens[i].is("[") && tokens[i + 1].is("["))
      i = behind_bracket(tokens, i);
    else if (is_one_of(tokens[i], specifiers))
      ++i;
    else
      break;
  }
  return i;
}

/// The name of a type: behind "struct", after alignas(…) and the like.
std::vector<std::string_view> name_of_type(Tokens tokens, std::size_t i) {
  for (; i < tokens.size(); ++i) {
    if (tokens[i].is("class") || tokens[i].is("struct")) continue;
    const bool has_arguments = i + 1 < tokens.size() && tokens[i + 1].is("(");
    if (has_arguments)
      i = behind_bracket(tokens, i + 1) - 1;
    else if (tokens[i].kind == TokenKind::name)
      return {tokens[i].text};
  }
  return {};
}

/// The name of a function or a variable: before its parameters, its value or its end. For a member
/// the name of its class.
std::vector<std::string_view> name_of_object(Tokens tokens, std::size_t i) {
  constexpr std::array<std::string_view, 5> ends = {"=", "{", "[", ";", ":"};
  constexpr std::array<std::string_view, 6> behind_parameters = {"const", "noexcept", "override",
                                                                 "final", "requires", "try"};
  std::string_view name;
  while (i < tokens.size()) {
    const Token& token = tokens[i];
    if (token.is("operator") || token.is("static_assert")) return {};
    if (is_one_of(token, ends)) break;
    if (token.is("(")) {
      const std::size_t next = behind_bracket(tokens, i);
      const bool is_attribute = next < tokens.size() && tokens[next].kind == TokenKind::name &&
                                !is_one_of(tokens[next], behind_parameters);
      if (!is_attribute) break;
      i = next;
      continue;
    }
    const bool is_member = i > 0 && tokens[i - 1].is("::") && !name.empty();
    if (token.kind == TokenKind::name && !is_member) name = token.text;
    i = token.is("<") ? behind_angle(tokens, i) : i + 1;
  }
  return name.empty() ? std::vector<std::string_view>() : std::vector{name};
}

/// The type that an explicit specialisation is for, and with which a listing has it: OwnWord of
/// "template <> void step<OwnWord>()"; "" for one of the language's types.
std::string_view specialised_for(Tokens tokens) {
  constexpr std::array<std::string_view, 5> own = {"float", "double", "int", "bool", "unsigned"};
  const auto angle = std::ranges::find(tokens.subspan(3), "<", &Token::text);
  const bool has_type = angle != tokens.end() && std::next(angle) != tokens.end() &&
                        std::next(angle)->kind == TokenKind::name;
  return has_type && !is_one_of(*std::next(angle), own) ? std::next(angle)->text : "";
}

std::vector<std::string_view> names_of(Tokens tokens) {
  const bool is_special = tokens.size() > 3 && tokens[0].is("template") && tokens[2].is(">");
  if (const auto type = is_special ? specialised_for(tokens) : ""; !type.empty()) return {type};
  constexpr std::array<std::string_view, 5> types = {"struct", "class", "union", "enum", "concept"};
  const std::size_t i = behind_prefix(tokens, 0);
  if (i >= tokens.size() || tokens[i].is("template")) return {};
  if (is_one_of(tokens[i], types)) return name_of_type(tokens, i + 1);
  if (!tokens[i].is("using")) return name_of_object(tokens, i);
  if (i + 1 < tokens.size() && tokens[i + 1].is("namespace")) return {};
  const auto end = std::ranges::find_if(
      tokens.subspan(i), [](const Token& token) { return token.is("=") || token.is(";"); });
  return {std::prev(end)->text};
}

/// "KOKKOS_FUNCTION"
bool is_macro_name(std::string_view name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return std::ranges::none_of(name, is_lower) && name.find('_') != std::string_view::npos;
}

/// Whether the > at i ends the parameters of a template, and no type.
bool ends_template(Tokens tokens, std::size_t i) {
  int open = 0;
  do open += tokens[i].is(">") ? 1 : tokens[i].is("<") ? -1 : 0;
  while (open > 0 && i-- > 0);
  return open == 0 && i > 0 && tokens[i - 1].is("template");
}

/// Whether the name at i is declared there, as a parameter, a member or a variable: it follows a
/// type, whose & or * stands right behind it.
bool is_declared(std::string_view text, Tokens tokens, std::size_t i) {
  constexpr std::array<std::string_view, 18> no_types = {
      "return",    "else",     "case",   "goto",     "new",    "delete",
      "throw",     "const",    "static", "inline",   "extern", "typename",
      "constexpr", "volatile", "do",     "template", "using",  "namespace"};
  if (i == 0) return false;
  const Token* before = &tokens[i - 1];
  const auto stands_behind = [&](const Token& token) {
    return token.begin > 0 && text[token.begin - 1] != ' ';
  };
  while (before > tokens.data() && (before->is("&") || before->is("*")) && stands_behind(*before))
    --before;
  if (before->is(">"))
    return stands_behind(*before) &&
           !ends_template(tokens, static_cast<std::size_t>(before - tokens.data()));
  const bool is_macro = before->text.starts_with("__") || is_macro_name(before->text);
  return before->kind == TokenKind::name && !is_macro && !is_one_of(*before, no_types);
}

std::vector<Use> uses_of(std::string_view text, Tokens tokens) {
  std::vector<Use> uses;
  std::set<std::string_view> declared;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::name) continue;
    const bool has_before = i > 0;
    if (has_before && (tokens[i - 1].is(".") || tokens[i - 1].is("->"))) continue;
    if (has_before && tokens[i - 1].is("::")) {
      if (i > 1) uses.push_back({tokens[i - 2].text, tokens[i].text});
    } else if (is_declared(text, tokens, i))
      declared.insert(tokens[i].text);
    else
      uses.push_back({"", tokens[i].text});
  }
  std::erase_if(
      uses, [&](const Use& use) { return use.qualifier.empty() && declared.contains(use.name); });
  return uses;
}

class Reader {
 public:
  explicit Reader(std::string_view text)
      : text_(text), file_(lines_of(text)), all_(tokenise(text)), tokens_(all_) {
    for (std::size_t at = 0, line = 0; line < file_.text.size(); ++line) {
      begins_.push_back(at);
      at += file_.text[line].size() + 1;
    }
  }

  std::vector<Definition> read() {
    while (at_ < tokens_.size()) {
      if (is_directive(at_))
        read_directive();
      else if (tokens_[at_].is("}"))
        leave_scope();
      else if (!enters_scope())
        read_declaration();
    }
    return std::move(found_);
  }

 private:
  bool is_directive(std::size_t i) const { return tokens_[i].is("#") && tokens_[i].begins_line; }

  std::size_t end_of_line(std::size_t i) const {
    do ++i;
    while (i < tokens_.size() && !tokens_[i].begins_line);
    return i;
  }

  void leave_scope() {
    if (!scopes_.empty()) scopes_.pop_back();
    ++at_;
  }

  /// Reads "namespace a::b {".
  bool enters_scope() {
    std::size_t i = at_ + (tokens_[at_].is("inline") ? 1 : 0);
    if (i >= tokens_.size() || !tokens_[i].is("namespace")) return false;
    std::vector<std::string_view> names;
    for (++i; i < tokens_.size() && (tokens_[i].kind == TokenKind::name || tokens_[i].is("::"));
         ++i)
      if (tokens_[i].kind == TokenKind::name) names.push_back(tokens_[i].text);
    if (i >= tokens_.size() || !tokens_[i].is("{")) return false;
    scopes_.push_back(std::move(names));
    at_ = i + 1;
    return true;
  }

  void read_directive() {
    const std::size_t begin = at_;
    at_ = end_of_line(begin);
    if (begin + 1 >= tokens_.size()) return;
    const std::string_view word = tokens_[begin + 1].text;
    if (word.starts_with("if")) choices_.push_back({begin, found_.size()});
    if (word == "define" && begin + 2 < at_)
      add(begin, at_, {tokens_[begin + 2].text}, tokens_.subspan(begin + 3, at_ - begin - 3));
    if (word == "endif" && !choices_.empty()) {
      join(choices_.back());
      choices_.pop_back();
    }
  }

  struct Choice {
    std::size_t begin;       // of #if
    std::size_t definition;  // the first in it
  };

  /// Joins the definitions since #if to one, if all define the same names.
  void join(const Choice& choice) {
    const auto first = found_.begin() + static_cast<std::ptrdiff_t>(choice.definition);
    if (found_.end() - first < 2 || first->names.empty()) return;
    const auto is_alike = [&](const Definition& other) { return other.names == first->names; };
    if (!std::all_of(first, found_.end(), is_alike)) return;
    for (auto other = std::next(first); other != found_.end(); ++other)
      first->uses.insert(first->uses.end(), other->uses.begin(), other->uses.end());
    first->lines = lines_between(choice.begin, at_);
    found_.erase(std::next(first), found_.end());
  }

  /// The end of the declaration at i: behind its semicolon or its body.
  std::size_t end_of_declaration(std::size_t i) const {
    constexpr std::array<std::string_view, 4> more = {",", ".", "{", "("};
    while (i < tokens_.size()) {
      if (is_directive(i)) {
        i = end_of_line(i);
        continue;
      }
      if (tokens_[i].is(";")) return i + 1;
      const bool is_body = tokens_[i].is("{");
      const bool is_bracket = is_body || tokens_[i].is("(") || tokens_[i].is("[");
      i = is_bracket ? behind_bracket(tokens_, i) : i + 1;
      if (!is_body || (i < tokens_.size() && is_one_of(tokens_[i], more))) continue;
      return i < tokens_.size() && tokens_[i].is(";") ? i + 1 : i;
    }
    return i;
  }

  void read_declaration() {
    const std::size_t begin = at_;
    at_ = end_of_declaration(begin);
    const Tokens all = tokens_.subspan(begin, at_ - begin);
    add(begin, at_, names_of(all), all);
  }

  void add(std::size_t begin, std::size_t end, std::vector<std::string_view> names, Tokens code) {
    Definition definition = {.names = std::move(names),
                             .uses = uses_of(text_, code),
                             .lines = lines_between(begin, end)};
    for (const auto& scope : scopes_)
      definition.scope.insert(definition.scope.end(), scope.begin(), scope.end());
    found_.push_back(std::move(definition));
  }

  std::size_t line_of(std::size_t token) const {
    const auto next = std::ranges::upper_bound(begins_, tokens_[token].begin);
    return static_cast<std::size_t>(next - begins_.begin()) - 1;
  }

  /// The lines of tokens, with the comment above them.
  Lines lines_between(std::size_t begin, std::size_t end) const {
    std::size_t first = line_of(begin);
    while (first > 0 && is_comment(file_.text[first - 1])) --first;
    const auto line = [&](std::size_t i) {
      return file_.text.begin() + static_cast<std::ptrdiff_t>(i);
    };
    return {first + 1, {line(first), line(line_of(end - 1) + 1)}};
  }

  std::string_view text_;
  Lines file_;
  std::vector<Token> all_;
  Tokens tokens_;
  std::vector<std::size_t> begins_;  // of lines
  std::size_t at_ = 0;
  std::vector<std::vector<std::string_view>> scopes_;
  std::vector<Choice> choices_;
  std::vector<Definition> found_;
};

}  // namespace

std::vector<Definition> definitions_in(std::string_view text) { return Reader(text).read(); }

std::vector<Use> uses_in(std::string_view text) {
  const std::vector<Token> tokens = tokenise(text);
  return uses_of(text, tokens);
}

bool is_around(const std::vector<std::string_view>& outer,
               const std::vector<std::string_view>& scope) {
  return outer.size() <= scope.size() && std::equal(outer.begin(), outer.end(), scope.begin());
}

}  // namespace tilebridge::sources
