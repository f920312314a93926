// SPDX-License-Identifier: Apache-2.0
// Tables in Markdown.
#pragma once

#include <string>
#include <vector>

#include "pages/table.hpp"

namespace tilebridge::markdown {

/// A line of a table: its cells are Markdown.
std::string markdown_row(const std::vector<std::string>& cells);

/// The lines that begin a table.
std::string markdown_head(const std::vector<std::string>& heads);

/// A table without its caption, whose texts are trusted: nothing in them is escaped.
std::string markdown_table(const pages::Table& table);

}  // namespace tilebridge::markdown
