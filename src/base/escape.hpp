// SPDX-License-Identifier: Apache-2.0
// Escapes text from a file for use in another format. What is not printable() becomes '?'.
#pragma once

#include <string>
#include <string_view>

namespace tilebridge {

/// Escapes text and attributes of XML 1.0, SVG and HTML; what XML does not allow becomes '?' too.
std::string xml_escaped(std::string_view text);

/// Escapes what HTML and SVG in HTML need between tags, which is less than attributes need.
std::string html_text(std::string_view text);

/// A code span for a table cell: nothing in it is read as Markdown, HTML or a mention.
std::string markdown_code(std::string_view text);

/// A field as in RFC 4180. Text that a spreadsheet would take for a formula (starting with =, +, -,
/// @ or a tab) gets a leading apostrophe.
std::string csv_field(std::string_view text);

/// A word of a command for a POSIX shell, in quotes if it needs them.
std::string shell_word(std::string_view text);

}  // namespace tilebridge
