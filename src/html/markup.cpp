// SPDX-License-Identifier: Apache-2.0
#include "html/markup.hpp"

#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/text.hpp"

namespace tilebridge::html {
namespace {

std::string_view symbol_of(pages::Mark mark) {
  switch (mark) {
    case pages::Mark::parity:
      return "●";
    case pages::Mark::slower:
      return "▼";
    case pages::Mark::faster:
      return "▲";
    case pages::Mark::inconclusive:
      return "◇";
    case pages::Mark::invalid:
    case pages::Mark::missing:
    case pages::Mark::none:
      break;
  }
  return "–";
}

/// The class by which the style colours it.
std::string_view class_of(pages::Mark mark) {
  switch (mark) {
    case pages::Mark::parity:
      return "verdict parity";
    case pages::Mark::slower:
      return "verdict slower";
    case pages::Mark::faster:
      return "verdict faster";
    case pages::Mark::inconclusive:
      return "verdict inconclusive";
    case pages::Mark::invalid:
    case pages::Mark::missing:
    case pages::Mark::none:
      break;
  }
  return "";
}

std::string cell_html(const pages::Cell& cell, std::size_t columns_left) {
  switch (cell.kind) {
    case pages::Cell::Kind::number:
    case pages::Cell::Kind::range:
      return fmt::format("<td class=\"number\">{}</td>", text(cell.plain()));
    case pages::Cell::Kind::reason:
      return fmt::format("<td colspan=\"{}\" class=\"reason\">{}</td>", columns_left,
                         text(cell.plain()));
    case pages::Cell::Kind::text:
      break;
  }
  if (cell.mark == pages::Mark::none) return fmt::format("<td>{}</td>", text(cell.plain()));
  return fmt::format("<td>{}{}{}</td>", text(cell.before), badge(cell.mark, cell.text),
                     text(cell.after));
}

/// The header of a row, which may link to a section.
std::string row_head(const pages::Table::Row& row) {
  const std::string name = text(row.cells.front().plain());
  if (row.link.empty()) return fmt::format("<th scope=\"row\">{}</th>", name);
  return fmt::format("<th scope=\"row\"><a href=\"#{}\">{}</a></th>", text(row.link), name);
}

std::string row_html(const pages::Table::Row& row, std::size_t columns) {
  std::string html = "<tr";
  for (const auto& [name, value] : row.facts)
    html += fmt::format(" data-{}=\"{}\"", name, text(value));
  html += ">" + row_head(row);
  std::size_t column = 1;
  for (; column < row.cells.size(); ++column) {
    const pages::Cell& cell = row.cells[column];
    html += cell_html(cell, columns - column);
    if (cell.kind == pages::Cell::Kind::reason) return html + "</tr>\n";
  }
  for (; column < columns; ++column) html += "<td></td>";
  return html + "</tr>\n";
}

std::string group_html(const pages::Table::Group& group, std::size_t columns) {
  std::string rows;
  if (!group.title.empty())
    rows +=
        fmt::format("<tr><th scope=\"rowgroup\" colspan=\"{}\" class=\"setting\">{}</th></tr>\n",
                    columns, text(group.title));
  for (const pages::Table::Row& row : group.rows) rows += row_html(row, columns);
  return "<tbody>\n" + rows + "</tbody>\n";
}

/// What heads no column is no header.
std::string column_head(const pages::Table::Column& column) {
  if (column.head.empty()) return "<td></td>";
  return fmt::format("<th scope=\"col\">{}</th>", text(column.head));
}

}  // namespace

std::string text(std::string_view content) {
  constexpr std::size_t most = 300;
  return xml_escaped(tame(std::string(content), most));
}

std::string paragraph(std::string_view sentence, std::string_view attributes) {
  if (sentence.empty()) return "";
  return fmt::format("<p{}{}>{}</p>\n", attributes.empty() ? "" : " ", attributes,
                     xml_escaped(tame(std::string(sentence), sentence.size())));
}

std::string embedded(const Json& json) {
  const std::string dump = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string result;
  result.reserve(dump.size());
  for (const char c : dump) {
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  }
  return result;
}

std::string badge(pages::Mark mark, std::string_view name) {
  return fmt::format("<span class=\"{}\"><span aria-hidden=\"true\">{}</span> {}</span>",
                     class_of(mark), symbol_of(mark), text(name));
}

std::string scrolling(const pages::Table& table, std::string_view attributes) {
  std::string html =
      fmt::format("<div class=\"scroll\"><table{}{}><caption>{}</caption>\n<thead><tr>",
                  attributes.empty() ? "" : " ", attributes, text(table.caption));
  for (const pages::Table::Column& column : table.columns) html += column_head(column);
  html += "</tr></thead>\n";
  for (const pages::Table::Group& group : table.groups)
    html += group_html(group, table.columns.size());
  return html + "</table></div>\n";
}

std::string folded(const pages::Table& table, std::string_view noun, std::string_view attributes) {
  if (table.empty()) return "";
  const std::size_t rows = table.size();
  const std::string cut =
      table.left_out > 0
          ? paragraph(fmt::format("The first {} of {} {}.", rows, rows + table.left_out, noun))
          : "";
  return fmt::format("<details><summary>Table: {} {}</summary>\n{}{}</details>\n", rows, noun, cut,
                     scrolling(table, attributes));
}

std::string list(std::span<const std::string> lines) {
  std::string html;
  for (const std::string& line : lines) html += "<li>" + text(line) + "</li>\n";
  return html.empty() ? "" : "<ul>\n" + html + "</ul>\n";
}

std::string section(std::string_view id, std::string_view title, const std::string& content) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n"
      "{2}</section>\n",
      text(id), text(title), content);
}

std::string chart(std::string_view kind, std::string_view subject, std::string_view title,
                  std::string_view description) {
  return fmt::format(
      "<figure class=\"chart\" data-chart=\"{}\" data-subject=\"{}\" hidden>\n"
      "<figcaption><strong>{}</strong> {}</figcaption>\n<div class=\"canvas\"></div>\n</figure>\n",
      kind, text(subject), text(title), text(description));
}

}  // namespace tilebridge::html
