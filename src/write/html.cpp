// SPDX-License-Identifier: Apache-2.0

#include <charconv>
#include <cmath>
#include <set>

#include "base/escape.hpp"
#include "base/text.hpp"
#include "write/page.hpp"

namespace tilebridge::write {
namespace {

using pages::Cell;
using pages::Mark;
using pages::Table;

/// Converts hexadecimal digits to base 64.
std::string to_base64(std::string_view digits) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char& digit : digits) {
    std::uint32_t value = 0;
    std::from_chars(&digit, &digit + 1, value, 16);
    bits = bits << 4U | value;
    for (count += 4; count >= 6; count -= 6) result += alphabet[bits >> (count - 6) & 63U];
  }
  if (count > 0) result += alphabet[bits << (6 - count) & 63U];
  return result + std::string((4 - result.size() % 4) % 4, '=');
}

/// Escaped, without control characters, at most 300 bytes.
std::string brief(std::string_view text) {
  constexpr std::size_t most = 300;
  return xml_escaped(one_printable_line(text, most));
}

/// Escaped, of any length; `backquotes` enclose code.
std::string html_prose(std::string_view text) {
  const std::string escaped = html_text(text);
  if (std::ranges::count(escaped, '`') % 2 != 0) return escaped;
  std::string html;
  bool is_code = false;
  for (const char c : escaped) {
    if (c != '`') {
      html += c;
      continue;
    }
    html += is_code ? "</code>" : "<code>";
    is_code = !is_code;
  }
  return html;
}

/// The class by which the style colours a judgement and puts a symbol before it.
std::string_view class_of(Mark mark) {
  constexpr std::array<std::string_view, 7> classes = {"",          "parity", "slower",   "faster",
                                                       "undecided", "slower", "undecided"};
  return classes.at(static_cast<std::size_t>(mark));
}

/// An attribute, or nothing without a mark.
std::string marked(Mark mark) {
  return mark == Mark::none ? "" : fmt::format(" class={}", class_of(mark));
}

/// The class of a speed relative to 1: by it the style colours a cell, from much slower over as
/// fast to faster.
std::size_t step_of(double speed) {
  constexpr std::array<long, 7> bounds = {25, 50, 70, 85, 95, 106, 125};
  const long shown = std::lround(100 * speed);  // two digits, as in the cell
  return static_cast<std::size_t>(std::ranges::upper_bound(bounds, shown) - bounds.begin());
}

/// A name, which does not wrap.
bool is_name(const Cell& cell) {
  constexpr std::size_t longest = 16;
  return cell.kind == Cell::Kind::text && !cell.text.empty() && cell.after.empty() &&
         cell.mark == Mark::none &&
         (cell.text.size() <= longest || cell.text.find(' ') == std::string::npos);
}

/// The columns behind the first that hold names alone.
std::set<std::size_t> columns_of_names(const Table& table) {
  std::set<std::size_t> names, others;
  for (const Table::Group& group : table.groups)
    for (const Table::Row& row : group.rows)
      for (std::size_t column = 1; column < row.cells.size(); ++column)
        (is_name(row.cells[column]) ? names : others).insert(column);
  for (const std::size_t column : others) names.erase(column);
  return names;
}

std::string cell_html(const Cell& cell, std::size_t columns_left, bool is_among_names) {
  if (is_among_names) return "<td>" + brief(cell.text);
  if (cell.kind == Cell::Kind::reason)
    return fmt::format("<td colspan={} class=reason>{}", columns_left, brief(cell.plain()));
  if (cell.kind != Cell::Kind::text) return "<td>" + brief(cell.plain());
  if (cell.plain().empty()) return "<td>";
  if (cell.after.empty() && cell.mark == Mark::none)
    return fmt::format("<td class{}>{}", is_name(cell) ? "" : "=w", brief(cell.text));
  if (cell.after.empty())
    return fmt::format("<td class={}>{}", class_of(cell.mark), brief(cell.text));
  return fmt::format("<td class=w><span{}>{}</span>{}", marked(cell.mark), brief(cell.text),
                     brief(cell.after));
}

