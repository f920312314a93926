// SPDX-License-Identifier: Apache-2.0
#include "html/sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "html/claims.hpp"
#include "html/listings.hpp"
#include "html/markup.hpp"
#include "pages/charts.hpp"
#include "pages/curves.hpp"
#include "pages/measured.hpp"
#include "pages/predicted.hpp"

namespace tilebridge::html {
namespace {

std::string intro(const pages::ExperimentCases& experiment) {
  std::vector<std::string> sources;
  if (experiment.known != nullptr)
    for (const Source& source : experiment.known->sources)
      sources.push_back(source.document + " " + source.section);
  return paragraph(experiment.question, "class=\"question\"") +
         paragraph(fmt::format("{}{}{}", pages::family_of(experiment),
                               sources.empty() ? "" : "; from ", fmt::join(sources, ", ")),
                   "class=\"sources\"");
}

std::string charts(const pages::Report& report, const pages::ExperimentCases& experiment) {
  std::string html = figure(pages::ratios_chart(report, experiment),
                            "A point is one case with its 95% interval; the band is parity.");
  for (const pages::Plot& plot : pages::curves(report, experiment))
    html += figure(plot, "Lines are 95% intervals; native code is drawn solid.");
  return html;
}

std::string predictions(const pages::Report& report, const pages::ExperimentCases& experiment) {
  const std::string table = folded(pages::predicted_table(report, experiment), "rows");
  if (table.empty()) return "";
  return "<h3>Predicted transactions</h3>\n<p>Of a warp's request: sectors of 32 bytes, and the "
         "part of them that it asks for; wavefronts of shared memory. The predicted time leaves "
         "arithmetic, latency and instructions out.</p>\n" +
         table;
}

/// Predicted and counted values, if the files hold hardware counters.
std::string counts(const pages::Report& report, const pages::ExperimentCases& experiment) {
  const std::string table = folded(pages::counted_table(report, experiment), "counts");
  if (table.empty()) return "";
  return "<h3>Predicted and counted</h3>\n" +
         paragraph(pages::agreement_text(pages::agreement_of(report, experiment)) + ".") +
         table;
}

}  // namespace

std::string experiment_section(const pages::Report& report,
                               const pages::ExperimentCases& experiment) {
  return section(experiment.id, experiment.name,
                 intro(experiment) + paragraph(pages::left_out_text(experiment)) +
                     charts(report, experiment) +
                     folded(pages::measured_table(report, experiment), "rows") +
                     explanations_of(report, experiment) + predictions(report, experiment) +
                     counts(report, experiment) + experiment_claims(report, experiment));
}

std::string roofline_section(const pages::Report& report) {
  const std::string table = folded(pages::roofline_table(report), "results");
  if (table.empty()) return "";
  return section("rooflines", "Roofline",
                 "<p class=\"question\">What arithmetic a byte allows, and what each case reaches "
                 "of it.</p>\n" +
                     figure(pages::roofline_chart(report),
                            "The roof is the measured copy rate and the measured multiply-add "
                            "rate; bytes are those asked for.") +
                     table);
}

std::string latency_levels_section(const pages::Report& report) {
  const pages::Table levels = pages::levels_table(report);
  if (levels.empty()) return "";
  return section("latency_levels", "Latency latency_levels",
                 "<p class=\"question\">How long a load that waits for the one before takes, by "
                 "the working set it walks through.</p>\n" +
                     scrolling(levels));
}

}  // namespace tilebridge::html
