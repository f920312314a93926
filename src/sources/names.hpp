// SPDX-License-Identifier: Apache-2.0
// Which names a piece of code uses from outside.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "sources/tokens.hpp"

namespace tilebridge {

/// Tokens [from, to) of a piece of code.
struct TokenRange {
  std::size_t from;
  std::size_t to;

  bool holds(std::size_t i) const { return from <= i && i < to; }
};

/// A name that the code declares itself, and where it hides the outer one.
struct LocalName {
  std::string_view name;
  std::size_t at;  // the token
  TokenRange scope;
};

/// Parameters, variables and members that `tokens` declare. Distinguishes declarations from
/// expressions by their clang-format style: `Word& words`, but `a & b`. `is_type`: members are
/// visible throughout.
std::vector<LocalName> local_names(const std::vector<Token>& tokens, bool is_type);

/// Names used in `tokens` that are neither declared there nor a member's or a namespace's.
std::set<std::string_view> used_names(const std::vector<Token>& tokens, bool is_type);

}  // namespace tilebridge
