// SPDX-License-Identifier: Apache-2.0
// Pieces of HTML from untrusted text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pages/plot.hpp"
#include "pages/table.hpp"

namespace tilebridge::html {

/// Text from a result file: escaped, without control characters, at most 300 bytes.
std::string text(std::string_view content);

/// A <p> with a sentence of any length; "" for "".
std::string paragraph(std::string_view sentence, std::string_view attributes = "");

/// A <ul> of the lines; "" for none.
std::string list(std::span<const std::string> lines);

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

/// The chart with its title and a description; "" for an empty one.
std::string figure(const pages::Plot& plot, std::string_view description);

}  // namespace tilebridge::html
