// SPDX-License-Identifier: Apache-2.0
// The text of a C++ file as tokens with its structure: brackets, calls, loops, kernels and classes,
// as far as they can be told without compiling it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sources/tokens.hpp"

namespace tilebridge::sources {

/// Tokens from `begin` up to `end`.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool holds(std::size_t token) const { return begin <= token && token < end; }
};

/// Code nests fewer brackets; what is around more of them is not looked for.
inline constexpr std::size_t deepest = 256;

enum class RegionKind : std::uint8_t {
  loop,         // for, while, do: with its head
  branch,       // if, with its condition and without else
  kernel,       // a lambda that is given to a parallel_…() of the host, or a function for devices
  class_scope,  // from its name
};

struct Region {
  RegionKind kind;
  Span span;
};

/// The functions of a project that launch kernels as parallel_…() does, and over what: "par_for",
/// "MDRangePolicy".
using Wrappers = std::map<std::string, std::string, std::less<>>;

/// Finds the places of names in a file in logarithmic time.
class NameIndex {
 public:
  /// Places of a name are added in their order.
  void add(std::string_view name, std::size_t place) { places_[name].push_back(place); }
  /// The last place of the name in the span; its end if there is none.
  std::size_t last_in(std::string_view name, const Span& span) const;
  /// The places of the name in the span, in their order.
  std::span<const std::size_t> all_in(std::string_view name, const Span& span) const;

 private:
  std::unordered_map<std::string_view, std::vector<std::size_t>> places_;
};

/// Every function takes any number as a token: there is none beyond the last. All but those that
/// return a list take constant or logarithmic time in the length of the file, so that a scan of a
/// generated file takes a time in proportion to its length. Views into the text are kept: it must
/// outlive this.
class Code {
 public:
  explicit Code(std::string_view text) : Code(text, tokenise(text)) {}
  /// Reads the tokens of the text, tokens that are not compiled among them. The wrappers must
  /// outlive this, too.
  Code(std::string_view text, const std::vector<Token>& tokens, const Wrappers& wrappers = none);

  std::size_t size() const { return tokens_.size(); }
  /// Token i, which there must be.
  const Token& token(std::size_t i) const { return tokens_[i]; }
  /// The text of token i; "" beyond the last one.
  std::string_view operator[](std::size_t i) const { return i < size() ? tokens_[i].text : ""; }
  bool is_name(std::size_t i) const { return is_kind(i, TokenKind::name); }
  bool is_literal(std::size_t i) const { return is_kind(i, TokenKind::literal); }
  bool is_number(std::size_t i) const { return is_kind(i, TokenKind::number); }
  /// The number of its line, from 1.
  std::size_t line(std::size_t i) const;
  /// The other one of a pair of brackets, of which token i is one; size() where there is none.
  std::size_t partner(std::size_t i) const { return i < size() ? partners_[i] : size(); }
  /// The innermost ( [ or { around token i; size() where there is none.
  std::size_t enclosing(std::size_t i) const { return i < size() ? enclosing_[i] : size(); }
  /// The end of the brackets that token i opens; i where it opens none.
  std::size_t end_of_brackets(std::size_t i) const;
  /// The token after the statement that begins at i.
  std::size_t end_of_statement(std::size_t i) const;
  /// The token after the template arguments that begin at i; i where none do.
  std::size_t after_arguments(std::size_t i) const;
  /// The bracket that begins the arguments of the call of the name at i, which template arguments
  /// may be between; size() where it is no call.
  std::size_t call(std::size_t i) const;
  /// Divides what is between the bracket at i and its partner at the commas outside brackets.
  std::vector<Span> arguments(std::size_t bracket) const;
  /// The function whose arguments begin with the bracket at i: its name; size() where there is
  /// none.
  std::size_t callee(std::size_t bracket) const;
  /// The innermost region of that kind around token i; null if there is none.
  const Region* around(RegionKind kind, std::size_t i) const;
  bool in_kernel(std::size_t i) const { return around(RegionKind::kernel, i) != nullptr; }
  /// Whether a loop of the same kernel, or of the host, is around token i.
  bool in_loop(std::size_t i) const;
  /// Whether one of the names is in the span.
  template <class... Names>
  bool contains(const Span& span, const Names&... names) const {
    return ((names_.last_in(names, span) < span.end) || ...);
  }
  /// The last token in the span that begins `name =`; the span's end if none does.
  std::size_t assigned(std::string_view name, const Span& span) const {
    return assigned_.last_in(name, span);
  }
  /// The places of the name in the span, in their order.
  std::span<const std::size_t> places(std::string_view name, const Span& span) const {
    return names_.all_in(name, span);
  }
  /// The last declaration in the span, as far as can be told: `type name`, `type& name` or
  /// `type other, name`; the span's end if there is none.
  std::size_t declared(std::string_view name, const Span& span) const {
    return declared_.last_in(name, span);
  }
  /// The declaration of the name that token i is, as far as can be told: the last one above it
  /// whose block is around it, else the first one below; size() if there is none.
  std::size_t declaration(std::size_t i) const;
  /// The last token of the type of the variable that is declared at i.
  std::size_t type_end(std::size_t i) const;
  /// Whether a template of the file has a parameter of that name, or a class is declared alone.
  bool is_unknown_class(std::string_view name) const { return unknown_classes_.contains(name); }
  /// The function of the file around token i, from the bracket of its parameters to its end; empty
  /// if there is none.
  Span function(std::size_t i) const;
  /// The names of types whose declaration mentions `name`, and `name`; each once.
  std::vector<std::string_view> aliases(std::string_view name) const;
  /// Whether the name calls parallel_for, parallel_reduce, parallel_scan or a wrapper of them.
  bool is_parallel(std::string_view name) const;
  /// The range that the wrapper of that name runs over; "" if there is no such wrapper.
  std::string_view range_of_wrapper(std::string_view name) const;

 private:
  static const Wrappers none;

  bool is_kind(std::size_t i, TokenKind kind) const {
    return i < size() && tokens_[i].kind == kind;
  }
  /// The bracket of the parameters of the function whose block begins there, before what a
  /// constructor initialises; size() if it is none.
  std::size_t parameters_before(std::size_t block) const;
  void find_marks(std::span<const Token> tokens);
  void match_brackets();
  void find_statement_ends();
  void note_declaration(std::size_t i);
  void index_names();
  void find_regions();

  const Wrappers& wrappers_;
  std::vector<std::size_t> line_ends_;  // in the text
  std::vector<Token> tokens_;           // of what is compiled
  std::vector<std::size_t> partners_;
  std::vector<std::size_t> enclosing_;
  std::vector<std::size_t> statement_ends_;
  NameIndex names_, assigned_, declared_;
  std::unordered_map<std::size_t, std::size_t> type_ends_;  // of declared variables
  /// The bracket around the last declaration that was read, and the end of the declared type.
  std::pair<std::size_t, std::size_t> last_declaration_ = {};
  std::unordered_set<std::string_view> unknown_classes_;
  std::unordered_set<std::string_view> function_marks_, lambda_marks_;  // of this file
  std::vector<Region> regions_;
  /// 1 + the index of a token's innermost region, by kind and token; 0 if there is none.
  std::array<std::vector<std::uint32_t>, 4> innermost_;
};

}  // namespace tilebridge::sources
