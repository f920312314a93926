// SPDX-License-Identifier: Apache-2.0
// Lays out the rows of a table in columns of characters.
#pragma once

#include "write/page.hpp"

namespace tilebridge::write {

/// In the colour of a judgement; as it is for Mark::none.
std::string coloured(const std::string& text, pages::Mark mark, Style style);

/// Two listings of code side by side where there is room for both, with lines of equal marks at the
/// same height; else one below the other.
std::string listings_text(const pages::Code& code, Style style);

/// Whether any column that the screen has room for has a head.
bool has_heads(const pages::Table& table, Style style);

/// The lines of one group of a table, below its heads, if it has any. Columns are as wide as their
/// contents, and nothing in them is ever cut. If a line does not fit, heads and names continue in
/// further lines; then figures lose what is after them, such as their interval; then whole columns
/// are left out, columns of wide screens first; then a row's name has a line of its own. Text in
/// the last column continues below itself.
std::string group_text(const pages::Table& table, const std::vector<pages::Table::Row>& rows,
                       std::size_t indent, Style style);

}  // namespace tilebridge::write
