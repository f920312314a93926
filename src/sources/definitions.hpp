// SPDX-License-Identifier: Apache-2.0
// A C++ file taken apart at namespace scope.
#pragma once

#include <string_view>
#include <vector>

#include "sources/tokens.hpp"

namespace tilebridge {

struct Definition {
  enum class Kind {
    definition,   // of a function, type, variable or alias
    declaration,  // of a function or type that is defined elsewhere
    conditional,  // #if and its kin
    nameless,     // an explicit instantiation, a using-directive, a static_assert
  };

  Kind kind;
  std::string_view name;  // "" without one
  bool is_type;           // a class, struct, union or enum
  std::size_t begin;      // in the text, with the comment that leads it; where a line begins
  std::size_t end;
  std::vector<Token> tokens;
};

/// Everything at the scope of the file or of a namespace, in order. `text` must be well-formed and
/// outlive what is returned.
std::vector<Definition> definitions(std::string_view text);

/// Where the comment begins that leads what stands at `begin`: no blank line between, and not the
/// end of the line of what stands before, which ends at `previous_end`.
std::size_t with_leading_comment(std::string_view text, std::size_t previous_end,
                                 std::size_t begin);

}  // namespace tilebridge