/// Takes the columns out of a table that are below its rows.
Table without_below(Table table) {
  for (std::size_t column = table.columns.size(); column-- > 0;) {
    if (!table.columns[column].is_below) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(column));
    for (Table::Group& group : table.groups)
      for (Table::Row& row : group.rows)
        if (column < row.cells.size())
          row.cells.erase(row.cells.begin() + static_cast<std::ptrdiff_t>(column));
  }
  return table;
}

/// What is below a row of these columns; "" if nothing is.
std::string below_html(const std::vector<Table::Column>& columns, const Table::Row& row) {
  std::string lines;
  std::size_t beside = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].is_below) ++beside;
    if (!columns[i].is_below || i >= row.cells.size()) continue;
    const Cell& cell = row.cells[i];
    if (cell.plain().empty()) continue;
    const std::string label = columns[i].brief.empty() ? "" : columns[i].brief + ": ";
    lines += fmt::format("<div>{}<span{}>{}</span></div>", brief(label), marked(cell.mark),
                         html_prose(cell.plain()));
  }
  return lines.empty() ? "" : fmt::format("<tr class=below><td colspan={}>{}\n", beside, lines);
}

/// The table of speeds, whose columns and rows the reader chooses without a script: the style hides
/// what is of another way of writing (classes f0, f1 …) or of other numbers (n0, n1 …).
class HeatMap {
 public:
  HeatMap(const Table& table, std::size_t number) : table_(table), number_(number) {
    for (const Table::Column& column : table.columns) add(forms_, column.form);
    for (const Table::Group& group : table.groups)
      for (const Table::Row& row : group.rows) add(numbers_, row.numbers);
  }

  std::string html() const {
    std::string html = fmt::format(
        "<div class=heat>\n<p>{}</p>\n{}{}{}<div class=scroll><table><caption>Kernels and models"
        "</caption>\n<thead><tr>",
        brief(table_.caption), choices("form", "f", forms_), choices("numbers", "n", numbers_),
        further());
    for (const Table::Column& column : table_.columns) html += head_html(column);
    html += "</thead>\n<tbody>";
    for (const Table::Group& group : table_.groups)
      for (const Table::Row& row : group.rows) html += row_html(row);
    return html + "</table></div></div>\n";
  }

