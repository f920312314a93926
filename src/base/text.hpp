// SPDX-License-Identifier: Apache-2.0
// Text in columns of a terminal: UTF-8 without wide characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tilebridge {

std::size_t columns(std::string_view text);

/// `text` and spaces up to `width` columns.
std::string padded(std::string_view text, std::size_t width);

/// `text` in at most `width` columns: what is longer has an … in its middle.
std::string shortened(std::string_view text, std::size_t width);

/// `text` broken at spaces so that it fits between column `indent` and `width`.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 100);

/// A line of code in rows of at most `width` columns (16 at least), at spaces where there are some;
/// what continues it has its indentation and begins with ↪.
std::vector<std::string> wrapped_code(std::string_view line, std::size_t width);

/// What the environment's COLUMNS says, else the columns of the terminal that standard output is;
/// `otherwise` where neither is there.
std::size_t stdout_columns(std::size_t otherwise);

/// At most `width` bytes of text that came from a file: characters that control the terminal or the
/// direction of text become '?'.
std::string tame(std::string text, std::size_t width);

}  // namespace tilebridge
