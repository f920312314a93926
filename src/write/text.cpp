// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include <fmt/color.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>

#include "write/columns.hpp"
#include "write/page.hpp"

namespace tilebridge::write {
namespace {

using pages::Table;

constexpr std::size_t row_indent = 2;

class TextWriter {
 public:
  TextWriter(const pages::Document& document, Style style) : document_(document), style_(style) {}

  std::string all() {
    add(document_);
    return std::move(text_);
  }

  void operator()(const pages::Heading& heading) {
    begin_block();
    const std::string text = wrapped(one_printable_line(heading.text), 0, style_.columns);
    const bool is_bold = style_.colour && heading.mark == pages::Mark::none;
    text_ += is_bold ? fmt::format(fmt::emphasis::bold, "{}", text)
                     : coloured(text, heading.mark, style_);
    text_ += '\n';
    follows_heading_ = true;
    heading_ = heading.text;
  }

  void operator()(const pages::Text& text) {
    if (!is_in_paragraph_) begin_block();
    text_ +=
        coloured(wrapped(one_printable_line(text.text), 0, style_.columns), text.mark, style_) +
        "\n";
    is_in_paragraph_ = true;
  }

  void operator()(const pages::List& list) {
    const std::size_t shown = std::min(list.items.size(), most_);
    for (std::size_t i = 0; i < shown; ++i) text_ += item(one_printable_line(list.items[i]));
    add_left_out(list.items.size() - shown);
  }

  void operator()(const Table& table) {
    if (table.empty()) return;
    const bool begins_with_title = table.caption.empty() && !table.groups.front().title.empty();
    if (!begins_with_title || !has_heads(table, style_)) begin_block();
    if (!table.caption.empty() && table.caption != heading_)
      text_ += wrapped(one_printable_line(table.caption), 0, style_.columns) + "\n";
    std::size_t left = most_;
    for (const Table::Group& group : table.groups) {
      std::vector<Table::Row> rows = group.rows;
      rows.resize(std::min(rows.size(), left));
      left -= rows.size();
      if (!rows.empty()) add_group(table, group.title, rows);
    }
    add_left_out(table.size() + table.left_out - std::min(table.size(), most_));
    end_block();
  }

  void operator()(const pages::Code& code) {
    begin_block();
    text_ += listings_text(code, style_);
    end_block();
  }

  void operator()(const pages::Figure& figure) {
    if (figure.lines.empty()) return;
    begin_block();
    text_ += one_printable_line(figure.title) + "\n";
    for (const std::string& line : figure.lines)
      text_ += without_trailing_spaces("  " + one_printable_line(line)) + "\n";
    if (!figure.caption.empty()) text_ += item(one_printable_line(figure.caption));
    end_block();
  }

  /// Listings that a reader would have to open are left out.
  void operator()(const pages::Fold& fold) {
    constexpr std::size_t most_in_fold = 20;
    if (std::ranges::all_of(fold.body.blocks, [](const auto& block) {
          return std::holds_alternative<pages::Code>(block);
        }))
      return;
    (*this)(pages::Heading{.text = fold.summary, .mark = fold.mark});
    const std::size_t before = std::exchange(most_, most_in_fold);
    add(fold.body);
    most_ = before;
  }

 private:
  void add(const pages::Document& document) {
    for (const auto& block : document.blocks) std::visit(*this, block);
  }

  void end_block() { follows_heading_ = is_in_paragraph_ = false; }

  /// An empty line, unless the page begins here or the block belongs to a heading.
  void begin_block() {
    const bool follows = std::exchange(follows_heading_, false);
    if (!follows && !text_.empty() && !document_.is_brief) text_ += '\n';
    is_in_paragraph_ = false;
  }

  std::string item(const std::string& text) const {
    return "  " + wrapped(text, 2 * row_indent, style_.columns) + "\n";
  }