 private:
  static void add(std::vector<std::string>& all, const std::string& name) {
    if (!name.empty() && std::ranges::find(all, name) == all.end()) all.push_back(name);
  }
  static std::size_t place(const std::vector<std::string>& all, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(all, name) - all.begin());
  }

  /// A set of buttons of which one is chosen, at first the first one.
  std::string choices(std::string_view name, std::string_view letter,
                      const std::vector<std::string>& all) const {
    if (all.size() < 2) return "";
    std::string html = fmt::format("<fieldset><legend>{}</legend>", name);
    for (std::size_t i = 0; i <= all.size(); ++i)
      html += fmt::format("<label><input type=radio name={0}{1} value={0}{2}{3}>{4}</label>",
                          letter, number_, i < all.size() ? std::to_string(i) : "",
                          i == 0 ? " checked" : "", i < all.size() ? brief(all[i]) : "all");
    return html + "</fieldset>\n";
  }
  std::string further() const {
    for (const Table::Group& group : table_.groups)
      for (const Table::Row& row : group.rows)
        if (row.is_further)
          return "<label><input type=checkbox value=further>every kernel of each experiment"
                 "</label>\n";
    return "";
  }

  std::string class_of(const Table::Column& column) const {
    return column.form.empty() ? "" : fmt::format("f{}", place(forms_, column.form));
  }
  std::string head_html(const Table::Column& column) const {
    if (column.form.empty()) return "<th scope=col>" + brief(column.head);
    return fmt::format("<th scope=col class={}>{} <small>{}</small>", class_of(column),
                       brief(column.head), brief(column.form));
  }
  std::string row_html(const Table::Row& row) const {
    std::string classes = row.is_further ? "further" : "";
    if (!row.numbers.empty()) classes += fmt::format(" n{}", place(numbers_, row.numbers));
    std::string cells;
    std::size_t end = 0;  // of the last that is not empty: a browser adds those behind it
    for (std::size_t i = 1; i < row.cells.size(); ++i) {
      const std::string of_column = class_of(table_.columns[i]);
      const double speed = row.cells[i].speed;
      if (speed > 0 && classes.find("h" + of_column) == std::string::npos)
        classes += " h" + of_column;  // it has something in this form
      cells += speed > 0           ? fmt::format("<td class=\"{} s{}\">", of_column, step_of(speed))
               : of_column.empty() ? "<td>"
                                   : fmt::format("<td class={}>", of_column);
      const std::string text = brief(row.cells[i].plain());
      cells += text;
      if (!text.empty()) end = cells.size();
    }
    cells.resize(end);
    return fmt::format("<tr class=\"{}\"><th><a href=\"#{}\">{}</a>{}\n", classes, brief(row.link),
                       breakable(row.cells.front().plain()), cells);
  }
  /// A narrow screen breaks the name behind the experiment.
  static std::string breakable(const std::string& name) {
    const std::size_t end = std::min(name.find('/') + 1, name.size());
    return brief(name.substr(0, end)) + (end > 0 ? "<wbr>" : "") + brief(name.substr(end));
  }

  const Table& table_;
  std::size_t number_;
  std::vector<std::string> forms_;
  std::vector<std::string> numbers_;
};

/// Its number is left out where it has no marks and follows the line of number `before`.
std::string line_html(const pages::Code::Line& line, std::size_t before) {
  std::string marks;
  for (const std::string& mark : line.marks) marks += mark;
  const bool is_next = marks.empty() && before > 0 && line.number == before + 1;
  const std::string number =
      line.number == 0 || is_next ? "" : fmt::format("<i>{} {}</i>", line.number, html_text(marks));
  const char* const change = line.marks == pages::added     ? "ins"
                             : line.marks == pages::removed ? "del"
                                                            : nullptr;
  const std::string text = number + html_text(line.text);
  return change == nullptr ? text + "\n" : fmt::format("<{0}>{1}</{0}>\n", change, text);
}

class HtmlWriter {
 public:
  explicit HtmlWriter(const pages::Document& document) : document_(document) {
    for (const auto& block : document.blocks)
      if (const auto* heading = std::get_if<pages::Heading>(&block); heading != nullptr)
        ids_.insert(heading->id);
    ids_.erase("");
  }

  std::string contents() const {
    std::string html = "<ul>\n";
    for (const auto& block : document_.blocks) {
      const auto* heading = std::get_if<pages::Heading>(&block);
      if (heading == nullptr || heading->level > 2) continue;
      if (heading->level == 1)
        html += fmt::format("</ul>\n<h2>{}</h2>\n<ul>\n", brief(heading->text));
      else
        html += link(heading->id, heading->text);
    }
    return html +
           "</ul>\n<ul><li class=scripted hidden><a href=\"#everything\">All on one page"
           "</a></li></ul>\n";
  }

  std::string content() {
    const std::string html = html_of(document_);  // begins sections
    return has_section_ ? html + "</section>\n" : html;
  }

  std::string operator()(const pages::Heading& heading) {
    if (heading.level == 1) return "";
    if (heading.level > 2)
      return fmt::format("<h{0}{1}>{2}</h{0}>\n", heading.level, marked(heading.mark),
                         html_prose(heading.text));
    const std::string end = has_section_ ? "</section>\n" : "";
    has_section_ = true;
    return fmt::format(
        "{0}<section id=\"{1}\" aria-labelledby=\"{1}-title\">\n<h2 id=\"{1}-title\">{2}</h2>\n",
        end, brief(heading.id), brief(heading.text));
  }

