// SPDX-License-Identifier: Apache-2.0
#include "pages/report_page.hpp"

#include <fmt/ranges.h>

#include "judge/summary.hpp"
#include "pages/cases.hpp"
#include "pages/changes.hpp"
#include "pages/charts.hpp"
#include "pages/costs.hpp"
#include "pages/curves.hpp"
#include "pages/limits.hpp"
#include "pages/machines.hpp"
#include "pages/porting.hpp"
#include "pages/run.hpp"
#include "pages/summary.hpp"

namespace tilebridge::pages {
namespace {

/// The content below its heading and an introduction; nothing without content.
Document section(const char* id, const char* title, const char* introduction, Document content) {
  if (content.empty()) return content;
  Document section;
  section.add(Heading{.text = title, .id = id});
  section.say(introduction);
  section.append(std::move(content));
  return section;
}

void add_table(Document& document, Table table, const std::string& label = "") {
  if (table.empty()) return;
  if (!label.empty()) table.caption += ", file " + label;
  document.add(std::move(table));
}

/// How fast the models are in one file: sentences, and what costs most.
void add_summary(Document& document, const Report& report, std::size_t file) {
  const Results& results = report.files[file].results;
  Document summary = summary_lines(report.cells[file], report.catalogue);
  summary.append(worst_blocks(report.cells[file], report.catalogue));
  if (summary.empty()) return;
  if (report.files.size() > 1)
    document.add(Heading{fmt::format("{}: {}, {}", label_of(report, file), device_text(results),
                                     file_name(report.files[file])),
                         3});
  document.append(std::move(summary));
}

/// The geometric mean of a variant's ratios in one file.
double mean_in(const judge::VariantChange& variant, double judge::Change::*of) {
  std::vector<double> ratios;
  for (const judge::Change* change : variant.cases) ratios.push_back(change->*of);
  return geometric_mean(ratios).value;
}

Cell mean_cell(const judge::VariantChange& variant, double judge::Change::*of) {
  return Cell::number(ratio_text(mean_in(variant, of)));
}

/// Over the variants of each experiment, then over the experiments, as in a total.
Cell mean_cell(const std::vector<judge::VariantChange>& variants, double judge::Change::*of) {
  std::map<std::string, std::vector<double>> ratios;
  for (const judge::VariantChange& variant : variants)
    ratios[variant.case_of().experiment].push_back(mean_in(variant, of));
  return Cell::number(ratio_text(judge::mean_over_experiments(ratios).value));
}

/// How fast Kokkos is in both of two files, and the ratio of both: what it costs more in one.
void add_both(Document& document, const Report& report) {
  if (report.files.size() != 2) return;
  const Results& a = report.files.front().results;
  const Results& b = report.files.back().results;
  if (is_profile(a) || is_profile(b)) return;
  const judge::GateReport compared = judge::compare_results(
      report.cells.front(), report.cells.back(), {.metric = judge::Metric::ratio});
  const std::vector<judge::VariantChange> variants = judge::by_variant(compared);
  if (variants.empty()) return;
  std::vector<Table::Column> columns = {
      "code", "variants", {"A: " + device_text(a), "A"}, {"B: " + device_text(b), "B"}, "B ÷ A"};
  Table kinds = {
      "Kokkos against native code in both files: geometric means over experiments, of the variants "
      "that both have",
      columns};
  for (const judge::Total& total : judge::totals(variants, report.catalogue)) {
    std::vector<judge::VariantChange> of_kind = variants;
    std::erase_if(of_kind, [&](const judge::VariantChange& variant) {
      return judge::kind_of(variant, report.catalogue) != total.kind;
    });
    kinds.add({judge::name_of(total.kind), Cell::number(total.variants),
               mean_cell(of_kind, &judge::Change::base),
               mean_cell(of_kind, &judge::Change::current),
               Cell::number(mean_text(total.performance))});
  }
  document.add(std::move(kinds));
  columns[0] = "variant";
  columns[1] = "model";
  columns.insert(columns.begin() + 2, "form");
  Table table = {"The same by variant, the largest differences first", columns};
  for (const judge::VariantChange& variant : judge::by_size(variants)) {
    const CaseResult& c = variant.case_of();
    table.add({c.experiment + "/" + shown_variant(c), shown_model(variant.largest().now),
               shown_form(c, variant.kernel()), mean_cell(variant, &judge::Change::base),
               mean_cell(variant, &judge::Change::current),
               Cell::number(ratio_text(variant.performance()))});
  }
  document.fold_table(std::move(table), "variants");
}

/// The answer at a glance: pictures, sentences, and the tables of the kernels that people know and
/// of all kernels.
void add_answer(Document& document, const Report& report, std::size_t file) {
  const judge::Cells& cells = report.cells[file];
  const std::string label = label_of(report, file);
  const auto add_pictures = [&](Document& to, std::string_view real) {
    for (const auto draw : {speed_figure, causes_figure}) {
      Figure figure = draw(cells, report.catalogue, real);
      if (!label.empty()) figure.title = label + ": " + figure.title;
      if (!figure.svg.empty()) to.add(std::move(figure));
    }
  };
  add_pictures(document, "float");
  Fold in_double{.summary = label.empty() ? "In double" : label + ": in double"};
  add_pictures(in_double.body, "double");
  if (!in_double.body.empty()) document.add(std::move(in_double));
  if (!is_of_host(cells.results()) && !judge::ported_kernels(cells, report.catalogue).empty())
    document.append(porting_page(cells, report.catalogue));
  add_table(document, heat_map(report, file));
}

Document overview(const Report& report) {
  Document content;
  add_both(content, report);
  for (std::size_t file = 0; file < report.files.size(); ++file) add_answer(content, report, file);
  for (std::size_t file = 0; file < report.files.size(); ++file) add_summary(content, report, file);
  return content;
}

Document machines_section(const Report& report) {
  if (!are_machines(report.files)) return {};
  return section("machines", "Machines side by side", "", machines_page(report));
}

Document limits_section(const Report& report) {
  return section("limits", "Tuned kernels against the best known", "",
                 limits_page(report, tuned_kernels_of(report)));
}

Document changes_section(const Report& report) {
  std::vector<const judge::Cells*> timed;
  for (const judge::Cells& cells : report.cells)
    if (!is_profile(cells.results())) timed.push_back(&cells);
  if (timed.size() != 2) return {};
  return changes_blocks(*timed.front(), *timed.back(), report.catalogue);
}

Document releases_section(const Report& report) {
  Document content;
  for (std::size_t file = 0; file < report.files.size(); ++file)
    content.append(release_blocks(report.cells[file], report.catalogue, label_of(report, file)));
  return section(
      "releases", "Releases",
      "The same code compiled with a second Kokkos, timed in the same rounds. 1 is as fast as with "
      "the program's own, 0.5 takes twice the time; intervals are of 95%.",
      std::move(content));
}

judge::Profiles profiles_in(const Report& report) {
  judge::Profiles profiles;
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
  document.add(Heading{"From loops to rewritten, one idiom at a time", 3});
  document.say(
      "Each row is a kernel of its own, compared with the same native code; it "
      "changes one thing more than the row above it. Its helpers are in "
      "`backends/kokkos/techniques.hpp`, which is meant to be copied.");
  for (const ShownAblation& ablation : ablations) {
    document.add(Figure{ablation.name, plot_svg(ablation_chart(ablation)), {}, ablation.sum});
    document.fold_table(ablation_table(ablation), "kernels");
  }
}

Document idioms_section(const Report& report) {
  Document content;
  for (std::size_t file = 0; file < report.files.size(); ++file) {
    const judge::Cells& cells = report.cells[file];
    const CostList list = cost_list(cells, report.catalogue, profiles_in(report));
    add_idioms(content, list, label_of(report, file));
    add_ablations(content, list.ablations);
  }
  return section(
      "idioms", "Idioms",
      "The time of a kernel as first written ÷ its time with one thing written otherwise, or ÷ "
      "native where there is no other way. The alternative is valid where the table says so; the "
      "code below it is valid everywhere. A row leads to its experiment, which shows both kernels.",
      std::move(content));
}

/// Says from which size on a model is at parity.
Document sizes_section(const Report& report) {
  constexpr std::size_t many = 5;  // fewer sizes are seen in the table of all cases
  List lines;
  for (std::size_t file = 0; file < report.files.size(); ++file)
    for (const Curve& sizes : size_curves(report.cells[file]))
      if (const double band = parity_band(report.files[file].results); sizes.points.size() >= many)
        lines.items.push_back(labelled(report, file, parity_line(sizes, band)));
  Document content;
  if (!lines.items.empty()) content.add(std::move(lines));
  return section(
      "sizes", "Sizes",
      "From which size on a kernel is at parity with native code. Its experiment has the "
      "curves.",
      std::move(content));
}

/// Devices and builds, their health, and the levels of their memory.
Document machine_section(const Report& report) {
  Document content;
  content.add(files_table(report));
  for (std::size_t file = 0; file < report.files.size(); ++file) {
    const Results& results = report.files[file].results;
    if (const std::string health = health_line(results); !health.empty())
      content.say(labelled(report, file, health));
    if (const auto& check = results.self_check)
      content.say(fmt::format("Self-check in {}: {}.", file_name(report.files[file]),
                              fmt::join(self_check_lines(*check), "; ")));
  }
  content.say(built_otherwise(report));
  Document levels;
  for (std::size_t file = 0; file < report.files.size(); ++file)
    add_table(levels, levels_table(report.files[file].results), label_of(report, file));
  if (!levels.empty()) {
    content.add(Heading{"Levels of memory", 3});
    content.say(
        "The time of a load that depends on the load before it, by the size of the working set. "
        "The experiment latency has the curves.");
    content.append(std::move(levels));
  }
  return section("machine", "Machine",
                 "Devices, builds and programs, and what the runs say of themselves.",
                 std::move(content));
}

/// Says how each model of the files calls and writes each concept.
Document marks_section(const Report& report) {
  std::map<std::size_t, std::string> models;
  for (const ReportFile& file : report.files)
    for (const Model& build : measured_builds(file.results))
      models[place_of(build)] = std::string(build.name());
  MarksInCode all;
  for (const Concept& one : concepts()) all.emplace(one.mark);
  std::vector<std::string> names;
  for (const auto& [place, name] : models) names.push_back(name);
  const bool is_hip = std::ranges::all_of(report.files, [](const ReportFile& file) {
    return native_name(file.results) == label_on(Platform::hip, Model::native);
  });
  Document content;
  content.add(legend_of(all, names, is_hip ? Platform::hip : Platform::cuda));
  return section("marks", "Marks beside code",
                 "Lines of different models with the same mark do the same.", std::move(content));
}

/// The first build of each model, in the order in which they are shown: "Kokkos 4.7.01".
std::vector<PageHead::Legend> legend_of(const Report& report) {
  std::map<std::pair<std::size_t, std::string>, Model> models;
  for (const ReportFile& file : report.files)
    for (const Model& build : measured_builds(file.results)) {
      const Model model(build.name());
      const std::string release = text_at(build_of(file.results, model), "release");
      const std::string label = label_of(file.results, model);
      const std::string name = release.empty() ? label : label + " " + release;
      models[{place_of(model), one_printable_line(name, 40)}] = model;
    }
  std::vector<PageHead::Legend> legend;
  for (const auto& [name, model] : models)
    legend.push_back({std::string(colour_of(model)), name.second});
  return legend;
}

/// The catalogue's by name, then the user's own.
std::vector<const ExperimentCases*> sorted_experiments(const Report& report) {
  std::vector<const ExperimentCases*> experiments;
  for (const ExperimentCases& experiment : report.experiments) experiments.push_back(&experiment);
  std::ranges::stable_sort(experiments, {}, [](const ExperimentCases* experiment) {
    return std::pair(experiment->known == nullptr, experiment->name);
  });
  return experiments;
}

}  // namespace

PageHead report_head(const Report& report) {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> devices, made, models;
  const auto add = [](std::vector<std::string>& to, const std::string& text) {
    if (std::ranges::find(to, text) == to.end()) to.push_back(text);
  };
  for (const ReportFile& file : report.files.first(std::min(report.files.size(), most_named))) {
    add(devices, device_text(file.results));
    add(made, one_printable_line(text_at(file.results.program, "started").substr(0, 10)));
  }
  PageHead head = {.title = "", .models = legend_of(report)};
  for (const auto& [colour, name] : head.models) models.push_back(name);
  head.heading = fmt::format("{}", fmt::join(devices, ", "));
  head.title = fmt::format("{} on {}", fmt::join(models, ", "), head.heading);
  head.measured = fmt::format("{}", fmt::join(made, ", "));
  return head;
}

Document report_page(const Report& report) {
  Document page = section("overview", "Overview", "", overview(report));
  page.append(machines_section(report));
  page.append(changes_section(report));
  page.append(releases_section(report));
  page.append(limits_section(report));
  page.append(sizes_section(report));
  page.append(idioms_section(report));
  page.append(machine_section(report));
  page.append(marks_section(report));
  std::string group;
  ShownFragments shown;
  for (const ExperimentCases* experiment : sorted_experiments(report)) {
    const char* own = experiment->known == nullptr ? "Yours" : "Experiments";
    if (group != own) page.add(Heading{.text = group = own, .level = 1});
    page.add(Heading{.text = experiment->name, .id = experiment->id});
    page.append(experiment_section(report, *experiment, shown));
  }
  page.say(left_out_text(report));
  return page;
}

}  // namespace tilebridge::pages
