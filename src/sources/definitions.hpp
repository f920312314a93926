// SPDX-License-Identifier: Apache-2.0
// Splits a C++ file at namespace scope.
#pragma once

#include <string_view>
#include <vector>

#include "sources/tokens.hpp"

namespace tilebridge {

struct Definition {
  enum class Kind {
    definition,   // a function, type, variable or alias
    declaration,  // a function or type that is defined elsewhere
    conditional,  // #if and related directives
    nameless,     // an explicit instantiation, a using-directive, a static_assert
  };

  Kind kind;
  std::string_view name;  // "" without one
  bool is_type;           // a class, struct, union or enum
  std::size_t begin;      // offset of the line where it, or its leading comment, begins
  std::size_t end;
  std::vector<Token> tokens;
};

/// Everything at file or namespace scope, in order. `text` must be well-formed and outlive the
/// result.
std::vector<Definition> definitions(std::string_view text);

/// Where the leading comment of the text at `begin` starts: with no blank line in between, and not
/// on the same line as the preceding text, which ends at `previous_end`.
std::size_t with_leading_comment(std::string_view text, std::size_t previous_end,
                                 std::size_t begin);

}  // namespace tilebridge
