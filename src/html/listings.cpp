// SPDX-License-Identifier: Apache-2.0
#include "html/listings.hpp"

#include <fmt/format.h>

#include <set>

#include "base/escape.hpp"
#include "html/markup.hpp"
#include "html/picture.hpp"
#include "pages/costs.hpp"
#include "pages/explanation.hpp"

namespace tilebridge::html {
namespace {

std::string pictures_html(const std::vector<pages::PicturedPart>& parts) {
  if (parts.empty()) return "";
  std::string html =
      "<h4>What a warp touches</h4>\n"
      "<p class=\"key\"><span class=\"used\"></span> asked for, or a bank that serves "
      "<span class=\"moved\"></span> moved with its sector <span class=\"idle\"></span> idle"
      "</p>\n";
  for (const pages::PicturedPart& part : parts) {
    html += fmt::format("<h5>{}</h5>\n", text(part.title));
    for (const pages::Picture& picture : part.pictures) html += picture_table(picture);
  }
  return html;
}

std::string lines_html(const pages::MarkedFragment& marked) {
  const sources::Fragment& fragment = marked.fragment;
  std::string code;
  for (std::size_t i = 0; i < fragment.lines.size(); ++i)
    code += fmt::format("<i>{} {}</i>{}\n", fragment.first_line + i,
                        pages::marks_text(marked.marks[i]), xml_escaped(fragment.lines[i]));
  return code;
}

/// One block of code per file, with a blank line where lines are left out.
std::string listing_html(const std::vector<pages::MarkedFragment>& fragments) {
  constexpr auto end = "</code></pre>\n";
  std::string html;
  for (const pages::MarkedFragment& fragment : fragments) {
    if (fragment.begins_file)
      html += fmt::format("{}<p class=\"path\">{}</p>\n<pre tabindex=\"0\"><code>",
                          html.empty() ? "" : end, fragment.fragment.path);
    if (fragment.follows_gap) html += "\n";
    html += lines_html(fragment);
  }
  return html + (html.empty() ? "" : end);
}

std::string column_html(const pages::ListingColumn& column) {
  return fmt::format("<div><h5>{}</h5>\n{}{}</div>\n", text(column.title), paragraph(column.note),
                     listing_html(column.fragments));
}

std::string code_html(const pages::Explanation& explanation) {
  return fmt::format("{}<h4>Native and Kokkos code</h4>\n<div class=\"columns\">{}{}</div>",
                     pictures_html(explanation.pictured), column_html(explanation.left),
                     column_html(explanation.right));
}

std::string details(const std::string& summary, const std::string& content) {
  return fmt::format("<details class=\"explanation\"><summary>{}</summary>\n{}</details>\n",
                     summary, content);
}

std::string drawing_html(const std::optional<pages::Drawing>& drawing) {
  return drawing ? "<h4>What its threads do</h4>\n" + drawing_table(*drawing) : "";
}

/// A variant, native and plain; on request native and its matched kernel, whose threads do the
/// same.
std::string explanation_html(const pages::Explanation& explanation, const std::string& idioms) {
  std::string matched;
  if (explanation.matched != nullptr)
    matched = details("<b>matched</b> beyond plain: " + text(explanation.matched->technique),
                      code_html(*explanation.matched));
  return details(fmt::format("<b>{}</b> {}", text(explanation.name), text(explanation.technique)),
                 drawing_html(explanation.drawing) + code_html(explanation) + idioms + matched);
}

/// The steps of the first file that has any.
std::vector<Ablation> ablations_in(const pages::Report& report) {
  for (const pages::ReportFile& file : report.files)
    if (auto found = ablations(file.results, report.catalogue); !found.empty()) return found;
  return {};
}

std::string idioms_html(const Variant& variant, const std::vector<Ablation>& ablations) {
  const std::string idioms = pages::idioms_text(variant, ablations);
  if (idioms.empty() || ablations.empty()) return "";
  return fmt::format(
      "<p class=\"note\">Plain Kokkos has these idioms, each with what leaving it gains in this "
      "kernel, where that was measured (<a href=\"#costs\">what to write instead</a>): "
      "{}.</p>\n",
      text(idioms));
}

std::set<std::size_t> concepts_of(const pages::Explanation& explanation) {
  std::set<std::size_t> all = explanation.left.concepts();
  all.merge(explanation.right.concepts());
  if (explanation.matched != nullptr) all.merge(concepts_of(*explanation.matched));
  return all;
}

std::string legend(const std::vector<pages::Explanation>& explanations) {
  std::set<std::size_t> concepts;
  for (const pages::Explanation& explanation : explanations)
    concepts.merge(concepts_of(explanation));
  if (concepts.empty()) return "";
  std::string items;
  for (const auto& [mark, name, meaning] : pages::legend_of(concepts))
    items += fmt::format("<dt>{} {}</dt><dd>{}</dd>", mark, text(name), text(meaning));
  return fmt::format(
      "<details><summary>What the marks beside the code mean</summary><dl>{}</dl></details>\n",
      items);
}

}  // namespace

std::string explanations_of(const pages::Report& report, const pages::ExperimentCases& experiment) {
  const std::vector<pages::Explanation> all = pages::explanations(experiment);
  if (all.empty()) return "";
  std::string html = "<h3>Why: what a warp touches, and the code</h3>\n" +
                     paragraph(pages::built_otherwise(report), "class=\"note\"");
  const std::vector<Ablation> steps = ablations_in(report);
  for (const pages::Explanation& explanation : all)
    html += explanation_html(explanation,
                             idioms_html(experiment.known->variant(explanation.name), steps));
  return html + legend(all);
}

}  // namespace tilebridge::html
