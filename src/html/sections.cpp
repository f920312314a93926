// SPDX-License-Identifier: Apache-2.0
#include "html/sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "html/listings.hpp"
#include "html/markup.hpp"
#include "pages/curves.hpp"
#include "pages/measured.hpp"
#include "pages/predicted.hpp"

namespace tilebridge::html {
namespace {

std::string intro(const pages::ExperimentCases& experiment) {
  return paragraph(experiment.question, "class=\"question\"") +
         paragraph(pages::family_of(experiment), "class=\"family\"");
}

std::string charts(const pages::Report& report, const pages::ExperimentCases& experiment) {
  const std::string unit(pages::unit_of(pages::measure_of(report, experiment)));
  std::string html;
  if (const auto x = pages::varied_parameter(experiment))
    html +=
        chart("curve", experiment.id, fmt::format("{} against {}.", unit, *x),
              "Colour is the variant; native solid with circles, Kokkos dashed with diamonds (for "
              "a textbook variant the plain kernel), matched Kokkos dash-dotted with squares, the "
              "vendor's library dotted with triangles; whiskers are 95% intervals.");
  return html +
         chart("bars", experiment.id, unit + " of each variant.",
               "Whiskers are 95% intervals; a red mark is what the measured ceiling allows; of a "
               "textbook variant, kokkos is the plain kernel.");
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
         chart("counts", experiment.id, "Predicted and counted.",
               "A point on the line is a count that the access model predicts exactly.") +
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
                     counts(report, experiment));
}

std::string roofline_section(const pages::Report& report) {
  const std::string table = folded(pages::roofline_table(report), "results");
  if (table.empty()) return "";
  return section("rooflines", "Roofline",
                 "<p class=\"question\">What arithmetic a byte allows, and what each case reaches "
                 "of it.</p>\n" +
                     chart("roofline", "", "TFLOP/s against flops per byte.",
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
                     chart("latency_levels", "latency", "ns per step against the working set.",
                           "Flat parts of a curve are levels of the memory.") +
                     scrolling(levels));
}

}  // namespace tilebridge::html
