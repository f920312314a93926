// SPDX-License-Identifier: Apache-2.0
// Tables as lines of text, for tests of what they say.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "pages/document.hpp"

namespace tilebridge {

/// "padded_tile | loops | 630.00 µs".
inline std::string line_of(const pages::Table::Row& row) {
  std::vector<std::string> texts;
  for (const pages::Cell& cell : row.cells) texts.push_back(cell.plain());
  return fmt::format("{}", fmt::join(texts, " | "));
}

inline std::vector<std::string> lines_of(const pages::Table::Group& group) {
  std::vector<std::string> lines;
  for (const pages::Table::Row& row : group.rows) lines.push_back(line_of(row));
  return lines;
}

/// The rows of all groups.
inline std::vector<std::string> lines_of(const pages::Table& table) {
  std::vector<std::string> all;
  for (const pages::Table::Group& group : table.groups)
    for (const pages::Table::Row& row : group.rows) all.push_back(line_of(row));
  return all;
}

/// The paragraphs of a page, without those in folds.
inline std::vector<std::string> paragraphs_of(const pages::Document& page) {
  std::vector<std::string> said;
  for (const auto& block : page.blocks)
    if (const auto* text = std::get_if<pages::Text>(&block)) said.push_back(text->text);
  return said;
}

/// The tables of a page, without those in folds.
inline std::vector<pages::Table> tables_of(const pages::Document& page) {
  std::vector<pages::Table> tables;
  for (const auto& block : page.blocks)
    if (const auto* table = std::get_if<pages::Table>(&block)) tables.push_back(*table);
  return tables;
}

inline std::vector<std::string> titles_of(const pages::Table& table) {
  std::vector<std::string> titles;
  for (const pages::Table::Group& group : table.groups) titles.push_back(group.title);
  return titles;
}

inline std::vector<std::string> heads_of(const pages::Table& table) {
  std::vector<std::string> heads;
  for (const pages::Table::Column& column : table.columns) heads.push_back(column.head);
  return heads;
}

}  // namespace tilebridge