  /// Heads set a group apart from others; without them its rows are further to the right than its
  /// title.
  void add_group(const Table& table, const std::string& title,
                 const std::vector<Table::Row>& rows) {
    const bool with_heads = has_heads(table, style_);
    const std::size_t before = with_heads ? 0 : row_indent;
    if (!title.empty()) {
      const std::string shown = one_printable_line(title);
      if (with_heads && !text_.empty()) text_ += '\n';
      text_ += std::string(before, ' ') +
               (style_.whole ? shown : wrapped(shown, before, style_.columns)) + "\n";
    }
    text_ += group_text(table, rows, title.empty() ? row_indent : row_indent + before, style_);
  }

  void add_left_out(std::size_t count) {
    if (count == 0) return;
    const std::string where = document_.complete.empty() ? "" : ": " + document_.complete;
    text_ += item(fmt::format("… and {} more{}", count, where));
  }

  const pages::Document& document_;
  Style style_;
  std::string text_;
  std::size_t most_ = std::string::npos;  // rows or items
  std::string heading_;                   // the last one
  bool follows_heading_ = false;
  bool is_in_paragraph_ = false;
};

std::size_t line_count(const pages::Document& document, Style style) {
  const std::string text = as_text(document, style);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// "Left out, shown by --all: both codes, all measured cases".
std::string left_out_text(const std::vector<std::string>& names, std::string_view option) {
  return fmt::format("Left out, shown by {}: {}", option, fmt::join(names, ", "));
}

/// The most lines that such a note takes.
std::size_t longest_note(const std::vector<pages::Section>& sections, std::string_view option,
                         Style style) {
  constexpr std::size_t empty_line = 1;
  std::vector<std::string> names;
  for (const pages::Section& section : sections) {
    names.push_back(section.shorter.empty() ? section.name : section.shorter.back().lacks);
  }
  pages::Document note;
  note.say(left_out_text(names, option));
  return empty_line + line_count(note, style);
}

/// A page of at most `most_lines` lines, and the parts that it leaves out.
class ShortPage {
 public:
  ShortPage(std::size_t most_lines, Style style) : most_lines_(most_lines), style_(style) {}

  /// Shows the section, or else its shorter form, if that fits.
  void add(const pages::Section& section) {
    if (section.body.empty()) return;
    if (section.is_asked_for)
      page.append(section.body);
    else if (std::ranges::find(left_out, section.explains) != left_out.end())
      left_out.push_back(section.name);
    else if (!takes(section.body))
      left_out.push_back(lacking(section));
  }

  pages::Document page = {};
  std::vector<std::string> left_out = {};

 private:
  /// Takes a shorter form of the section, if one fits, and returns what is then left out.
  std::string lacking(const pages::Section& section) {
    const auto taken = std::ranges::find_if(
        section.shorter, [&](const auto& shorter) { return takes(shorter.body); });
    return taken == section.shorter.end() ? section.name : taken->lacks;
  }

  bool takes(const pages::Document& body) {
    pages::Document longer = page;
    longer.append(body);
    if (line_count(longer, style_) > most_lines_) return false;
    page = std::move(longer);
    return true;
  }

  std::size_t most_lines_;
  Style style_;
};

}  // namespace

Style stdout_style() {
  const char* no_colour = std::getenv("NO_COLOR");
  // Open MPI gives its processes a pseudo-terminal, wherever mpirun's output goes.
  const bool is_terminal =
      obeys_escapes(STDOUT_FILENO) && std::getenv("OMPI_COMM_WORLD_RANK") == nullptr;
  const std::size_t width = stdout_columns(0);
  return {is_terminal && (no_colour == nullptr || *no_colour == '\0'),
          width == 0 ? page_width : width, width == 0};
}

pages::Document fitting(const std::vector<pages::Section>& sections, std::size_t most_lines,
                        std::string_view option, Style style) {
  pages::Document whole;
  whole.append(sections);
  if (line_count(whole, style) <= most_lines) return whole;
  const std::size_t reserved = std::min(most_lines, longest_note(sections, option, style));
  ShortPage fits(most_lines - reserved, style);
  for (const pages::Section& section : sections) fits.add(section);
  fits.page.say(left_out_text(fits.left_out, option));
  return std::move(fits.page);
}

std::string as_text(const pages::Document& document, Style style) {
  constexpr std::size_t narrowest = 40;
  style.columns = std::max(style.columns, narrowest);
  return TextWriter(document, style).all();
}

}  // namespace tilebridge::write
