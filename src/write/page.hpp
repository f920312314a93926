// SPDX-License-Identifier: Apache-2.0
// A page for a terminal, in Markdown and for a browser.
#pragma once

#include "pages/document.hpp"

namespace tilebridge::write {

constexpr std::size_t page_width = 100;    // columns, where no terminal says otherwise
constexpr std::size_t two_listings = 160;  // columns that two listings side by side take

struct Style {
  bool colour = false;
  std::size_t columns = page_width;
  bool whole = false;  // tables have all columns, however long their lines are
};

/// Colour only on a terminal that obeys escape sequences, and never if NO_COLOR is set; the
/// terminal's width. Nothing is left out where output is no terminal and COLUMNS is not set.
Style stdout_style();

/// Lines of at most `style.columns`, or 40 if that is less. Control characters from a file become
/// harmless. Of a fold, the first 20 rows or items are shown.
std::string as_text(const pages::Document& document, Style style = {});

/// The sections that fit into `most_lines` of text, in their order, and a last line that names what
/// was left out and the option that shows it.
pages::Document fitting(const std::vector<pages::Section>& sections, std::size_t most_lines,
                        std::string_view option, Style style);

/// GitHub's Markdown. Of a text that is no `code`, nothing is read as markup or a mention.
std::string as_markdown(const pages::Document& document);
/// Bytes of a comment. GitHub's hold 65,536 characters, of which scripts need some.
inline constexpr std::size_t longest_comment = 60'000;
/// Writes it for a comment on GitHub: whole rows of long tables and lists while they fit, the
/// number of rows left out, and `document.complete`.
std::string as_comment(const pages::Document& document);

/// One self-contained HTML file, which loads nothing. Each heading of level 2 begins a section,
/// which the script shows alone; its contents are listed at the side. Names such as
/// "transpose/tile" in lists lead to their sections. No text is ever markup.
std::string as_html(const pages::Document& document, const pages::PageHead& head);

/// A file of its own of a picture, an SVG element of a page: with its colours, for light and dark.
std::string as_svg(std::string_view element);

/// A part of a page, built into the program.
struct Asset {
  std::string_view text;
  std::string_view sha256;  // of the text, in hexadecimal digits
};

const Asset& page_script();
/// Has the style of pictures, too.
const Asset& style();
const Asset& picture_style();

/// "'sha256-…'", as a Content-Security-Policy names what it allows.
std::string source_hash(const Asset& asset);

}  // namespace tilebridge::write
