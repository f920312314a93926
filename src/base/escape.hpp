// SPDX-License-Identifier: Apache-2.0
// Text that came from a file, made safe to stand in another format.
#pragma once

#include <string>
#include <string_view>

namespace tilebridge {

/// For the text and the attributes of XML 1.0, SVG and HTML; characters that XML does not have
/// become '?'.
std::string xml_escaped(std::string_view text);

/// A code span for a cell of a table: nothing in it is Markdown, HTML or a mention.
std::string markdown_code(std::string_view text);

/// A field as RFC 4180 has it. What a spreadsheet would take for a formula (it begins with =, +, -,
/// @, a tab or a carriage return) gets an apostrophe in front.
std::string csv_field(std::string_view text);

}  // namespace tilebridge
