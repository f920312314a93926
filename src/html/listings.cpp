// SPDX-License-Identifier: Apache-2.0
#include "html/listings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/escape.hpp"
#include "html/markup.hpp"
#include "report/cases.hpp"
#include "report/concepts.hpp"
#include "report/subject.hpp"

namespace tilebridge::html {
namespace {

/// Halves the largest number until the arrays are small: the first warp of the middle block still
/// has the same access pattern.
Parameters picture_parameters(const Subject& subject) {
  constexpr std::size_t most_bytes = 4 << 20;
  constexpr std::int64_t least = 64;
  Parameters parameters;
  for (const Parameter& p : subject.experiment->parameters) parameters.set(p.name, p.documented);
  if (const auto& only = subject.variant->only_at) parameters.set(only->first, only->second);
  while (total_bytes(subject.variant->problem->arrays(parameters)) > most_bytes) {
    std::string largest;
    std::int64_t most = 0;
    for (const auto& [name, value] : parameters)
      if (const auto* number = std::get_if<std::int64_t>(&value); number && *number > most) {
        most = *number;
        largest = name;
      }
    if (most <= least) break;
    parameters.set(largest, most / 2);
  }
  return parameters;
}

/// A dashed line for cells of one kind, one dash per cell, restarted at each sector.
std::string dashes(const std::vector<Cell>& cells, Cell kind) {
  constexpr std::size_t words_in_sector = 8;
  std::string path;
  for (std::size_t i = 0; i < cells.size();) {
    std::size_t end = i;
    while (end < cells.size() && cells[end] == kind && (end == i || end % words_in_sector != 0))
      ++end;
    if (end > i)
      path += fmt::format("M{} 5h{}", 10 * i + 4 * (i / words_in_sector), 10 * (end - i) - 2);
    i = std::max(end, i + 1);
  }
  return path;
}

std::string strip(const std::vector<Cell>& cells) {
  std::string svg = "<svg class=\"lanes\" viewBox=\"0 0 332 10\" aria-hidden=\"true\">";
  const auto add = [&](const char* name, Cell kind) {
    if (const std::string path = dashes(cells, kind); !path.empty())
      svg += fmt::format("<path class=\"{}\" d=\"{}\"/>", name, path);
  };
  add("used", Cell::used);
  add("moved", Cell::moved);
  add("idle", Cell::idle);
  return svg + "</svg>";
}

std::string picture_html(const Picture& picture) {
  constexpr std::size_t most_rows = 8;
  const std::size_t count = picture.rows.size();
  std::string rows;
  for (std::size_t i = 0; i < std::min(count, most_rows); ++i)
    rows += fmt::format("<tr>{}<td>{}</td>{}</tr>", row_head(picture.rows[i].label),
                        strip(picture.rows[i].cells), cell(picture.rows[i].note));
  if (count > most_rows)
    rows += fmt::format("<tr><td colspan=\"3\">… {} more</td></tr>", count - most_rows);
  return fmt::format(
      "<div class=\"scroll\"><table class=\"picture\"><caption>{}</caption><tbody>{}</tbody>"
      "<tfoot><tr><td colspan=\"3\">{}</td></tr></tfoot></table></div>\n",
      text(picture.title), rows, text(picture.summary));
}

std::string pictures_html(const Subject& subject) {
  const Parameters parameters = picture_parameters(subject);
  std::string html;
  for (const Part& part : parts_of(subject, parameters)) {
    if (part.pictures.empty()) continue;
    html += fmt::format("<h5>{}, with {}</h5>\n", text(part.title), text(to_string(parameters)));
    for (const Picture& picture : part.pictures) html += picture_html(picture);
  }
  if (html.empty()) return "";
  return "<h4>What a warp touches</h4>\n"
         "<p class=\"key\"><span class=\"used\"></span> asked for, or a bank that serves "
         "<span class=\"moved\"></span> moved with its sector <span class=\"idle\"></span> idle"
         "</p>\n" +
         html;
}

std::string lines_html(const Fragment& fragment, Model model) {
  const auto marks = concepts_in(fragment.lines, model);
  std::string code;
  for (std::size_t i = 0; i < fragment.lines.size(); ++i) {
    std::string signs;
    for (const std::size_t c : marks[i]) signs += concepts()[c].mark;
    code += fmt::format("<i>{} {}</i>{}\n", fragment.first_line + i, signs,
                        xml_escaped(fragment.lines[i]));
  }
  return code;
}

/// One block of code per file, with a blank line where lines are left out.
std::string listing_html(const ListingColumn& column) {
  std::string html;
  const Fragment* previous = nullptr;
  for (const Fragment& fragment : column.listing.fragments) {
    const bool is_same_file = previous != nullptr && previous->path == fragment.path;
    if (!is_same_file)
      html += fmt::format("{}<p class=\"path\">{}</p>\n<pre tabindex=\"0\"><code>",
                          previous != nullptr ? "</code></pre>\n" : "", fragment.path);
    else if (previous->end_line() != fragment.first_line)
      html += "\n";
    html += lines_html(fragment, column.model);
    previous = &fragment;
  }
  return html + (previous != nullptr ? "</code></pre>\n" : "");
}

std::string column_html(const ListingColumn& column) {
  std::string html = fmt::format("<div><h5>{}</h5>\n", text(column.title));
  if (!column.note.empty()) html += fmt::format("<p>{}</p>\n", text(column.note));
  return html + listing_html(column) + "</div>\n";
}

void collect_marks(const ListingColumn& column, std::set<std::size_t>& used) {
  for (const Fragment& fragment : column.listing.fragments)
    for (const auto& line : concepts_in(fragment.lines, column.model))
      used.insert(line.begin(), line.end());
}

std::string legend(const std::set<std::size_t>& used) {
  if (used.empty()) return "";
  std::string items;
  for (const std::size_t i : used) {
    const Concept& c = concepts()[i];
    items += fmt::format("<dt>{} {}</dt><dd>{}</dd>", c.mark, text(c.name), text(c.meaning));
  }
  return fmt::format(
      "<details><summary>What the marks beside the code mean</summary><dl>{}</dl></details>\n",
      items);
}

/// The CUDA code if the variant ran there, else the host code.
Platform platform_of(const ExperimentCases& experiment, const Variant& variant) {
  const bool on_gpu =
      std::any_of(experiment.cases.begin(), experiment.cases.end(), [&](const FileCase& c) {
        return shown_variant(*c.result) == variant.name &&
               c.result->platform == name_of(Platform::cuda);
      });
  return on_gpu ? Platform::cuda : Platform::host;
}

/// What a warp touches and both models' code; adds the concepts marked there to `marks`.
std::string code_html(const Subject& subject, Platform platform, std::set<std::size_t>& marks) {
  const auto [left, right] = listing_columns(subject, platform);
  collect_marks(left, marks);
  collect_marks(right, marks);
  return fmt::format("{}<h4>Native and Kokkos code</h4>\n<div class=\"columns\">{}{}</div>",
                     platform == Platform::cuda ? pictures_html(subject) : "", column_html(left),
                     column_html(right));
}

/// A variant, native and plain; on request native and its matched kernel.
std::string explanation(const ExperimentCases& experiment, const Variant& variant,
                        std::set<std::size_t>& marks) {
  const Platform platform = platform_of(experiment, variant);
  std::string matched;
  if (const Variant* m = matched_to(*experiment.known, variant))
    matched = fmt::format(
        "<details class=\"explanation\"><summary><b>matched</b> beyond plain: {}</summary>\n{}"
        "</details>\n",
        text(m->technique), code_html({experiment.known, m}, platform, marks));
  return fmt::format(
      "<details class=\"explanation\"><summary><b>{}</b> {}</summary>\n{}{}</details>\n",
      text(variant.name), text(variant.technique),
      code_html({experiment.known, &variant}, platform, marks), matched);
}

}  // namespace

std::string explanations(const Document& document, const ExperimentCases& experiment) {
  if (experiment.known == nullptr) return "";
  std::set<std::string_view> present;
  for (const FileCase& c : experiment.cases) present.insert(shown_variant(*c.result));
  std::string html;
  std::set<std::size_t> marks;
  for (const Variant& variant : experiment.known->variants)
    if (variant.level != Level::matched && present.contains(variant.name))
      html += explanation(experiment, variant, marks);
  if (html.empty()) return "";
  return "<h3>Why: what a warp touches, and the code</h3>\n" + built_otherwise(document) + html +
         legend(marks);
}

}  // namespace tilebridge::html
