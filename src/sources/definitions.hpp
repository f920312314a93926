// SPDX-License-Identifier: Apache-2.0
// Finds the definitions in a C++ file for listings: the lines that define a name, and the names
// that these lines use. It reads files formatted by clang-format; it is not a parser of C++.
#pragma once

#include <string_view>
#include <vector>

#include "sources/sections.hpp"

namespace tilebridge::sources {

/// A name as code uses it: "tile", or "by_index::tile" with its last qualifier.
struct Use {
  std::string_view qualifier;  // "" without one
  std::string_view name;
};

struct Definition {
  std::vector<std::string_view> scope = {};  // its namespaces, outermost first, but unnamed ones
  std::vector<std::string_view> names = {};  // empty for what nothing refers to by name
  std::vector<Use> uses = {};  // names of code, but for members and what the code itself declares
  Lines lines = {};            // with the comment above
};

/// The definitions of a file, in order. One that a directive chooses between is one definition with
/// all of its alternatives. Views point into `text`.
std::vector<Definition> definitions_in(std::string_view text);

/// The names that `text` uses, as in a Definition.
std::vector<Use> uses_in(std::string_view text);

/// Whether code in `scope` sees what is defined in `outer`: it is the same or around it.
bool is_around(const std::vector<std::string_view>& outer,
               const std::vector<std::string_view>& scope);

}  // namespace tilebridge::sources