  std::string operator()(const pages::Text& text) const {
    const std::string said = html_prose(text.text);
    return fmt::format(
        "<p{}>{}</p>\n", marked(text.mark),
        text.link.empty() ? said : fmt::format("<a href=\"#{}\">{}</a>", brief(text.link), said));
  }

  std::string operator()(const pages::List& list) const {
    std::string html = "<ul>\n";
    for (const std::string& item : list.items) html += "<li>" + linked(item) + "\n";
    return html + "</ul>\n";
  }

  std::string operator()(const Table& table) {
    const auto has_form = [](const Table::Column& column) { return !column.form.empty(); };
    if (std::ranges::any_of(table.columns, has_form)) return HeatMap(table, heat_maps_++).html();
    const Table beside = without_below(table);
    const std::set<std::size_t> names = columns_of_names(beside);
    std::string classes;  // "w2 w4": the style aligns these columns
    for (const std::size_t column : names) classes += fmt::format(" w{}", column + 1);
    std::string html = fmt::format(
        "<div class=scroll><table{}><caption>{}</caption>\n<thead><tr>",
        names.empty() ? "" : fmt::format(" class=\"{}\"", classes.substr(1)), brief(table.caption));
    for (const Table::Column& column : beside.columns)
      html += column.head.empty() ? "<td>" : "<th scope=col>" + brief(column.head);
    html += "</thead>\n";
    for (std::size_t i = 0; i < table.groups.size(); ++i)
      html += rows(table, table.groups[i], beside.groups[i], names);
    html += "</table></div>\n";
    if (table.left_out > 0)
      html += fmt::format("<p>The first {} of {} rows.</p>\n", table.size(),
                          table.size() + table.left_out);
    return html;
  }

  std::string operator()(const pages::Code& code) const {
    std::string html;
    for (const pages::Code::Listing& listing : code.listings) html += listing_html(listing);
    return code.listings.size() > 1 ? "<div class=columns>\n" + html + "</div>\n" : html;
  }

  std::string operator()(const pages::Figure& figure) const {
    std::string lines;
    for (const std::string& line : figure.lines) lines += html_text(line) + "\n";
    return fmt::format("<figure tabindex=0><figcaption><b>{}</b> {}</figcaption>\n{}</figure>\n",
                       brief(figure.title), html_prose(figure.caption),
                       figure.svg.empty() ? "<pre>" + lines + "</pre>\n" : figure.svg);
  }

  std::string operator()(const pages::Fold& fold) {
    return fmt::format("<details><summary{}>{}</summary>\n{}</details>\n", marked(fold.mark),
                       html_prose(fold.summary), html_of(fold.body));
  }

 private:
  std::string html_of(const pages::Document& document) {
    std::string html;
    for (const auto& block : document.blocks) html += std::visit(*this, block);
    return html;
  }

  static std::string link(std::string_view id, std::string_view name) {
    return fmt::format("<li><a href=\"#{}\">{}</a>\n", brief(id), brief(name));
  }

