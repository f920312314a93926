// SPDX-License-Identifier: Apache-2.0
#include "sources/code_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

#include "sources/tokens.hpp"

namespace tilebridge::sources {

int lines_of_code(const Fragment& fragment) {
  std::string text;
  for (const std::string& line : fragment.lines) text += line + '\n';
  std::set<std::ptrdiff_t> lines;
  for (const Token& token : tokenise(text))
    lines.insert(std::count(text.begin(), text.begin() + std::ptrdiff_t(token.begin), '\n'));
  return static_cast<int>(lines.size());
}

int lines_of_code(const Listing& listing) {
  int lines = 0;
  for (const Fragment& fragment : listing.fragments) lines += lines_of_code(fragment);
  return lines;
}

}  // namespace tilebridge::sources
