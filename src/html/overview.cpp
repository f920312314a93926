// SPDX-License-Identifier: Apache-2.0
#include "html/overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "html/forest.hpp"
#include "html/markup.hpp"
#include "report/cases.hpp"
#include "report/figures.hpp"
#include "report/summary_text.hpp"
#include "results/summary.hpp"

namespace tilebridge::html {
namespace {

constexpr std::size_t most_comparisons = 5000;  // rows of the table
constexpr std::array verdicts = {Verdict::parity, Verdict::slower, Verdict::faster,
                                 Verdict::inconclusive};

constexpr std::array levels = {Level::textbook, Level::matched, Level::tuned, Level::idiomatic};

std::string_view meaning_of(Level level) {
  switch (level) {
    case Level::textbook:
      return "Kokkos as its guide teaches it ÷ textbook CUDA";
    case Level::matched:
      return "Kokkos engineered to match the same native kernels";
    case Level::tuned:
      return "both models tuned to the device";
    case Level::idiomatic:
    case Level::vendor:
      break;
  }
  return "another algorithm with a facility of Kokkos ÷ native";
}

std::string interval_text(const GeometricMean& mean) {
  if (!mean.has_interval()) return "";
  return fmt::format("{:.3f} … {:.3f}", mean.low, mean.high);
}

std::string tile(Level level, const LevelMean& mean) {
  std::string list;
  for (const Verdict verdict : verdicts)
    if (const auto found = mean.verdicts.find(verdict); found != mean.verdicts.end())
      list += fmt::format("<li>{} <b>{}</b></li>", verdict_badge(verdict), found->second);
  const std::string interval = interval_text(mean.performance);
  return fmt::format(
      "<li class=\"tile\"><h3>{}</h3><p class=\"figure\">{:.3f}</p><p>{}</p><p>{}kernels, {} "
      "variant{}</p><ul class=\"verdicts\">{}</ul></li>\n",
      rung_name(level), mean.performance.value, meaning_of(level),
      interval.empty() ? "" : fmt::format("95% interval {}; ", interval), mean.variants,
      mean.variants == 1 ? "" : "s", list);
}

std::string tiles(const LevelMeans& kernels) {
  std::string html;
  for (const auto& [level, mean] : kernels) html += tile(level, mean);
  return html.empty() ? "" : fmt::format("<ul class=\"tiles\">\n{}</ul>\n", html);
}

std::string family_row(const GroupSummary& family) {
  std::string row = row_head(family.name);
  for (const Level level : levels) {
    const auto found = family.levels.find(level);
    if (found == family.levels.end()) {
      row += "<td></td><td></td><td></td>";
      continue;
    }
    const auto& [variants, performance, of_cases] = found->second;
    row += number(fmt::format("{:.3f}", performance.value)) + number(interval_text(performance)) +
           number(fmt::format("{}", variants));
  }
  return fmt::format("<tr>{}</tr>\n", row);
}

/// The means of each family by level: kernels first, then everything else.
std::string families_table(const Summary& summary) {
  std::string rows;
  for (const auto& list : {summary.kernel_families, summary.other_families})
    for (const GroupSummary& family : list) rows += family_row(family);
  if (rows.empty()) return "";
  std::string head = "<th scope=\"col\">family</th>";
  for (const Level level : levels)
    head += fmt::format(
        "<th scope=\"col\">{}</th><th scope=\"col\">95% interval</th>"
        "<th scope=\"col\">variants</th>",
        rung_name(level));
  return fmt::format(
      "<details><summary>Table: by family</summary><div class=\"scroll\"><table class=\"families\">"
      "<caption>Performance against native code, 1 is parity: geometric means of each variant's "
      "cases, then of the variants</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>"
      "</table></div></details>\n",
      head, rows);
}

/// How fast Kokkos is, in one sentence and in figures by level and family.
std::string summaries(const Document& document) {
  std::string html;
  for (std::size_t i = 0; i < document.files.size(); ++i) {
    const Results& results = document.files[i].results;
    const Summary summary = summarise(results.cases);
    if (summary.kernels.empty() && summary.other_families.empty()) continue;
    if (document.files.size() > 1)
      html += fmt::format("<h3 class=\"of-file\">{}: {}, {}</h3>\n", label_of(document, i),
                          text(device_text(results)), text(document.files[i].name));
    html += fmt::format("<p class=\"summary\">{}</p>\n", text(summary_sentence(results, summary))) +
            tiles(summary.kernels) + families_table(summary);
  }
  return html;
}

std::string self_checks(const Document& document) {
  std::string html;
  for (const ReportFile& file : document.files)
    if (const auto& check = file.results.self_check)
      html += fmt::format(
          "<p>Self-check in {}: native code against itself, {} comparisons, {} of them called "
          "different where nothing is ({:.2f}%).</p>\n",
          text(file.name), check->comparisons.size(),
          check->count(Verdict::slower) + check->count(Verdict::faster),
          100 * check->false_verdict_rate());
  return html;
}

/// A row of the table of devices: a header and one cell per file.
template <class Of>
std::string device_row(const Document& document, std::string_view head, const Of& of) {
  std::string row = "<tr>" + row_head(head);
  for (const ReportFile& file : document.files) row += cell(of(file));
  return row + "</tr>\n";
}

std::string rates(const Ceilings& c) {
  if (c.copy_bytes_per_s == 0) return "not measured";
  return ceilings_text(c);
}

std::string compiler(const Results& results, const char* backend) {
  const Json build = results.builds.value(backend, Json());
  const std::string name = text_at(build, "compiler");
  return name.empty() ? "not built" : fmt::format("{} {}", name, text_at(build, "flags"));
}

std::string kokkos_version(const Results& results) {
  const Json kokkos = results.builds.value("kokkos", Json());
  return fmt::format("{} ({})", text_at(kokkos, "version"), text_at(kokkos, "spaces"));
}

std::string program(const Results& results) {
  return fmt::format("tilebridge {} ({}), preset {}", text_at(results.program, "version"),
                     text_at(results.program, "git"), text_at(results.program, "preset"));
}

std::string build_type(const Results& results) {
  const std::string type = text_at(results.builds, "build_type");
  return type == "Release" ? type : type + ": not Release, not the figures of either model";
}

std::string devices(const Document& document) {
  std::string head = "<caption>Devices and builds</caption>\n<thead><tr><td></td>";
  for (std::size_t i = 0; i < document.files.size(); ++i) {
    const std::string label = label_of(document, i);
    head += fmt::format("<th scope=\"col\">{}{}{}</th>", label, label.empty() ? "" : ": ",
                        text(document.files[i].name));
  }
  const auto row = [&](std::string_view name, auto of) {
    return device_row(document, name, [&](const ReportFile& file) { return of(file.results); });
  };
  const auto of_device = [](const char* name) {
    return [name](const Results& r) { return text_at(r.device, name); };
  };
  return fmt::format("<div class=\"scroll\"><table>{}</tr></thead>\n<tbody>\n", head) +
         row("device", device_text) + row("driver", of_device("driver")) +
         row("runtime", of_device("runtime")) +
         row("measured ceilings", [](const Results& r) { return rates(r.ceilings); }) +
         row("datasheet", [](const Results& r) { return rates(r.datasheet); }) +
         row("Kokkos", kokkos_version) + row("build", build_type) +
         row("host compiler", [](const Results& r) { return compiler(r, "host"); }) +
         row("CUDA compiler", [](const Results& r) { return compiler(r, "cuda"); }) +
         row("Kokkos compiler", [](const Results& r) { return compiler(r, "kokkos"); }) +
         row("program", program) +
         row("started", [](const Results& r) { return text_at(r.program, "started"); }) +
         row("cases", [](const Results& r) { return fmt::format("{}", r.cases.size()); }) +
         "</tbody></table></div>\n";
}

std::string options(const std::set<std::string>& values) {
  std::string html = "<option value=\"\">all</option>";
  for (const std::string& value : values) html += fmt::format("<option>{}</option>", text(value));
  return html;
}

std::string filters(const Document& document) {
  std::set<std::string> families;
  std::set<std::string> levels;
  for (const ExperimentCases& experiment : document.experiments) {
    families.insert(family_of(experiment));
    for (const FileCase& c : experiment.cases)
      if (levels.size() < 10) levels.insert(c.result->level);
  }
  std::set<std::string> calls;
  for (const Verdict verdict : verdicts) calls.insert(std::string(name_of(verdict)));
  return fmt::format(
      "<form id=\"filters\" aria-label=\"Filter the comparisons\" hidden>\n"
      "<label>family <select name=\"family\">{}</select></label>\n"
      "<label>level <select name=\"level\">{}</select></label>\n"
      "<label>verdict <select name=\"verdict\">{}</select></label>\n"
      "<label>text <input name=\"text\" type=\"search\" placeholder=\"transpose\"></label>\n"
      "<label>a row is <select name=\"rows\"><option value=\"experiment\">an experiment</option>"
      "<option value=\"variant\">a variant</option><option value=\"case\">a case</option></select>"
      "</label>\n<button type=\"reset\">show all</button>\n"
      "<p id=\"shown\" role=\"status\"></p>\n</form>\n",
      options(families), options(levels), options(calls));
}

std::string comparison_row(const Document& document, const ExperimentCases& experiment,
                           const FileCase& c, const ComparisonResult& r) {
  const bool has_label = document.files.size() > 1;
  return fmt::format(
      "<tr data-family=\"{}\" data-level=\"{}\" data-verdict=\"{}\">"
      "<th scope=\"row\"><a href=\"#{}\">{}</a></th>{}{}{}{}{}{}{}<td>{}</td></tr>\n",
      text(family_of(experiment)), text(c.result->level), name_of(r.verdict), experiment.id,
      text(experiment.name), has_label ? cell(label_of(document, c.file)) : "",
      cell(c.result->variant), cell(c.result->level), cell(setting_of(*c.result)),
      cell(name_of(r.model)), number(fmt::format("{:.3f}", r.ratio.median)),
      number(fmt::format("{:.3f} … {:.3f}", r.ratio.low, r.ratio.high)), verdict_badge(r.verdict));
}

std::string comparisons_table(const Document& document) {
  std::string rows;
  std::size_t shown = 0;
  std::size_t all = 0;
  for (const ExperimentCases& experiment : document.experiments)
    for (const FileCase& c : experiment.cases)
      for (const ComparisonResult& r : c.result->comparisons) {
        if (!is_usable(r) || ++all > most_comparisons) continue;
        ++shown;
        rows += comparison_row(document, experiment, c, r);
      }
  const std::string caption =
      "Performance against native code, with its 95% interval: 1 is parity, less is slower";
  const std::string head =
      document.files.size() > 1
          ? table_head(caption, {"experiment", "file", "variant", "level", "case", "model", "ratio",
                                 "95% interval", "verdict"})
          : table_head(caption, {"experiment", "variant", "level", "case", "model", "ratio",
                                 "95% interval", "verdict"});
  const std::string cut =
      shown < all ? fmt::format("<p>The first {} of {} comparisons.</p>\n", shown, all) : "";
  return fmt::format(
      "<details><summary>Table: {} comparisons</summary>\n{}<div class=\"scroll\">"
      "<table id=\"comparisons\">{}<tbody>\n{}</tbody></table></div></details>\n",
      shown, cut, head, rows);
}

std::vector<ForestRow> forest_rows(const Document& document) {
  std::vector<ForestRow> rows;
  for (const ExperimentCases& experiment : document.experiments) {
    ForestRow row{experiment.name, {}};
    for (const FileCase& c : experiment.cases)
      for (const ComparisonResult& r : c.result->comparisons)
        if (is_usable(r) && r.model == Model::kokkos) row.comparisons.push_back(&r);
    if (!row.comparisons.empty()) rows.push_back(std::move(row));
  }
  return rows;
}

std::string band_text(const Document& document) {
  return fmt::format("parity is {:.0f}% either way",
                     100 * parity_band(document.files.front().results));
}

std::string forest(const Document& document) {
  const auto rows = forest_rows(document);
  if (rows.empty()) return "<p>No comparison of Kokkos with native code is in these files.</p>\n";
  return fmt::format(
      "<h3>Kokkos against native code, by experiment</h3>\n"
      "<p>Each point is one comparison with its 95% interval, the bar of a row the geometric mean "
      "of its points; the band is parity ({}). Rows are sorted from slowest to fastest.</p>\n{}"
      "<figure class=\"static\">{}</figure>\n{}{}",
      band_text(document), filters(document),
      forest_svg(rows, parity_band(document.files.front().results)),
      chart("forest", "", "Kokkos ÷ native.",
            "● parity, ▼ slower, ▲ faster, ◇ inconclusive; the bar is the geometric mean."),
      comparisons_table(document));
}

std::string efficiency(const std::optional<double>& value) {
  if (!value) return "<td class=\"number\">not run</td>";
  return number(fmt::format("{:.3f}", *value));
}

}  // namespace

double parity_band(const Results& results) {
  constexpr double usual = 0.05;
  const auto found = results.program.find("parity_band");
  if (found == results.program.end() || !found->is_number()) return usual;
  const double band = found->get<double>();
  return band > 0 && band < 0.9 ? band : usual;
}

std::string overview(const Document& document) {
  const std::string summary = summaries(document) + self_checks(document);
  return "<section id=\"overview\" aria-labelledby=\"overview-title\">\n"
         "<h2 id=\"overview-title\">Overview</h2>\n" +
         built_otherwise(document) + summary + forest(document) + devices(document) +
         "</section>\n";
}

std::string portability(const Document& document) {
  std::vector<const Results*> runs;
  for (const ReportFile& file : document.files) runs.push_back(&file.results);
  const Portabilities found = portabilities(runs);
  if (found.platforms.size() < 2) return "";
  std::string head = "<th scope=\"col\">variant</th>";
  for (const std::string& platform : found.platforms)
    head += fmt::format("<th scope=\"col\">{}</th>", text(platform));
  constexpr std::size_t most_variants = 1000;
  std::string rows;
  for (const Portability& p :
       std::span(found.variants).first(std::min(most_variants, found.variants.size()))) {
    rows += "<tr>" + row_head(fmt::format("{}/{}", p.experiment, p.variant));
    for (const auto& value : p.efficiencies) rows += efficiency(value);
    rows += efficiency(p.metric) + "</tr>\n";
  }
  return fmt::format(
      "<section id=\"portability\" aria-labelledby=\"portability-title\">\n"
      "<h2 id=\"portability-title\">Performance portability</h2>\n"
      "<p>The application efficiency of Kokkos on a platform is the time of the faster of native "
      "and Kokkos code of a variant ÷ Kokkos's, the geometric mean over its cases. The metric is "
      "the harmonic mean over the platforms, 0 where one of them is not supported (Pennycook, "
      "Sewall and Lee, 2016), and missing where a variant was not run on all of them.</p>\n"
      "<div class=\"scroll\"><table><caption>Application efficiency of Kokkos, and the metric"
      "</caption>\n<thead><tr>{}<th scope=\"col\">metric</th></tr></thead>\n<tbody>\n{}</tbody>"
      "</table></div></section>\n",
      head, rows);
}

}  // namespace tilebridge::html
