// SPDX-License-Identifier: Apache-2.0
// Results in formats of several files.
#pragma once

#include <deque>
#include <vector>

#include "write/formats.hpp"

namespace tilebridge::write {

/// The text of these files in a format that takes several.
template <class Write>
auto exported(const Write& write, const std::deque<Results>& files) {
  std::vector<judge::Cells> cells;
  for (const Results& file : files) cells.emplace_back(file);
  return write(cells);
}

inline std::string csv_of(const Results& file) { return exported(to_csv, {file}); }

}  // namespace tilebridge::write
