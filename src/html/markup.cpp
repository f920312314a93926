// SPDX-License-Identifier: Apache-2.0
#include "html/markup.hpp"

#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/text.hpp"

namespace tilebridge::html {
namespace {

std::string_view symbol_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::parity:
      return "●";
    case Verdict::slower:
      return "▼";
    case Verdict::faster:
      return "▲";
    case Verdict::inconclusive:
      return "◇";
  }
  return {};
}

}  // namespace

std::string text(std::string_view content) {
  constexpr std::size_t most = 300;
  return xml_escaped(tame(std::string(content), most));
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

std::string cell(std::string_view content) { return fmt::format("<td>{}</td>", text(content)); }

std::string number(std::string_view content) {
  return fmt::format("<td class=\"number\">{}</td>", text(content));
}

std::string table_head(std::string_view caption, std::initializer_list<std::string_view> columns) {
  std::string head = fmt::format("<caption>{}</caption>\n<thead><tr>", text(caption));
  for (const std::string_view column : columns)
    head += fmt::format("<th scope=\"col\">{}</th>", text(column));
  return head + "</tr></thead>\n";
}

std::string row_head(std::string_view content) {
  return fmt::format("<th scope=\"row\">{}</th>", text(content));
}

std::string verdict_badge(Verdict verdict) {
  return fmt::format("<span class=\"verdict {0}\"><span aria-hidden=\"true\">{1}</span> {0}</span>",
                     name_of(verdict), symbol_of(verdict));
}

std::string chart(std::string_view kind, std::string_view subject, std::string_view title,
                  std::string_view description) {
  return fmt::format(
      "<figure class=\"chart\" data-chart=\"{}\" data-subject=\"{}\" hidden>\n"
      "<figcaption><strong>{}</strong> {}</figcaption>\n<div class=\"canvas\"></div>\n</figure>\n",
      kind, text(subject), text(title), text(description));
}

}  // namespace tilebridge::html
