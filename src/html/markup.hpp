// SPDX-License-Identifier: Apache-2.0
// Pieces of HTML from untrusted text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pages/table.hpp"
#include "results/results.hpp"

namespace tilebridge::html {

/// Text from a result file: escaped, without control characters, at most 300 bytes.
std::string text(std::string_view content);

/// A <p> with a sentence of any length; "" for "".
std::string paragraph(std::string_view sentence, std::string_view attributes = "");

/// A <ul> of the lines; "" for none.
std::string list(std::span<const std::string> lines);

/// For a script element of type application/json: nothing in it can close the element or open
/// another.
std::string embedded(const Json& json);

/// "parity" with a symbol, so that judgements can be told apart without colour.
std::string badge(pages::Mark mark, std::string_view name);

/// A <table> that scrolls: its caption, a <th scope="col"> for each column, a <th scope="row"> for
/// the first cell of each row. `attributes` are the table's own.
std::string scrolling(const pages::Table& table, std::string_view attributes = "");

/// The same, folded away below "Table: 12 rows"; says if rows are left out. "" without rows.
std::string folded(const pages::Table& table, std::string_view noun,
                   std::string_view attributes = "");

/// A <section> whose heading names it.
std::string section(std::string_view id, std::string_view title, const std::string& content);

/// The placeholder for a chart, with its title and a description.
std::string chart(std::string_view kind, std::string_view subject, std::string_view title,
                  std::string_view description);

}  // namespace tilebridge::html