  /// The first name of a section and a variant in it is a link.
  std::string linked(std::string_view text) const {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find_first_of(" :,;", begin), text.size());
      const std::string_view name = text.substr(begin, end - begin);
      const std::size_t slash = name.find('/');
      if (slash != std::string_view::npos && ids_.contains(name.substr(0, slash)))
        return fmt::format("{}<a href=\"#{}?variant={}\">{}</a>{}",
                           html_prose(text.substr(0, begin)), brief(name.substr(0, slash)),
                           brief(name.substr(slash + 1)), brief(name),
                           html_prose(text.substr(end)));
      begin = end + 1;
    }
    return html_prose(text);
  }

  std::string listing_html(const pages::Code::Listing& listing) const {
    std::string lines;
    std::size_t before = 0;
    for (const pages::Code::Line& line : listing.lines)
      lines += line.is_title ? fmt::format("<b>{}</b>\n", linked(line.text))
                             : line_html(line, std::exchange(before, line.number));
    const auto note = [](const std::string& text) {
      return text.empty() ? "" : fmt::format("<p>{}</p>\n", html_prose(text));
    };
    return fmt::format(
        "<div><h5>{}</h5>\n{}{}{}</div>\n", brief(listing.title), note(listing.note_above),
        lines.empty() ? "" : "<pre tabindex=0>" + lines + "</pre>\n", note(listing.note_below));
  }

  std::string row_head(const Table::Row& row) const {
    const std::string name = row.cells.front().plain();
    if (row.link.empty()) return "<th>" + linked(name);
    return fmt::format("<th><a href=\"#{}\">{}</a>", brief(row.link), brief(name));
  }

  /// The rows of a group, of which `beside` has the cells that are not below them.
  std::string rows(const Table& table, const Table::Group& group, const Table::Group& beside,
                   const std::set<std::size_t>& names) const {
    const auto columns = static_cast<std::size_t>(
        std::ranges::count(table.columns, false, &Table::Column::is_below));
    std::string html = "<tbody>";
    if (!group.title.empty())
      html += fmt::format("<tr><th scope=rowgroup colspan={}>{}\n", columns, brief(group.title));
    for (std::size_t i = 0; i < group.rows.size(); ++i)
      html += row_html(beside.rows[i], columns, names) + below_html(table.columns, group.rows[i]);
    return html;
  }

  std::string row_html(const Table::Row& row, std::size_t columns,
                       const std::set<std::size_t>& names) const {
    std::string html = "<tr>" + row_head(row);
    for (std::size_t column = 1; column < row.cells.size(); ++column) {
      html += cell_html(row.cells[column], columns - column, names.contains(column));
      if (row.cells[column].kind == Cell::Kind::reason) break;
    }
    while (html.ends_with("<td>")) html.resize(html.size() - 4);  // a browser adds them
    return html + "\n";
  }

  const pages::Document& document_;
  std::set<std::string, std::less<>> ids_;  // of sections
  bool has_section_ = false;
  std::size_t heat_maps_ = 0;
};

std::string head(std::string_view title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>tilebridge: {}</title>\n<style>{}</style>\n</head>\n",
      source_hash(page_script()), source_hash(style()), brief(title), style().text);
}

std::string header_html(const pages::PageHead& head) {
  std::string models;
  for (const auto& [colour, name] : head.models)
    models += fmt::format("<li class=\"{}\">{}", brief(colour), brief(name));
  return fmt::format(
      "<header>\n<p class=\"program\">tilebridge</p>\n<h1>{}</h1>\n<ul aria-label=\"Colours of the "
      "models\">{}</ul>\n<p>{}</p>\n"
      "<button id=\"contents\" type=\"button\" aria-expanded=\"false\" hidden>Contents</button>\n"
      "<button id=\"theme\" type=\"button\" hidden>Dark</button>\n</header>\n",
      brief(head.heading), models, brief(head.measured));
}

}  // namespace

std::string source_hash(const Asset& asset) { return "'sha256-" + to_base64(asset.sha256) + "'"; }

std::string as_html(const pages::Document& document, const pages::PageHead& page_head) {
  HtmlWriter writer(document);
  return fmt::format(
      "{}<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n{}"
      "<div class=\"frame\">\n<nav aria-label=\"Contents\">\n{}</nav>\n"
      "<main id=\"content\" tabindex=\"-1\">\n{}</main>\n</div>\n<script>{}</script>\n"
      "</body>\n</html>\n",
      head(page_head.title), header_html(page_head), writer.contents(), writer.content(),
      page_script().text);
}

}  // namespace tilebridge::write
