// SPDX-License-Identifier: Apache-2.0
#include "pages/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pages/changes.hpp"
#include "pages/charts.hpp"
#include "pages/comparisons.hpp"
#include "pages/costs.hpp"
#include "pages/curves.hpp"
#include "pages/releases.hpp"
#include "pages/report_sections.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

/// The content below its heading; nothing without content.
Document section(const char* id, const char* title, Document content) {
  if (content.empty()) return content;
  Document section;
  section.add(Heading{.text = title, .id = id});
  section.append(std::move(content));
  return section;
}

void add_table(Document& document, Table table, const std::string& label = "") {
  if (table.empty()) return;
  if (!label.empty()) table.caption += ", file " + label;
  document.add(std::move(table));
}

Document changes_section(const Report& report) {
  std::vector<const Results*> timed;
  for (const ReportFile& file : report.files)
    if (!is_profile(file.results)) timed.push_back(&file.results);
  if (timed.size() != 2) return {};
  return changes_blocks(*timed.front(), *timed.back(), report.catalogue);
}

Document releases_section(const Report& report) {
  Document content;
  for (std::size_t file = 0; file < report.files.size(); ++file)
    content.append(
        release_blocks(report.files[file].results, report.catalogue, label_of(report, file)));
  if (content.empty()) return content;
  Document all;
  all.add(
      Text{"The same code compiled with a second Kokkos, timed in the same rounds. 1 is as fast "
           "as with the program's own, 0.5 takes twice the time; intervals are of 95%."});
  all.append(std::move(content));
  return section("releases", "Other Kokkos releases", std::move(all));
}

Document portability_section(const Report& report) {
  const Table table = portability_table(report);
  Document content;
  if (table.empty()) return content;
  content.add(Text{
      "The application efficiency of Kokkos on a platform is the time of the faster of native and "
      "Kokkos code of a variant ÷ Kokkos's, the geometric mean over its cases. The metric is the "
      "harmonic mean over the platforms, 0 where one of them is not supported (Pennycook, Sewall "
      "and Lee, 2016), and missing where a variant was not run on all of them."});
  content.add(table);
  return section("portability", "Performance portability", std::move(content));
}

Profiles profiles_in(const Report& report) {
  Profiles profiles;
  for (const ReportFile& file : report.files)
    if (is_profile(file.results)) profiles.push_back(&file.results);
  return profiles;
}

void add_idioms(Document& document, const CostList& list, const std::string& label) {
  if (list.idioms.empty()) return;
  add_table(document, costs_table(list), label);
  document.append(code_blocks(list));
}

void add_ablations(Document& document, const std::vector<ShownAblation>& ablations) {
  if (ablations.empty()) return;
  document.add(Heading{"From ranges to matched, one idiom at a time", 3});
  document.add(
      Text{"Each row is a kernel of its own, compared with the same native code; it "
           "changes one thing more than the row above it. Its helpers are in "
           "`backends/kokkos/techniques.hpp`, which is meant to be copied."});
  for (const ShownAblation& ablation : ablations) {
    document.add(Figure{.title = ablation.name,
                        .svg = plot_svg(ablation_chart(ablation)),
                        .caption = ablation.sum});
    add_folded(document, ablation_table(ablation), "kernels");
  }
}

Document costs_section(const Report& report) {
  Document content;
  for (std::size_t file = 0; file < report.files.size(); ++file) {
    const Results& results = report.files[file].results;
    const CostList list = cost_list(results, report.catalogue, profiles_in(report));
    add_idioms(content, list, label_of(report, file));
    add_ablations(content, list.ablations);
    add_table(content, slow_kernels_table(results, report.catalogue));
  }
  if (content.empty()) return content;
  Document all;
  all.add(
      Text{"The time of a kernel as first written ÷ its time with one thing written otherwise, "
           "or ÷ native where there is no other way. The alternative is valid where the table "
           "says so; the code below it is valid everywhere. A row leads to its experiment, "
           "which shows both kernels."});
  all.append(std::move(content));
  return section("costs", "What idioms cost", std::move(all));
}

Document roofline_section(const Report& report) {
  Document content;
  const Plot plot = roofline_chart(report);
  if (plot.empty()) return content;
  content.add(
      Text{"What arithmetic a byte allows, and what the largest case of each variant "
           "reaches of it."});
  content.add(Figure{.title = plot.title,
                     .svg = plot_svg(plot),
                     .caption = "The roof is the measured copy rate and the measured multiply-add "
                                "rate; bytes are those requested."});
  return section("rooflines", "Roofline", std::move(content));
}

Document latency_section(const Report& report) {
  Document content;
  Table levels = levels_table(report);
  if (levels.empty()) return content;
  content.add(
      Text{"The time of a load that depends on the load before it, by the size of the "
           "working set. The experiment latency has the curves."});
  content.add(std::move(levels));
  return section("latency_levels", "Latency levels", std::move(content));
}

}  // namespace

std::string report_title(const Report& report) {
  std::string devices;
  constexpr std::size_t most_named = 3;
  for (const ReportFile& file : report.files.first(std::min(report.files.size(), most_named)))
    if (const std::string device = device_text(file.results);
        devices.find(device) == std::string::npos)
      devices += (devices.empty() ? "" : ", ") + device;
  return "Kokkos and native code on " + devices;
}

Document report_page(const Report& report) {
  Document page = section("overview", "Overview", overview_section(report));
  page.append(changes_section(report));
  page.append(releases_section(report));
  page.append(portability_section(report));
  page.append(costs_section(report));
  page.append(roofline_section(report));
  page.append(latency_section(report));
  std::string family;
  for (const ExperimentCases& experiment : report.experiments) {
    if (family_of(experiment) != family) {
      family = family_of(experiment);
      page.add(Heading{.text = family, .level = 1});
    }
    page.add(Heading{.text = experiment.name, .id = experiment.id});
    page.append(experiment_section(report, experiment));
  }
  if (const std::string text = left_out_text(report); !text.empty()) page.add(Text{text});
  return page;
}

}  // namespace tilebridge::pages
