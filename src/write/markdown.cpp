// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <cctype>

#include "base/escape.hpp"
#include "base/text.hpp"
#include "write/page.hpp"

namespace tilebridge::write {
namespace {

using pages::Mark;
using pages::Table;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// An underscore within a word is one; at its end it begins emphasis.
bool is_markup(std::string_view text, std::size_t at) {
  const bool is_in_word =
      at > 0 && at + 1 < text.size() && is_word(text[at - 1]) && is_word(text[at + 1]);
  constexpr std::string_view markup = "\\*[]~#";
  return text[at] == '_' ? !is_in_word : markup.find(text[at]) != std::string_view::npos;
}

std::string escaped(std::string_view text) {
  constexpr std::pair<char, std::string_view> escapes[] = {
      {'&', "&amp;"},
      {'<', "&lt;"},
      {'|', "&#124;"},
      {'`', "&#96;"},
      {'@', "@&#8203;"}};  // a mention ends at a space, even one without width
  std::string markdown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_markup(text, i)) markdown += '\\';
    const auto escape =
        std::ranges::find(escapes, text[i], &std::pair<char, std::string_view>::first);
    markdown += escape != std::end(escapes) ? escape->second : text.substr(i, 1);
  }
  return markdown;
}

/// `Backquotes` enclose code, unless there is an odd number of them.
std::string markdown_prose(const std::string& raw) {
  const std::string text = one_printable_line(raw);
  if (std::ranges::count(text, '`') % 2 != 0) return escaped(text);
  std::string markdown;
  bool is_code = false;
  for (std::size_t begin = 0; begin <= text.size(); is_code = !is_code) {
    const std::size_t end = std::min(text.find('`', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    markdown += is_code ? markdown_code(part) : escaped(part);
    begin = end + 1;
  }
  return markdown;
}

std::string emphasised(const std::string& text, Mark mark) {
  const bool is_plain = mark == Mark::none || mark == Mark::parity || text.empty();
  return is_plain ? markdown_prose(text) : "**" + markdown_prose(text) + "**";
}

std::string table_row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string group_rows(const Table& table, const Table::Group& group) {
  std::string text;
  if (!group.title.empty()) {
    std::vector<std::string> cells(table.columns.size());
    cells.front() = "**" + markdown_prose(group.title) + "**";
    text += table_row(cells);
  }
  for (const Table::Row& one : group.rows) {
    std::vector<std::string> cells;
    for (const pages::Cell& cell : one.cells) cells.push_back(markdown_prose(cell.plain()));
    cells.resize(table.columns.size());
    text += table_row(cells);
  }
  return text;
}

/// A fence that no line of the code ends.
std::string fenced(const std::vector<std::string>& lines, const char* language) {
  std::string fence = "```";
  std::string text;
  for (const std::string& line : lines) {
    if (line.find(fence) != std::string::npos) fence = std::string(line.size() + 3, '`');
    text += one_printable_line(line) + "\n";
  }
  return fmt::format("{0}{1}\n{2}{0}\n", fence, language, text);
}

/// "… and 12 more: `tilebridge compare …`".
std::string more_text(std::size_t left_out, const std::string& complete) {
  return fmt::format("… and {} more{}{}", left_out, complete.empty() ? "" : ": ", complete);
}

class MarkdownWriter {
 public:
  explicit MarkdownWriter(std::string complete) : complete_(std::move(complete)) {}

  std::string of(const pages::Document& document) {
    std::string text;
    for (const auto& block : document.blocks) {
      const std::string part = std::visit(*this, block);
      if (!part.empty()) text += (text.empty() ? "" : "\n") + part;
    }
    return text;
  }

  std::string operator()(const pages::Heading& heading) {
    heading_ = heading.text;
    return fmt::format("{} {}\n", std::string(static_cast<std::size_t>(heading.level), '#'),
                       emphasised(heading.text, heading.mark));
  }

  std::string operator()(const pages::Text& text) const {
    return emphasised(text.text, text.mark) + "\n";
  }

  std::string operator()(const pages::List& list) const {
    std::string text;
    for (const std::string& item : list.items) text += "- " + markdown_prose(item) + "\n";
    return text;
  }

  std::string operator()(const Table& table) const {
    if (table.empty()) return "";
    std::vector<std::string> heads;
    for (const Table::Column& column : table.columns) heads.push_back(markdown_prose(column.head));
    std::string text;
    if (!table.caption.empty() && table.caption != heading_)
      text += markdown_prose(table.caption) + "\n\n";
    text += table_row(heads) + table_row(std::vector<std::string>(heads.size(), "---"));
    for (const Table::Group& group : table.groups) text += group_rows(table, group);
    if (table.left_out > 0)
      text += "\n" + markdown_prose(more_text(table.left_out, complete_)) + "\n";
    return text;
  }

  std::string operator()(const pages::Code& code) const {
    std::string text;
    for (const pages::Code::Listing& listing : code.listings) {
      std::vector<std::string> lines;
      for (const pages::Code::Line& line : listing.lines)
        lines.push_back(line.is_title ? "// " + line.text : line.text);
      for (const std::string& note : {listing.title, listing.note_above})
        if (!note.empty()) text += (text.empty() ? "" : "\n") + markdown_prose(note) + "\n";
      if (!lines.empty()) text += (text.empty() ? "" : "\n") + fenced(lines, "cpp");
      if (!listing.note_below.empty()) text += "\n" + markdown_prose(listing.note_below) + "\n";
    }
    return text;
  }

  std::string operator()(const pages::Figure& figure) const {
    if (figure.lines.empty()) return "";
    return fmt::format("{}\n\n{}\n{}\n", markdown_prose(figure.title), fenced(figure.lines, ""),
                       markdown_prose(figure.caption));
  }

  std::string operator()(const pages::Fold& fold) {
    return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n",
                       xml_escaped(one_printable_line(fold.summary)), of(fold.body));
  }

 private:
  std::string complete_;  // how to get the rows that a table leaves out
  std::string heading_;
};

/// Keeps so many rows of a table, from its beginning.
void shorten(Table& table, std::size_t most) {
  std::size_t left = most;
  for (Table::Group& group : table.groups) {
    const std::size_t kept = std::min(left, group.rows.size());
    table.left_out += group.rows.size() - kept;
    group.rows.erase(group.rows.begin() + static_cast<std::ptrdiff_t>(kept), group.rows.end());
    left -= kept;
  }
  std::erase_if(table.groups, [](const Table::Group& group) { return group.rows.empty(); });
}

void shorten(pages::List& list, std::size_t most, const std::string& complete) {
  if (list.items.size() <= most) return;
  const std::size_t left_out = list.items.size() - most;
  list.items.resize(most);
  list.items.push_back(more_text(left_out, complete));
}

/// Keeps so many rows of each table, and items of each list.
void shorten(pages::Document& document, std::size_t most, const std::string& complete) {
  for (auto& block : document.blocks) {
    if (auto* const table = std::get_if<Table>(&block)) shorten(*table, most);
    if (auto* const list = std::get_if<pages::List>(&block)) shorten(*list, most, complete);
    if (auto* const fold = std::get_if<pages::Fold>(&block)) shorten(fold->body, most, complete);
  }
}

/// The first blocks, whole, while they and a line that says so fit.
std::string first_blocks(const pages::Document& document) {
  MarkdownWriter writer(document.complete);
  const std::string last = "\n… and more: " + markdown_prose(document.complete) + "\n";
  std::string text;
  for (const auto& block : document.blocks) {
    pages::Document one;
    one.blocks = {block};
    const std::string part = writer.of(one);
    if (text.size() + 1 + part.size() + last.size() > longest_comment) return text + last;
    text += (text.empty() || part.empty() ? "" : "\n") + part;
  }
  return text;
}

}  // namespace

std::string as_markdown(const pages::Document& document) {
  return MarkdownWriter(document.complete).of(document);
}

std::string as_comment(const pages::Document& document) {
  std::string text = as_markdown(document);
  pages::Document shorter = document;
  for (std::size_t most = 256; text.size() > longest_comment && most > 0; most /= 2) {
    shorter = document;
    shorten(shorter, most, document.complete);
    text = as_markdown(shorter);
  }
  return text.size() <= longest_comment ? text : first_blocks(shorter);
}

}  // namespace tilebridge::write
