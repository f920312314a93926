// SPDX-License-Identifier: Apache-2.0
// Pieces of HTML from untrusted text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "results/results.hpp"

namespace tilebridge::html {

/// Text from a result file: escaped, without control characters, at most 300 bytes.
std::string text(std::string_view content);

/// For a script element of type application/json: nothing in it can close the element or open
/// another.
std::string embedded(const Json& json);

/// A <td>; numbers are right-aligned.
std::string cell(std::string_view content);
std::string number(std::string_view content);
/// The head of a table: its caption and one <th scope="col"> per name.
std::string table_head(std::string_view caption, std::initializer_list<std::string_view> columns);
/// A row header, <th scope="row">.
std::string row_head(std::string_view content);

/// "parity" with a symbol, so that verdicts can be told apart without colour.
std::string verdict_badge(Verdict verdict);

/// The placeholder for a chart, with its title and a description.
std::string chart(std::string_view kind, std::string_view subject, std::string_view title,
                  std::string_view description);

}  // namespace tilebridge::html
