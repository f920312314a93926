// SPDX-License-Identifier: Apache-2.0
// The text of a C++ file as tokens with its structure: brackets, calls, loops, kernels and classes,
// as far as they can be told without compiling it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sources/tokens.hpp"

namespace tilebridge::sources {

/// Tokens from `begin` up to `end`.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool holds(std::size_t token) const { return begin <= token && token < end; }
};

enum class RegionKind {
  loop,         // for, while, do: with its head
  branch,       // if, with its condition and without else
  kernel,       // a lambda that is given to a parallel_…() of the host, or a function for devices
  class_scope,  // from its name
};

struct Region {
  RegionKind kind;
  Span span;
};

/// Views into the text that is read are kept: it must outlive this.
class Code {
 public:
  explicit Code(std::string_view text);

  std::size_t size() const { return tokens_.size(); }
  /// The text of token i; "" beyond the last one.
  std::string_view operator[](std::size_t i) const { return i < size() ? tokens_[i].text : ""; }
  bool is_name(std::size_t i) const { return i < size() && tokens_[i].kind == TokenKind::name; }
  bool is_literal(std::size_t i) const {
    return i < size() && tokens_[i].kind == TokenKind::literal;
  }
  bool is_number(std::size_t i) const { return i < size() && tokens_[i].kind == TokenKind::number; }
  /// The number of its line, from 1.
  std::size_t line(std::size_t i) const;
  /// The other one of a pair of brackets, of which token i is one; size() where there is none.
  std::size_t partner(std::size_t i) const { return partners_[i]; }
  /// The innermost ( [ or { around token i; size() where there is none.
  std::size_t enclosing(std::size_t i) const { return enclosing_[i]; }
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
    for (std::size_t i = span.begin; i < span.end; ++i)
      if ((tokens_[i].is(names) || ...)) return true;
    return false;
  }
  /// The function of the file around token i, from the bracket of its parameters to its end; empty
  /// if there is none.
  Span function(std::size_t i) const;
  /// The names of types whose declaration mentions `name`, and `name`.
  std::vector<std::string_view> aliases(std::string_view name) const;

 private:
  void match_brackets();
  void find_regions();

  std::string text_;  // of what is compiled, as long as the original
  std::vector<Token> tokens_;
  std::vector<std::size_t> partners_;
  std::vector<std::size_t> enclosing_;
  std::vector<Region> regions_;
};

/// Whether the name calls parallel_for, parallel_reduce or parallel_scan.
bool is_parallel(std::string_view name);

}  // namespace tilebridge::sources
