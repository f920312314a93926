// SPDX-License-Identifier: Apache-2.0
// Whether text fits on a terminal.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>

#include "base/text.hpp"

namespace tilebridge {

/// Expects no line of more than `most` columns. Returns the number of lines.
inline int expect_columns(const std::string& text, std::size_t most) {
  int count = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(columns(line), most) << line;
  return count;
}

}  // namespace tilebridge
