// SPDX-License-Identifier: Apache-2.0
#include "html/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "html/chart_data.hpp"
#include "html/claims.hpp"
#include "html/listings.hpp"
#include "html/markup.hpp"
#include "report/cases.hpp"
#include "results/check.hpp"
#include "results/ladder.hpp"

namespace tilebridge::html {
namespace {

/// One model of a case, as a table row.
struct Row {
  const FileCase* file_case;
  Model model;
  const ModelResult* result;
};

/// The rows to show, by setting, in order of first appearance.
std::vector<std::pair<std::string, std::vector<Row>>> rows_by_setting(
    const ExperimentCases& experiment) {
  std::vector<std::pair<std::string, std::vector<Row>>> groups;
  std::map<std::string, std::size_t> indices;
  for (const FileCase& c : experiment.cases) {
    const std::string setting = setting_of(*c.result);
    const auto [entry, is_new] = indices.try_emplace(setting, groups.size());
    if (is_new) groups.push_back({setting, {}});
    for (const auto& [model, result] : c.result->models)
      if (is_shown(*c.result, model)) groups[entry->second].second.push_back({&c, model, &result});
  }
  return groups;
}

/// A table with one body per setting; `cells_of` returns a row's cells after the variant and the
/// model, or "" if the row does not belong in this table. "" without rows.
template <class CellsOf>
std::string table_by_setting(const Document& document, const ExperimentCases& experiment,
                             const std::string& head, const CellsOf& cells_of) {
  std::string bodies;
  std::size_t count = 0;
  for (const auto& [setting, rows] : rows_by_setting(experiment)) {
    std::string body;
    for (const Row& row : rows) {
      const std::string cells = cells_of(row);
      if (cells.empty()) continue;
      ++count;
      body += fmt::format(
          "<tr>{}{}{}</tr>\n",
          row_head(labelled(document, row.file_case->file, shown_variant(*row.file_case->result))),
          cell(shown_model(*row.file_case->result, row.model)), cells);
    }
    if (!body.empty())
      bodies += fmt::format(
          "<tbody><tr><th scope=\"rowgroup\" colspan=\"20\" class=\"setting\">{}</th></tr>\n{}"
          "</tbody>\n",
          text(setting), body);
  }
  if (count == 0) return "";
  return fmt::format(
      "<details><summary>Table: {} rows</summary><div class=\"scroll\"><table>{}{}</table></div>"
      "</details>\n",
      count, head, bodies);
}

const ComparisonResult* comparison_of(const CaseResult& c, Model model) {
  for (const ComparisonResult& r : c.comparisons)
    if (r.model == model) return &r;
  return nullptr;
}

std::string comparison_cells(const CaseResult& c, Model model) {
  const ComparisonResult* r = comparison_of(c, model);
  if (r == nullptr) return "<td></td><td></td><td></td>";
  return number(fmt::format("{:.3f}", r->ratio.median)) +
         number(fmt::format("{:.3f} … {:.3f}", r->ratio.low, r->ratio.high)) +
         fmt::format("<td>{}</td>", verdict_badge(r->verdict));
}

std::string measured_cells(const Document& document, const Row& row) {
  const CaseResult& c = *row.file_case->result;
  const ModelResult& result = *row.result;
  if (!result.timing && result.status == Status::ok) return "";  // profiled
  if (!result.timing)
    return fmt::format("<td colspan=\"7\" class=\"reason\">{}: {}</td>", name_of(result.status),
                       text(result.reason));
  const Interval& seconds = result.timing->seconds;
  const std::string share = result.share_of_ceiling > 0
                                ? fmt::format("{:.1f}%", 100 * result.share_of_ceiling)
                                : std::string();
  return number(time_text(seconds.median)) +
         number(fmt::format("{} … {}", time_text(seconds.low), time_text(seconds.high))) +
         number(rate_text(c, seconds.median, document.results(*row.file_case).ceilings)) +
         number(share) + comparison_cells(c, row.model);
}

std::string measured_table(const Document& document, const ExperimentCases& experiment) {
  return table_by_setting(
      document, experiment,
      table_head(experiment.name + ", measured; the ratio is performance against native code",
                 {"variant", "model", "time", "95% interval", "rate", "of ceiling", "ratio",
                  "95% interval of the ratio", "verdict"}),
      [&](const Row& row) { return measured_cells(document, row); });
}

std::string per_request(const GlobalTraffic& t) {
  return t.requests > 0 ? fmt::format("{:.2f}", t.sectors_per_request()) : "";
}
std::string per_request(const SharedTraffic& t) {
  return t.requests > 0 ? fmt::format("{:.2f}", t.wavefronts_per_request()) : "";
}
std::string use(const GlobalTraffic& t) {
  return t.requests > 0 ? fmt::format("{:.1f}%", 100 * t.use()) : "";
}

std::string predicted_cells(const Row& row) {
  if (!row.result->prediction) return "";
  const auto& [t, seconds] = *row.result->prediction;
  const bool has_both = seconds > 0 && row.result->timing;
  return number(per_request(t.load)) + number(use(t.load)) + number(per_request(t.store)) +
         number(use(t.store)) + number(per_request(t.shared_load)) +
         number(per_request(t.shared_store)) + number(seconds > 0 ? time_text(seconds) : "") +
         number(has_both ? fmt::format("{:.2f}", row.result->timing->seconds.median / seconds)
                         : "");
}

std::string predicted_table(const Document& document, const ExperimentCases& experiment) {
  const std::string table = table_by_setting(
      document, experiment,
      table_head(experiment.name + ", as the access model predicts it",
                 {"variant", "model", "sectors per load", "use", "sectors per store", "use",
                  "wavefronts per shared load", "wavefronts per shared store", "predicted time",
                  "measured ÷ predicted"}),
      predicted_cells);
  if (table.empty()) return "";
  return "<h3>Predicted transactions</h3>\n<p>Of a warp's request: sectors of 32 bytes, and the "
         "part of them that it asks for; wavefronts of shared memory. The predicted time leaves "
         "arithmetic, latency and instructions out.</p>\n" +
         table;
}

std::string check_rows(const Document& document, const FileCase& c, std::size_t& equal,
                       std::size_t& count) {
  std::string rows;
  for (const auto& [model, result] : c.result->models) {
    if (!is_shown(*c.result, model)) continue;
    for (const CountCheck& check : check_counts(result)) {
      ++count;
      equal += check.equal() ? 1 : 0;
      rows += fmt::format("<tr>{}{}{}{}{}{}{}</tr>\n",
                          row_head(labelled(document, c.file, shown_variant(*c.result))),
                          cell(setting_of(*c.result)), cell(shown_model(*c.result, model)),
                          cell(check.what), number(fmt::format("{:.10g}", check.predicted)),
                          number(fmt::format("{:.10g}", check.counted)),
                          cell(check.equal() ? "= equal" : "≠ not"));
    }
  }
  return rows;
}

/// Predicted and counted values, if the files hold hardware counters.
std::string counted_table(const Document& document, const ExperimentCases& experiment) {
  std::string rows;
  std::size_t equal = 0;
  std::size_t count = 0;
  for (const FileCase& c : experiment.cases) rows += check_rows(document, c, equal, count);
  if (count == 0) return "";
  return fmt::format(
      "<h3>Predicted and counted</h3>\n<p>{} of {} counts are equal to the hardware's.</p>\n{}"
      "<details><summary>Table: {} counts</summary><div class=\"scroll\"><table>{}<tbody>\n{}"
      "</tbody></table></div></details>\n",
      equal, count,
      chart("counts", experiment.id, "Predicted and counted.",
            "A point on the line is a count that the access model predicts exactly."),
      count,
      table_head(experiment.name + ": counts of the access model and of the hardware",
                 {"variant", "case", "model", "count", "predicted", "counted", "verdict"}),
      rows);
}

std::string intro(const ExperimentCases& experiment) {
  if (experiment.known == nullptr)
    return "<p class=\"question\">This program's catalogue has no experiment of this name: what "
           "the file holds is shown as it is.</p>\n";
  std::string sources;
  for (const Source& source : experiment.known->sources)
    sources += fmt::format("{}{} {}", sources.empty() ? "" : ", ", source.document, source.section);
  return fmt::format("<p class=\"question\">{}</p>\n<p class=\"sources\">{}{}{}</p>\n",
                     text(experiment.known->question), text(name_of(experiment.known->family)),
                     sources.empty() ? "" : "; from ", text(sources));
}

std::string charts(const Document& document, const ExperimentCases& experiment) {
  const std::string unit(unit_of(measure_of(document, experiment)));
  std::string html;
  if (const auto x = varied_parameter(experiment))
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

std::string cut_text(const ExperimentCases& experiment) {
  if (experiment.left_out == 0) return "";
  return fmt::format("<p>The first {} of {} cases; tilebridge report without -o prints all.</p>\n",
                     experiment.cases.size(), experiment.cases.size() + experiment.left_out);
}

std::string rung_rows(const Document& document, std::size_t file) {
  std::string rows;
  for (const Ladder& ladder : ladders(document.files[file].results.cases))
    for (const Rung& rung : ladder.rungs)
      rows +=
          fmt::format("<tr>{}{}{}{}{}</tr>\n", row_head(labelled(document, file, ladder.variant)),
                      cell(name_of(ladder.model)),
                      cell(fmt::format("{} … {}", to_string(Value(rung.from_bytes)),
                                       to_string(Value(rung.to_bytes)))),
                      number(rung.cycles > 0 ? fmt::format("{:.1f}", rung.cycles) : ""),
                      number(fmt::format("{:.1f}", 1e9 * rung.seconds)));
  return rows;
}

bool computes(const FileCase& c) {
  return c.result->work.flops > 0 && c.result->work.bytes() > 0 && !c.result->work.on_chip;
}

std::string roofline_row(const Document& document, const ExperimentCases& experiment,
                         const FileCase& c, Model model, const ModelResult& result) {
  const Work& work = c.result->work;
  return fmt::format(
      "<tr>{}{}{}{}{}</tr>\n",
      row_head(experiment.name + "/" + labelled(document, c.file, shown_variant(*c.result))),
      cell(setting_of(*c.result)), cell(shown_model(*c.result, model)),
      number(fmt::format("{:.4g}", work.flops / work.bytes())),
      number(fmt::format("{:.4g}", work.flops / result.timing->seconds.median / 1e12)));
}

std::string roofline_rows(const Document& document, const ExperimentCases& experiment) {
  std::string rows;
  for (const FileCase& c : experiment.cases) {
    if (!computes(c)) continue;
    for (const auto& [model, result] : c.result->models)
      if (result.timing && is_shown(*c.result, model))
        rows += roofline_row(document, experiment, c, model, result);
  }
  return rows;
}

}  // namespace

std::string experiment_section(const Document& document, const ExperimentCases& experiment) {
  return fmt::format(
             "<section id=\"{0}\" aria-labelledby=\"{0}-title\" data-family=\"{1}\">\n"
             "<h2 id=\"{0}-title\">{2}</h2>\n",
             experiment.id, text(family_of(experiment)), text(experiment.name)) +
         intro(experiment) + cut_text(experiment) + charts(document, experiment) +
         measured_table(document, experiment) + predicted_table(document, experiment) +
         counted_table(document, experiment) + claims_of(document, experiment) +
         explanations(document, experiment) + "</section>\n";
}

std::string roofline_section(const Document& document) {
  const bool has_ceiling =
      std::any_of(document.files.begin(), document.files.end(), [](const ReportFile& file) {
        return file.results.ceilings.flops > 0 && file.results.ceilings.copy_bytes_per_s > 0;
      });
  std::string rows;
  for (const ExperimentCases& experiment : document.experiments)
    rows += roofline_rows(document, experiment);
  if (!has_ceiling || rows.empty()) return "";
  return fmt::format(
      "<section id=\"rooflines\" aria-labelledby=\"rooflines-title\">\n"
      "<h2 id=\"rooflines-title\">Roofline</h2>\n<p class=\"question\">What arithmetic a byte "
      "allows, and what each case reaches of it.</p>\n{}<details><summary>Table</summary>"
      "<div class=\"scroll\"><table>{}<tbody>\n{}</tbody></table></div></details></section>\n",
      chart("roofline", "", "TFLOP/s against flops per byte.",
            "The roof is the measured copy rate and the measured multiply-add rate; bytes are "
            "those asked for."),
      table_head("Arithmetic per byte requested, and the rate reached",
                 {"variant", "case", "model", "flops per byte", "TFLOP/s"}),
      rows);
}

std::string ladder_section(const Document& document) {
  const bool has_latency = std::any_of(document.experiments.begin(), document.experiments.end(),
                                       [](const ExperimentCases& e) { return e.id == "latency"; });
  std::string rows;
  for (std::size_t i = 0; i < document.files.size(); ++i) rows += rung_rows(document, i);
  if (!has_latency || rows.empty()) return "";
  return fmt::format(
      "<section id=\"ladder\" aria-labelledby=\"ladder-title\">\n"
      "<h2 id=\"ladder-title\">Latency ladder</h2>\n<p class=\"question\">How long a load that "
      "waits for the one before takes, by the working set it walks through.</p>\n{}"
      "<div class=\"scroll\"><table>{}<tbody>\n{}</tbody></table></div></section>\n",
      chart("ladder", "latency", "ns per step against the working set.",
            "Flat parts of a curve are levels of the memory."),
      table_head("Levels of the curves", {"memory", "model", "working set, bytes", "cycles", "ns"}),
      rows);
}

}  // namespace tilebridge::html
