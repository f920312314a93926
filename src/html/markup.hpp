// SPDX-License-Identifier: Apache-2.0
// Pieces of HTML from text of any origin.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "results/results.hpp"

namespace tilebridge::html {

/// Text of a result file: escaped, without control characters, at most 300 bytes.
std::string text(std::string_view content);

/// For a script element of type application/json: nothing in it ends the element or begins another.
std::string embedded(const Json& json);

/// <td>; a number's is aligned to the right.
std::string cell(std::string_view content);
std::string number(std::string_view content);
/// The head of a table: its caption, and a <th scope="col"> for each name.
std::string table_head(std::string_view caption, std::initializer_list<std::string_view> columns);
/// A <th scope="row">.
std::string row_head(std::string_view content);

/// "parity" with the symbol that tells it apart without colour.
std::string verdict_badge(Verdict verdict);

/// The place where a chart is drawn, with its title and what it shows in words.
std::string chart(std::string_view kind, std::string_view subject, std::string_view title,
                  std::string_view description);

}  // namespace tilebridge::html
