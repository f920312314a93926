// SPDX-License-Identifier: Apache-2.0
#include "html/overview.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "html/forest.hpp"
#include "html/markup.hpp"
#include "pages/answer.hpp"
#include "pages/comparisons.hpp"
#include "pages/costs.hpp"
#include "pages/portability.hpp"
#include "pages/run.hpp"
#include "pages/summary.hpp"

namespace tilebridge::html {
namespace {

constexpr std::array verdicts = {Verdict::parity, Verdict::slower, Verdict::faster,
                                 Verdict::inconclusive};

std::string tile(const pages::FormSummary& form) {
  std::string list;
  for (const auto& [verdict, count] : form.verdicts)
    list += fmt::format("<li>{} <b>{}</b></li>", badge(pages::mark_of(verdict), name_of(verdict)),
                        count);
  return fmt::format(
      "<li class=\"tile\"><h3>{}</h3><p class=\"figure\">{}</p><p>{}</p><p>{}</p>"
      "<ul class=\"verdicts\">{}</ul></li>\n",
      form.name, form.figure, form.meaning, form.scope, list);
}

std::string tiles(const FormMeans& kernels) {
  std::string html;
  for (const pages::FormSummary& form : pages::form_summaries(kernels)) html += tile(form);
  return html.empty() ? "" : fmt::format("<ul class=\"tiles\">\n{}</ul>\n", html);
}

std::string first_of(const std::vector<std::string>& all, const char* title) {
  constexpr std::size_t shown = 3;
  if (all.empty()) return "";
  return fmt::format("<h3>{}</h3>\n{}", title,
                     list(std::span(all).first(std::min(shown, all.size()))));
}

/// What is slowest and why, and what to write instead.
std::string costs_of(const pages::Report& report, std::size_t file) {
  const pages::Costs costs = pages::costs(report.files[file].results, report.catalogue);
  return first_of(costs.slow_kernels, "Slowest plain kernels and their idioms") +
         first_of(costs.expensive_idioms,
                  "Most expensive <a href=\"#costs\">ways of writing</a> and, where it holds, what "
                  "to write instead");
}

/// How fast Kokkos is in one file, in one sentence and in figures by form and family.
std::string summary_of(const pages::Report& report, std::size_t file) {
  const Results& results = report.files[file].results;
  const Summary summary = summarise(results.cases, report.catalogue);
  const std::vector<std::string> pairs = pages::pair_lines(results, report.catalogue);
  if (summary.kernels.empty() && summary.other_families.empty() && pairs.empty()) return "";
  std::string html;
  if (report.files.size() > 1)
    html = fmt::format("<h3 class=\"of-file\">{}: {}, {}</h3>\n", pages::label_of(report, file),
                       text(pages::device_text(results)), text(report.files[file].name));
  for (const std::string& line : pairs) html += paragraph(line, "class=\"summary\"");
  return html + paragraph(pages::summary_sentence(results, summary), "class=\"summary\"") +
         paragraph(pages::health_line(results), "class=\"note\"") + tiles(summary.kernels) +
         costs_of(report, file) +
         folded(pages::families_table(summary), "families", "class=\"families\"");
}

std::string self_checks(const pages::Report& report) {
  std::string html;
  for (const pages::ReportFile& file : report.files)
    if (const auto& check = file.results.self_check)
      html += paragraph(fmt::format("Self-check in {}: {}.", file.name,
                                    fmt::join(pages::self_check_lines(*check), "; ")));
  return html;
}

std::string options(const std::set<std::string>& values) {
  std::string html = "<option value=\"\">all</option>";
  for (const std::string& value : values) html += fmt::format("<option>{}</option>", text(value));
  return html;
}

std::string filters(const pages::Report& report) {
  std::set<std::string> families;
  std::set<std::string> forms;
  for (const pages::ExperimentCases& experiment : report.experiments) {
    families.insert(pages::family_of(experiment));
    for (const pages::FileCase& c : experiment.cases)
      if (forms.size() < 10) forms.insert(c.result->form);
  }
  std::set<std::string> calls;
  for (const Verdict verdict : verdicts) calls.insert(std::string(name_of(verdict)));
  return fmt::format(
      "<form id=\"filters\" aria-label=\"Filter the comparisons\" hidden>\n"
      "<label>family <select name=\"family\">{}</select></label>\n"
      "<label>form <select name=\"form\">{}</select></label>\n"
      "<label>verdict <select name=\"verdict\">{}</select></label>\n"
      "<label>text <input name=\"text\" type=\"search\" placeholder=\"transpose\"></label>\n"
      "<label>a row is <select name=\"rows\"><option value=\"experiment\">an experiment</option>"
      "<option value=\"variant\">a variant</option><option value=\"case\">a case</option></select>"
      "</label>\n<button type=\"reset\">show all</button>\n"
      "<p id=\"shown\" role=\"status\"></p>\n</form>\n",
      options(families), options(forms), options(calls));
}

std::string forest(const pages::Report& report) {
  const std::vector<pages::ForestRow> rows = pages::forest_rows(report);
  if (rows.empty()) return "<p>No comparison of Kokkos with native code is in these files.</p>\n";
  const double band = pages::parity_band(report.files.front().results);
  return fmt::format(
      "<h3>Kokkos against native code, by experiment</h3>\n"
      "<p>Each point is one comparison with its 95% interval, the bar of a row the geometric mean "
      "of its points; the band is parity (parity is {:.0f}% either way). An interval is of this "
      "run on this GPU: another one may differ by more. Rows are sorted from slowest to "
      "fastest.</p>\n{}<figure class=\"static\">{}</figure>\n{}{}",
      100 * band, filters(report), forest_svg(rows, band),
      chart("forest", "", "Kokkos ÷ native.",
            "● parity, ▼ slower, ▲ faster, ◇ inconclusive; the bar is the geometric mean."),
      folded(pages::comparisons_table(report), "comparisons", "id=\"comparisons\""));
}

}  // namespace

std::string overview_section(const pages::Report& report) {
  std::string content;
  for (std::size_t file = 0; file < report.files.size(); ++file)
    content += summary_of(report, file);
  content += self_checks(report) + forest(report) + scrolling(pages::files_table(report)) +
             paragraph(pages::built_otherwise(report), "class=\"note\"");
  return section("overview", "Overview", content);
}

namespace {

std::string ways_html(const pages::ShownWays& shown) {
  if (shown.ways.empty()) return "";
  return chart("cascade", "", "Efficiency, platform by platform.",
               "For each way of writing the platforms are sorted from the one that suits it best; "
               "the efficiency is the time of the fastest way ÷ its own.") +
         chart("navigation", "", "Portability against one source.",
               "To the right the same code runs everywhere, to the top it is fast everywhere.") +
         scrolling(pages::ways_table(shown));
}

}  // namespace

std::string portability_section(const pages::Report& report) {
  const pages::Table table = pages::portability_table(report);
  if (table.empty()) return "";
  return section(
      "portability", "Performance portability",
      "<p>The application efficiency of Kokkos on a platform is the time of the faster of native "
      "and Kokkos code of a variant ÷ Kokkos's, the geometric mean over its cases. The metric is "
      "the harmonic mean over the platforms, 0 where one of them is not supported (Pennycook, "
      "Sewall and Lee, 2016), and missing where a variant was not run on all of them.</p>\n" +
          ways_html(pages::shown_ways(report)) + scrolling(table));
}

}  // namespace tilebridge::html
